"""A script for torchrun, which starts a process for each rank and tells it who it is."""

from __future__ import annotations

import re
from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised

_UNSET = re.compile(r"environment variable (RANK|WORLD_SIZE|LOCAL_RANK|MASTER_ADDR|MASTER_PORT) expected, but not set")
_KEY = re.compile(r"^'(RANK|WORLD_SIZE|LOCAL_RANK|LOCAL_WORLD_SIZE|MASTER_ADDR|MASTER_PORT)'$")


class TorchrunScript(KnownError):
    """It asks in the driver for what torchrun puts into the environment. Ray Train does that in its workers alone."""

    id: ClassVar[str] = "torchrun_script"
    order: ClassVar[int] = 478

    def explain(self, error: Raised, observed: Observed) -> Known | None:
        unset = _KEY.search(error.message) if error.error_type == "KeyError" else _UNSET.search(error.message)
        if error.rank is not None or unset is None:
            return None
        where = error.where
        at = f"Line {where.line}" if where else "The program"
        return Known(
            title=f"{at} is written for torchrun: nobody has set {unset[1]} here",
            what_happened=(
                "torchrun starts the file once for each rank, with RANK, WORLD_SIZE and MASTER_ADDR set. "
                "Ray Train starts it once, and calls the training loop in each worker, where all of these are set and "
                "the process group is there."
            ),
            mend=(
                "Make what each rank does the training loop of a `TorchTrainer`, without `init_process_group` and "
                "`destroy_process_group`, and let `prepare_model` wrap the model."
            ),
            sketch=(
                "def train_loop(config):\n"
                "    main()  # without init_process_group and destroy_process_group\n\n"
                "TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()\n"
            ),
        )
