"""What people know from Ray AIR, Ray Tune and Train V1, what Train V2 does when it meets it, and what to use instead.

Data and no code: the rules RTL401 to RTL415 look things up here, and a test proves each entry against the Ray that is
installed.
"""

from __future__ import annotations

from dataclasses import replace

from .old_entry import Old, gone, raising

_OLD_CHECKPOINT = gone("Import `Checkpoint` from `ray.train`.", "ray.train.Checkpoint")
_CALLBACK = gone("Give `RunConfig(callbacks=[...])` a subclass of `ray.train.UserCallback`.")
_PREDICTOR = gone("Load the checkpoint in a class and give that to `ray.data.Dataset.map_batches`.")
_OLD_TRAINER = gone("Use `ray.train.torch.TorchTrainer` with a `ScalingConfig`.")
_TRANSFORMERS = gone("Use `TorchTrainer`, and `ray.train.huggingface.transformers.prepare_trainer` in its loop.")
_ACCELERATE = gone("Use `TorchTrainer`, and make the `Accelerator` in its loop.")
_LIGHTNING = gone("Use `TorchTrainer`, and `ray.train.lightning.prepare_trainer` in its loop.")
_RANK = "Ask the context: `ray.train.get_context().{}()`."
_OWN_FILES = "Write files to a folder and report `Checkpoint.from_directory(folder)` with `ray.train.report`."


def _asked_of_the_context(member: str) -> Old:
    return gone(_RANK.format(member), f"ray.train.get_context().{member}")


REMOVED: dict[str, Old] = {
    "ray.air.Checkpoint": _OLD_CHECKPOINT,
    "ray.air.checkpoint": gone("Import `Checkpoint` from `ray.train`."),
    "ray.air.checkpoint.Checkpoint": _OLD_CHECKPOINT,
    "ray.air.DatasetConfig": gone("Use `ray.train.DataConfig`."),
    "ray.air.config.DatasetConfig": gone("Use `ray.train.DataConfig`."),
    "ray.air.callbacks": _CALLBACK,
    "ray.air.util.check_ingest": gone("Iterate over the dataset itself, or over a shard in a loop of one worker."),
    "ray.train.DatasetConfig": gone("Use `ray.train.DataConfig`."),
    "ray.train.Trainer": _OLD_TRAINER,
    "ray.train.BaseTrainer": _OLD_TRAINER,
    "ray.train.DataParallelTrainer": _OLD_TRAINER,
    "ray.train.TrainWorkerGroup": _OLD_TRAINER,
    "ray.train.TrainingIterator": _OLD_TRAINER,
    "ray.train.TrainingCallback": _CALLBACK,
    "ray.train.callbacks": _CALLBACK,
    "ray.train.CheckpointStrategy": gone("Use `ray.train.CheckpointConfig`."),
    "ray.train.checkpoint": gone("Use `ray.train.Checkpoint` and `ray.train.CheckpointConfig`."),
    "ray.train.save_checkpoint": gone(_OWN_FILES),
    "ray.train.load_checkpoint": gone("Use `ray.train.get_checkpoint()` and read its files."),
    "ray.train.world_rank": _asked_of_the_context("get_world_rank"),
    "ray.train.local_rank": _asked_of_the_context("get_local_rank"),
    "ray.train.world_size": _asked_of_the_context("get_world_size"),
    "ray.train.local_world_size": _asked_of_the_context("get_local_world_size"),
    "ray.train.batch_predictor": _PREDICTOR,
    "ray.train.predictor": _PREDICTOR,
    "ray.train.torch.TorchPredictor": _PREDICTOR,
    "ray.train.torch.to_air_checkpoint": gone(_OWN_FILES),
    "ray.train.torch.load_checkpoint": gone("Load the files of the checkpoint with `torch.load`."),
    "ray.train.torch.TorchWorkerProfiler": gone("Use `torch.profiler` in the loop."),
    "ray.train.huggingface.HuggingFaceTrainer": _TRANSFORMERS,
    "ray.train.huggingface.HuggingFaceCheckpoint": _TRANSFORMERS,
    "ray.train.huggingface.HuggingFacePredictor": _PREDICTOR,
    "ray.train.huggingface.TransformersTrainer": _TRANSFORMERS,
    "ray.train.huggingface.TransformersCheckpoint": _TRANSFORMERS,
    "ray.train.huggingface.TransformersPredictor": _PREDICTOR,
    "ray.train.huggingface.AccelerateTrainer": _ACCELERATE,
    "ray.train.huggingface.accelerate": _ACCELERATE,
    "ray.train.hf_transformers": _TRANSFORMERS,
    "ray.train.hf_accelerate": _ACCELERATE,
    "ray.train.lightning.LightningTrainer": _LIGHTNING,
    "ray.train.lightning.LightningConfigBuilder": _LIGHTNING,
    "ray.train.lightning.LightningCheckpoint": _LIGHTNING,
    "ray.train.lightning.LightningPredictor": _PREDICTOR,
    "ray.train.mosaic": gone("Use `TorchTrainer`, and make the Composer trainer in its loop."),
    "ray.train.sklearn": gone("Train in an ordinary Ray task, or with joblib's Ray backend."),
    "ray.train.gbdt_trainer": gone("Use `ray.train.xgboost.XGBoostTrainer` with a loop of your own."),
    "ray.train.rl": gone("Use RLlib's own algorithms."),
    "ray.util.sgd": replace(_OLD_TRAINER, raises="DeprecationWarning", since="1.13"),
}
"""Names and modules that importing fails on."""


