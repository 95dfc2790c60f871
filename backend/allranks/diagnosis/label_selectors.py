"""Ray's label selectors: which nodes may take a worker."""

from __future__ import annotations

import re
from collections.abc import Mapping

_FORM = re.compile(r"(?P<no>!?)\s*(?:in\((?P<several>[^()]*)\)|(?P<one>[^!()\s,]+))")


def fits(labels: Mapping[str, str], selector: Mapping[str, str]) -> bool:
    """Whether a node with `labels` meets every demand of `selector`: `value`, `!value`, `in(a, b)` or `!in(a, b)`.

    A demand in a form that is not known counts as met: who cannot read it must not refuse for it.
    """
    return all(_meets(labels.get(name), demand) for name, demand in selector.items())


def _meets(value: str | None, demand: str) -> bool:
    read = _FORM.fullmatch(demand.strip())
    if read is None:
        return True
    wanted = [read["one"]] if read["one"] else [each.strip() for each in read["several"].split(",")]
    return (value in wanted) != bool(read["no"])
