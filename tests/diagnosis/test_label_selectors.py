from __future__ import annotations

import pytest

from allranks.diagnosis.label_selectors import fits

LABELS = {"zone": "west", "ray.io/accelerator-type": "A100"}


@pytest.mark.parametrize(
    ("selector", "met"),
    [
        ({}, True),
        ({"zone": "west"}, True),
        ({"zone": "east"}, False),
        ({"rack": "r1"}, False),
        ({"rack": "!r1"}, True),
        ({"zone": "!west"}, False),
        ({"zone": "in(east,west)"}, True),
        ({"zone": "in(east, north)"}, False),
        ({"zone": "!in(east, north)"}, True),
        ({"zone": "!in(west)"}, False),
        ({"zone": "west", "ray.io/accelerator-type": "H100"}, False),
        ({"zone": "what(is)(this)"}, True),
    ],
)
def test_a_selector_is_read_as_ray_reads_it(selector: dict[str, str], met: bool) -> None:
    assert fits(LABELS, selector) == met