def _elsewhere(name: str) -> Old:
    return Old("raises", f"Use `{name}`.", "ValueError", moved_to=name)


_CONFIGS = ("RunConfig", "ScalingConfig", "FailureConfig", "CheckpointConfig")
_BASE = raising("Use `ray.train.torch.TorchTrainer`; what you overrode belongs in the training loop.")

MOVED: dict[str, Old] = {
    **{f"ray.air.{name}": _elsewhere(f"ray.train.{name}") for name in _CONFIGS},
    **{f"ray.air.config.{name}": _elsewhere(f"ray.train.{name}") for name in _CONFIGS},
    **{f"ray.tune.{name}": _elsewhere(f"ray.train.{name}") for name in _CONFIGS if name != "ScalingConfig"},
    "ray.train.torch.torch_trainer.TorchTrainer": raising(
        "Use `ray.train.torch.TorchTrainer`.", moved_to="ray.train.torch.TorchTrainer"
    ),
    "ray.train.data_parallel_trainer.DataParallelTrainer": _BASE,
    "ray.train.base_trainer.BaseTrainer": _BASE,
    "ray.train.trainer.BaseTrainer": _BASE,
}
"""Classes of Train V1 and of Ray Tune that can be imported and are refused: configurations by the trainer, trainers
at once."""


def _silent(moved_to: str) -> Old:
    return Old("ignored", f"Use `{moved_to}`.", moved_to=moved_to)


_TRIAL = ("get_trial_name", "get_trial_id", "get_trial_resources", "get_trial_dir", "get_metadata")
_OF_TUNE = Old("ignored", "Pass what you need in `train_loop_config`; Ray Train knows no trials any more.")
_SESSION = {
    **{name: _silent(f"ray.train.{name}") for name in ("report", "get_checkpoint", "get_dataset_shard")},
    **{
        name: _silent(f"ray.train.get_context().{name}")
        for name in (
            *("get_world_rank", "get_world_size", "get_local_rank", "get_local_world_size", "get_node_rank"),
            *("get_experiment_name", "get_storage"),
        )
    },
    **dict.fromkeys(_TRIAL, _OF_TUNE),
}
SESSION: dict[str, Old] = {
    **{
        f"{module}.{name}": old
        for module in ("ray.air.session", "ray.train._internal.session")
        for name, old in _SESSION.items()
    },
    "ray.train.context.get_context": _silent("ray.train.get_context"),
}
"""The session of Train V1, which no worker of Train V2 has: every call does nothing."""
REMOVED.update({f"ray.train.session.{name}": gone(old.instead, old.moved_to) for name, old in _SESSION.items()})

_AUTOCAST = raising("Use `torch.autocast` and `torch.amp.GradScaler`.")
_AMP = ("accelerate", "prepare_optimizer", "backward")
FUNCTIONS: dict[str, Old] = {
    **{f"ray.train.torch.{name}": _AUTOCAST for name in _AMP},
    **{f"ray.train.v2.torch.train_loop_utils.{name}": _AUTOCAST for name in _AMP},
    **{
        f"ray.train.torch.train_loop_utils.{name}": raising(
            f"Use `ray.train.torch.{name}`.", raises="SessionMisuseError", moved_to=f"ray.train.torch.{name}"
        )
        for name in ("prepare_model", "prepare_data_loader")
    },
}
"""Functions that do nothing but raise."""

