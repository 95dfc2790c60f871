from __future__ import annotations

import pytest

from parsed_programs import module_of
from trainlint.guards import Guards
from trainlint.ranks import world_of
from trainlint.scopes import Function

HEAD = """
from ray import train
rank = train.get_context().get_world_rank()
def meet(): together()
"""


def kept_away(body: str) -> list[bool]:
    """For each meeting in a loop with this body, whether only some ranks get there."""
    lines = "\n".join(f"    {line}" for line in body.splitlines())
    module = module_of(f"{HEAD}def loop(config):\n{lines}\n")
    ranks = world_of(module)
    assert ranks is not None
    guards = Guards(module, ranks, lambda call: module.qualified(call.func) is None and call.func.id == "together")  # type: ignore[attr-defined] # only plain names are called here
    loop: Function = module.functions[-1]
    return [guards.keeps_ranks_away(call, loop) for call in guards.meetings(loop)]


@pytest.mark.parametrize(
    ("body", "kept"),
    [
        ("together()", [False]),
        ("if rank == 0:\n    together()", [True]),
        ("if rank == 0:\n    meet()", [True]),
        ("if rank == 0:\n    together()\nelse:\n    together()", [False, False]),
        ("if rank > 0:\n    return\ntogether()", [True]),
        ("if rank > 0:\n    together()\n    return\ntogether()", [False, False]),
        ("rank == 0 and together()", [True]),
        ("together() if rank == 0 else None", [True]),
        ("if config:\n    together()", [False]),
    ],
)
def test_a_meeting_is_kept_from_some_ranks_or_from_none(body: str, kept: list[bool]) -> None:
    assert kept_away(body) == kept
