"""A call has an argument that the function does not take, or lacks one that it needs."""

from __future__ import annotations

import difflib
import re
from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised

_UNKNOWN = re.compile(r"([\w.<>]+?)(?:\.__init__)?\(\) got an unexpected keyword argument '(\w+)'")
_OF_RAY_TRAIN = {
    "ScalingConfig": (
        *("num_workers", "use_gpu", "resources_per_worker", "placement_strategy", "accelerator_type"),
        *("label_selector", "trainer_resources", "use_tpu", "topology", "elastic_resize_monitor_interval_s"),
    ),
    "RunConfig": (
        *("name", "storage_path", "storage_filesystem", "failure_config", "checkpoint_config", "callbacks"),
        *("worker_runtime_env", "logging_config"),
    ),
    "FailureConfig": ("max_failures", "controller_failure_limit", "max_preemption_failures", "preemption_grace_s"),
    "CheckpointConfig": ("num_to_keep", "checkpoint_score_attribute", "checkpoint_score_order"),
    "TorchTrainer": (
        *("train_loop_per_worker", "train_loop_config", "torch_config", "scaling_config", "run_config", "datasets"),
        *("dataset_config", "validation_config", "metadata", "resume_from_checkpoint"),
    ),
    "TorchConfig": ("backend", "init_method", "timeout_s"),
    "report": (
        *(
            "metrics",
            "checkpoint",
            "checkpoint_dir_name",
            "checkpoint_upload_mode",
            "delete_local_checkpoint_after_upload",
        ),
        *("checkpoint_upload_fn", "validation"),
    ),
}
"""What these take, by the documentation of Ray 2.60."""
_SUGGESTED = re.compile(r"Did you mean '(\w+)'")
_SHOWN = 8


class ArgumentNotKnown(KnownError):
    """Said where the learner's own line makes the call. For Ray Train's own classes what they take is told."""

    id: ClassVar[str] = "argument_not_known"
    order: ClassVar[int] = 456

    def explain(self, error: Raised, observed: Observed) -> Known | None:
        found = _UNKNOWN.search(error.message)
        where = error.where
        if error.error_type != "TypeError" or found is None or where is None:
            return None
        callee, argument = found[1].rsplit(".", 1)[-1], found[2]
        known = _OF_RAY_TRAIN.get(callee, _own_parameters(observed, callee))
        suggested = _SUGGESTED.search(error.message)
        close = difflib.get_close_matches(argument, known, 1, 0.6)
        near = suggested[1] if suggested else close[0] if close else None
        listed = f" It takes {', '.join(known[:_SHOWN])}." if known else ""
        return Known(
            title=f"{callee} has no argument {argument}, which line {where.line} gives it"
            + (f"; {near} is near" if near else ""),
            what_happened=f"An argument is found by its exact name.{listed}",
            mend=f"Write `{near}=` in place of `{argument}=`, if that was meant."
            if near
            else f"Take `{argument}` out, or look up in the documentation of your version what `{callee}` takes.",
        )


def _own_parameters(observed: Observed, name: str) -> tuple[str, ...]:
    """The parameters of a function or a class of the file."""
    return tuple(observed.program.parameters_of(name))