_TUNES_OWN = "Leave it out; it was of Ray Tune."
_RUN_CONFIG = {
    "verbose": raising("Leave it out, or set `logging_config=ray.train.LoggingConfig(...)`.", drop=True),
    "log_to_file": raising("Leave it out; Ray keeps the output of each worker by itself.", drop=True),
    "progress_reporter": raising(_TUNES_OWN, drop=True),
    "sync_config": raising("Leave it out; checkpoints go to `storage_path` when they are reported.", drop=True),
    "stop": raising("Leave the loop itself when it is done."),
    "local_dir": raising("Call it `storage_path`.", raises="TypeError", renamed_to="storage_path"),
}
_RESUMES = "Pass the path in `train_loop_config`, or give `RunConfig` the same `name` and `storage_path` to go on."
_TRAINER = {
    "resume_from_checkpoint": raising(_RESUMES, none_is_fine=True),
    "metadata": raising("Pass it in `train_loop_config`.", none_is_fine=True),
    "preprocessor": raising("Transform the datasets before they reach the trainer.", raises="TypeError"),
}
_BOOSTED_TREES = {
    **_TRAINER,
    **dict.fromkeys(
        ("label_column", "params", "num_boost_round"),
        raising("Write the loop: give the trainer a `train_loop_per_worker`.", none_is_fine=True),
    ),
}
ARGUMENTS: dict[str, dict[str, Old]] = {
    "ray.train.RunConfig": _RUN_CONFIG,
    "ray.train.v2.api.config.RunConfig": _RUN_CONFIG,
    "ray.train.ScalingConfig": {
        "trainer_resources": raising("Leave it out; only the workers take resources.", drop=True, none_is_fine=True),
        "_max_cpu_fraction_per_node": raising("Leave it out.", raises="TypeError", drop=True),
    },
    "ray.train.FailureConfig": {"fail_fast": raising(_TUNES_OWN, drop=True)},
    "ray.train.CheckpointConfig": {
        "checkpoint_frequency": raising("Leave it out; the loop reports when it wants a checkpoint.", drop=True),
        "checkpoint_at_end": raising("Leave it out; report the last checkpoint in the loop.", drop=True),
        "_checkpoint_keep_all_ranks": raising("Leave it out; it is always so.", raises="TypeError", drop=True),
        "_checkpoint_upload_from_workers": raising("Leave it out; it is always so.", raises="TypeError", drop=True),
    },
    "ray.train.torch.TorchTrainer": _TRAINER,
    "ray.train.tensorflow.TensorflowTrainer": _TRAINER,
    "ray.train.xgboost.XGBoostTrainer": _BOOSTED_TREES,
    "ray.train.lightgbm.LightGBMTrainer": _BOOSTED_TREES,
    "ray.train.torch.prepare_model": {
        "ddp_kwargs": raising(
            "Call it `parallel_strategy_kwargs`.", raises="TypeError", renamed_to="parallel_strategy_kwargs"
        ),
        "wrap_ddp": raising("Use `parallel_strategy`, which is `'ddp'` or None.", raises="TypeError"),
    },
}
"""Arguments, by what is called and by their names."""

_FILES = Old("raises", "Keep files: write them to a folder, and hand over `Checkpoint.from_directory(folder)`.",
             "AttributeError", "2.7")  # fmt: skip
_READ = replace(_FILES, instead="Read the files: `with checkpoint.as_directory() as folder:`.")
_ADDRESS = replace(_FILES, instead="Use `Checkpoint(uri)` to make one, and `checkpoint.path` to see where it is.")
_FITTED = replace(_FILES, instead="Save the preprocessor as a file of the checkpoint, or keep it in the metadata.")
CHECKPOINT_MEMBERS: dict[str, Old] = {
    **dict.fromkeys(("from_dict", "from_bytes", "from_object_ref", "from_checkpoint"), _FILES),
    **dict.fromkeys(("to_dict", "to_bytes", "to_object_ref", "get_internal_representation"), _READ),
    **dict.fromkeys(("from_uri", "to_uri", "uri"), _ADDRESS),
    **dict.fromkeys(("get_preprocessor", "set_preprocessor"), _FITTED),
}
"""Methods of a checkpoint, which was a dictionary or a file once and is a folder now."""

_RESTORE = raising("Make the same trainer again: the same `name` and `storage_path` let `get_checkpoint()` go on.")
_INNER = raising("Call `fit()`; in Ray Tune, make the trainer in a function and call it there.",
                  raises="AttributeError")  # fmt: skip
TRAINER_MEMBERS: dict[str, Old] = {
    **dict.fromkeys(("restore", "can_restore"), _RESTORE),
    **dict.fromkeys(("as_trainable", "setup", "training_loop", "preprocess_datasets", "get_dataset_config"), _INNER),
}
CONTEXT_MEMBERS: dict[str, Old] = {
    **dict.fromkeys(
        ("get_trial_name", "get_trial_id", "get_trial_resources", "get_trial_dir"),
        raising("Use `get_experiment_name()`, or pass what you need in `train_loop_config`."),
    ),
    "get_metadata": raising("Pass it in `train_loop_config`."),
}
RESULT_MEMBERS: dict[str, Old] = {"config": raising("Keep the dictionary that you gave as `train_loop_config`.")}
FRAMEWORK_CHECKPOINTS: dict[str, Old] = {
    name: Old("warns", "Use `ray.train.Checkpoint` and `torch.save`.", "RayDeprecationWarning", "2.60")
    for name in ("ray.train.torch.TorchCheckpoint", "ray.train.torch.torch_checkpoint.TorchCheckpoint")
}
TUNE_CALLBACKS: tuple[str, ...] = (
    "ray.tune.Callback",
    "ray.tune.callback.Callback",
    "ray.tune.logger.LoggerCallback",
    "ray.tune.logger.JsonLoggerCallback",
    "ray.tune.logger.CSVLoggerCallback",
    "ray.tune.logger.TBXLoggerCallback",
    "ray.air.integrations.wandb.WandbLoggerCallback",
    "ray.air.integrations.mlflow.MLflowLoggerCallback",
    "ray.air.integrations.comet.CometLoggerCallback",
)
"""Callbacks that `RunConfig(callbacks=...)` answers with a ValueError."""
