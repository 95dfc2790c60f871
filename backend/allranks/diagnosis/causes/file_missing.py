"""The program read a file that is not where it looked."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised

_PATH = re.compile(r"(?:No such file or directory|[Pp]ath does not exist|does not exist)[^']*'([^']+)'")
_MADE_HERE = ("/tmp/", "/dev/", "/proc/", "/sys/", "/usr/", "/etc/")  # noqa: S108  # read in a message, never opened


class FileMissing(KnownError):
    """A file of the learner's own machine, or one that the driver wrote into a folder which is not a worker's."""

    id: ClassVar[str] = "file_missing"
    order: ClassVar[int] = 497

    def explain(self, error: Raised, observed: Observed) -> Known | None:
        found = _PATH.search(error.message)
        where = error.where
        if error.error_type != "FileNotFoundError" or found is None or where is None:
            return None
        path = found[1]
        if error.passes("subprocess.py") and "cwd" not in where.text:  # which may be what is missing
            return Known(
                title=f"There is no program {path} here, which line {where.line} starts",
                what_happened=(
                    "What a program starts has to be installed on the machine of each rank. In the playground there "
                    "are Python, its packages and the system's own tools, and no driver of a device that is not there."
                ),
                mend=(
                    f"Leave it out, or ask first whether it is there: `shutil.which({path!r})`. What GPUs there are, "
                    "`torch.cuda` tells without another program."
                ),
                sketch=f"if shutil.which({path!r}):\n    subprocess.run([{path!r}])\n",
            )
        if path.startswith(_MADE_HERE) or "checkpoint" in path:
            return None  # the program or Ray has made it, and lost it again
        name = PurePosixPath(path).name
        is_relative = not path.startswith(("/", "~"))
        said = sum(name in line for line in observed.source.splitlines())
        if error.rank is not None and is_relative and said > 1:
            return Known(
                title=f"There is no {path} in the folder that the worker runs in",
                what_happened=(
                    "Each worker begins in a folder of the training run, not in the one in which the program was "
                    "started: a relative path means another place there than on the driver."
                ),
                mend=(
                    "Either hand the worker the whole path, `os.path.abspath(...)` taken before `fit()`, by way of "
                    "`train_loop_config`; or write the file in the loop, where it is read."
                ),
                sketch=f'TorchTrainer(..., train_loop_config={{"path": os.path.abspath({name!r})}})\n',
                rules=("RTL232",),
            )
        return Known(
            title=f"There is no file {path}, which line {where.line} reads",
            what_happened=(
                "A run begins in an empty folder with the program alone: it finds what it wrote itself and what is "
                "installed, and no file of another machine."
            ),
            mend=(
                "Either make the data in the program, or write the file before it is read. On a cluster every machine "
                "needs it: put it where all of them can read."
            ),
            rules=("RTL232",),
        )
