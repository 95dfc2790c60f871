"""The table itself; that Ray does what it says is proved in `tests/ray`."""

from __future__ import annotations

import re

import pytest

from trainlint import old_api
from trainlint.old_entry import Old

TABLES: list[dict[str, Old]] = [
    old_api.REMOVED,
    old_api.MOVED,
    old_api.SESSION,
    old_api.FUNCTIONS,
    *old_api.ARGUMENTS.values(),
    old_api.CHECKPOINT_MEMBERS,
    old_api.TRAINER_MEMBERS,
    old_api.CONTEXT_MEMBERS,
    old_api.RESULT_MEMBERS,
    old_api.FRAMEWORK_CHECKPOINTS,
]
ENTRIES = [(name, old) for table in TABLES for name, old in table.items()]


@pytest.mark.parametrize(("name", "old"), ENTRIES, ids=[name for name, _ in ENTRIES])
def test_an_entry_is_complete(name: str, old: Old) -> None:
    assert old.instead.endswith(".")
    assert bool(old.raises) == (old.effect != "ignored")
    assert re.fullmatch(r"\d\.\d+", old.since) or old.since == "1.13"
    assert not old.moved_to or old.moved_to.startswith("ray.train.")
    assert not (old.drop and old.renamed_to)


def test_nothing_moves_to_a_place_that_is_itself_old() -> None:
    named = {name for name, _ in ENTRIES}
    assert [old.moved_to for _, old in ENTRIES if old.moved_to in named] == []
