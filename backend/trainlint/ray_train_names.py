"""What the modules of Ray Train 2.60 that programs use have: every public name that they can be asked for."""

from __future__ import annotations

import difflib

from .old_api import FUNCTIONS, MOVED, REMOVED, SESSION


def _names(words: str) -> frozenset[str]:
    return frozenset(words.split())


NAMES: dict[str, frozenset[str]] = {
    "ray.train": _names(
        "BackendConfig Checkpoint CheckpointConfig CheckpointConsistencyMode CheckpointUploadMode ControllerError"
        " DataConfig FailureConfig LoggingConfig NCCLHangError PreemptionError PreemptionInfo ReportedCheckpoint"
        " ReportedCheckpointStatus Result RunConfig ScalingConfig SyncConfig TRAIN_DATASET_KEY TrainContext"
        " TrainingFailedError UserCallback ValidationConfig ValidationFn ValidationTaskConfig WorkerGroupError"
        " backend base_trainer collective constants context data_parallel_trainer error examples"
        " get_all_reported_checkpoints get_checkpoint get_context get_dataset_shard get_preemption_info horovod"
        " huggingface is_v2_enabled lightgbm lightning report session tensorflow torch trainer utils v2 xgboost"
        " fsspec pandas pyarrow pydantic requests"
    ),
    "ray.train.torch": _names(
        "TorchCheckpoint TorchConfig TorchTrainer accelerate backward config enable_reproducibility get_device"
        " get_devices is_v2_enabled prepare_data_loader prepare_model prepare_optimizer torch torch_checkpoint"
        " torch_trainer train_loop_utils xla"
    ),
    "ray.train.collective": _names("barrier broadcast_from_rank_zero collectives is_v2_enabled"),
}
SUBMODULES = _names("collective horovod huggingface lightgbm lightning tensorflow xgboost")
"""Modules that `import ray.train` does not bring, nor anything else that a program with a TorchTrainer imports."""
OF_THE_CONTEXT = _names(
    "get_experiment_name get_local_rank get_local_world_size get_node_rank get_storage get_world_rank get_world_size"
)
_OLD = (REMOVED, MOVED, FUNCTIONS, SESSION)
_NEAR = 0.7


def is_missing(module: str, name: str) -> bool:
    """Whether `module` is one of those above and has no `name`; what an older version had is told elsewhere."""
    known = NAMES.get(module)
    if known is None or name in known or name.startswith("_"):
        return False
    return not any(f"{module}.{name}" in table for table in _OLD)


def meant(module: str, name: str) -> str | None:
    """The dotted name that was likely meant: one of the context, one of another module, or one that is near."""
    if name in OF_THE_CONTEXT:
        return f"ray.train.get_context().{name}()"
    elsewhere = [other for other, names in NAMES.items() if name in names]
    if elsewhere:
        return f"{elsewhere[0]}.{name}"
    places = {known: other for other in (*NAMES, module) for known in NAMES[other]}
    near = difflib.get_close_matches(name, sorted(places), 1, _NEAR)
    return f"{places[near[0]]}.{near[0]}" if near else None
