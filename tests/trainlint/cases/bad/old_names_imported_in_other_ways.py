import ray.train.callbacks
import ray.train as rt
from ray.train.batch_predictor import BatchPredictor
from ray.train import huggingface, world_rank
from ray.air.checkpoint import Checkpoint as Saved


def train_loop():
    print(rt.world_size(), world_rank(), huggingface.AccelerateTrainer)
    rt.report({"loss": 0.1}, checkpoint=Saved.from_directory("/tmp/folder"))


predictor = BatchPredictor.from_checkpoint("/tmp/folder", None)
logger = ray.train.callbacks.JsonLoggerCallback()
