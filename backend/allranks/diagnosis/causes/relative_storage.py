"""Ray Train was given a storage path that it cannot find a filesystem for."""

from __future__ import annotations

import re
from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.linted import said_before
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised

_NO_SCHEME = re.compile(r"URI has empty scheme: '(.*?)'")
_UNKNOWN = re.compile(r"Unrecognized filesystem type in URI: (\S+)|(\w+)://\S* .*(?:not supported|no filesystem)")


class RelativeStorage(KnownError):
    """The controller looks for the filesystem as it is made, so that this looks like a crash of Ray's own."""

    id: ClassVar[str] = "relative_storage"
    order: ClassVar[int] = 418

    def explain(self, error: Raised, observed: Observed) -> Known | None:

        empty = _NO_SCHEME.search(error.message)
        unknown = _UNKNOWN.search(error.message)
        if "ArrowInvalid" not in f"{error.error_type} {error.message}" or not (empty or unknown):
            return None
        linted = said_before(observed, ("RTL216",))
        where = observed.program.frame(linted.line) if linted else None
        if empty is None:
            return Known(
                title="The storage path names a filesystem that is not known",
                what_happened=f"`{unknown[1] or unknown[2]}` is no address that pyarrow has a filesystem for."
                if unknown
                else "",
                mend="Use an absolute folder, or an address such as `s3://bucket/folder`.",
                rules=("RTL216",),
                where=where,
            )
        return Known(
            title=f"storage_path is relative: {empty[1]}",
            what_happened=(
                f"Ray Train looked for a filesystem for `{empty[1]}` and takes an absolute folder, `~`, or an address "
                "with a scheme. It does so as its controller is made, hence the ActorDiedError: nothing crashed, and "
                "no worker was started."
            ),
            mend="Make the path absolute.",
            sketch=f'RunConfig(storage_path=os.path.abspath("{empty[1]}"))\n',
            rules=("RTL216",),
            where=where,
        )
