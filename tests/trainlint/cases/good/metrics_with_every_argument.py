from ray import train
from ray.train import CheckpointUploadMode


def report(**metrics):
    train.report(metrics)


def train_loop(config):
    report(loss=0.1, epoch=3)
    options = {"checkpoint_dir_name": "last"}
    train.report(
        metrics={"loss": 0.1},
        checkpoint=None,
        checkpoint_upload_mode=CheckpointUploadMode.SYNC,
        validation=False,
        **options,
    )
