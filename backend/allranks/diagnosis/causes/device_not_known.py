"""A device was named that torch has no word for."""

from __future__ import annotations

import re
from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised

_UNKNOWN = re.compile(r"device type at start of device string: (\S+)|Invalid device string: '([^']*)'")


class DeviceNotKnown(KnownError):
    """`gpu`, `cuda0` and the like."""

    id: ClassVar[str] = "device_not_known"
    order: ClassVar[int] = 403

    def explain(self, error: Raised, observed: Observed) -> Known | None:
        found = _UNKNOWN.search(error.message)
        where = error.where
        if found is None or where is None:
            return None
        name = found[1] or found[2]
        return Known(
            title=f"{name} at line {where.line} is not a device of torch",
            what_happened="torch's names are `cpu` and `cuda`, with the number after a colon: `cuda:0`.",
            mend="Take the device that Ray Train gave this rank, and name none by hand.",
            sketch="device = ray.train.torch.get_device()\nmodel = model.to(device)\n",
            rules=("RTL143",),
        )
