"""The claim `argument`."""

from __future__ import annotations

import pytest

from claiming import PROGRAM, holds
from trainlint.claim import read_claim

WRITTEN = 'torch.load("model.pt", weights_only=True)'


@pytest.mark.parametrize(
    ("instead", "given", "is_true"),
    [
        (WRITTEN, True, True),
        ('torch.load("model.pt", weights_only=False)', True, False),
        ('torch.load("model.pt", weights_only=1)', True, False),
        ('torch.load("model.pt", weights_only=safe)', True, None),
        ('torch.load("model.pt", weights_only=None)', False, False),
        ('torch.load("model.pt")', False, False),
        ('torch.load("model.pt", **how)', None, None),
        (f'{WRITTEN}\n    torch.load("other.pt")', False, False),
        ("print()", False, False),
    ],
)
def test_every_call_must_give_it(instead: str, given: bool | None, is_true: bool | None) -> None:
    source = PROGRAM.replace(WRITTEN, instead)
    assert holds(source, kind="argument", call="torch.load", name="weights_only") is given
    assert holds(source, kind="argument", call="torch.load", name="weights_only", equals=True) is is_true


def test_it_may_stand_in_its_place() -> None:
    claim = {"kind": "argument", "call": "torch.save", "name": "f", "equals": "model.pt"}
    assert holds(PROGRAM, **claim) is False
    assert holds(PROGRAM, **claim, place=1) is True


def test_it_is_written_as_one_writes_it() -> None:
    claim = read_claim({"kind": "argument", "call": "torch.load", "name": "weights_only", "equals": True})
    assert claim.says == "`torch.load` is given `weights_only=True`"
    assert claim.denies == "`torch.load` is not given `weights_only=True`"
