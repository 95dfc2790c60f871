"""Whose words are these: the learner's, or Ray's and torch's own?

Ray's Python loggers are redirected inside the sandbox, so this only has to know what is written straight to a terminal:
the driver's echo of other processes, C++ log lines, and start-up noise.
"""

from __future__ import annotations

import re
from typing import Literal

Origin = Literal["program", "ray"]

COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_RAY_ACTORS = (
    "TrainController|RayTrainWorker|SynchronizationActor|DatasetManager|PreemptionWatcher|PlacementGroupCleaner|"
    "_AutoscalingCoordinatorActor|TrainStateActor|SplitCoordinator|MapWorker|autoscaler|raylet|gcs_server|_StatsActor"
)
_RAY = re.compile(
    rf"^\((?:{_RAY_ACTORS})\b[^)]*\)"  # the driver's echo of one of Ray's own actors
    r"|^\(pid=[^)]*\)"  # the driver's echo of a process that has no name yet
    r"|^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3}\s+(?:DEBUG|INFO|WARNING|ERROR|CRITICAL)\s+\S+\.py:\d+ -- "
    r"|^\[\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} [DIWEFC] \d+ \d+\] "  # Ray's C++ log
    r"|^\[(?:rank\d+\]:)?\[?[DIWEF]\d{4} \d\d:\d\d:\d\d\.\d+"  # torch's C++ log
    r"|^\[Gloo\] Rank \d+ is connected to "
    r"|^\{\"__magic_token__\": \"__ray_tqdm_magic_token__\","  # a progress bar of Ray Data's, meant for the driver
    r"|^:(?:actor_name|job_id|task_name):"
)


def origin(line: str) -> Origin:
    """Who wrote `line`, a whole line without its colours."""
    return "ray" if _RAY.match(line) else "program"


def is_marker(line: str) -> bool:
    """True for lines that Ray's log monitor uses for itself and nobody should read."""
    return line.startswith((":actor_name:", ":job_id:", ":task_name:", "::"))
