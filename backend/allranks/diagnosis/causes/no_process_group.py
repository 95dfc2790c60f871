"""torch.distributed was asked where there is no process group."""

from __future__ import annotations

from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised

_NONE = "Default process group has not been initialized"


class NoProcessGroup(KnownError):
    """Ray Train sets it up in each worker, before the loop; the program's own process is no rank."""

    id: ClassVar[str] = "no_process_group"
    order: ClassVar[int] = 431

    def explain(self, error: Raised, observed: Observed) -> Known | None:
        where = error.where
        if where is None or _NONE not in error.message:
            return None
        driver = error.rank is None
        return Known(
            title=f"Line {where.line} asks for the process group, and there is none",
            what_happened=(
                "The program's own process is no rank: Ray Train sets up a process group in each worker, just before "
                "it calls the loop there."
                if driver
                else "It is set up by `TorchTrainer` in each worker; here it was not, or it was destroyed before."
            ),
            mend="Ask inside the training loop, where there is a rank."
            if driver
            else "Use `TorchTrainer`, and leave the process group to Ray Train.",
            sketch=(
                "def train_loop(config):\n"
                "    rank = train.get_context().get_world_rank()\n"
                "    world_size = train.get_context().get_world_size()\n"
            ),
        )
