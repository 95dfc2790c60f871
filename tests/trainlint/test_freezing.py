from __future__ import annotations

import ast

import pytest

from parsed_programs import module_of
from trainlint.freezing import frozen, root_of
from trainlint.loop import TrainLoop


def frozen_in(*lines: str) -> list[tuple[str, bool]]:
    """What a loop of these lines freezes, and whether as a whole."""
    module = module_of("def train_loop():\n    " + "\n    ".join(lines))
    return [(ast.unparse(one.owner), one.all) for one in frozen(TrainLoop(module, module.functions[0]))]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["m.requires_grad_(False)"], [("m", True)]),
        (["m.encoder.requires_grad_(requires_grad=False)"], [("m.encoder", True)]),
        (["for p in m.parameters():", "    p.requires_grad = False"], [("m", True)]),
        (["for p in m.a.parameters():", "    p.requires_grad = False"], [("m.a", True)]),
        (["for n, p in m.named_parameters():", "    if n:", "        p.requires_grad = False"], [("m", False)]),
        (["for p in m.parameters():", "    print(p)", "    p.requires_grad = False"], [("m", False)]),
        (["for p in other:", "    p.requires_grad = False"], []),
        (["p.requires_grad = False"], []),
        (["m.requires_grad_()"], []),
        (["m.requires_grad_(False)", "m.head.requires_grad_(True)"], []),
        (["m.requires_grad_(False)", "p.requires_grad = name in chosen"], []),
    ],
)
def test_what_a_loop_freezes(lines: list[str], expected: list[tuple[str, bool]]) -> None:
    assert frozen_in(*lines) == expected


def test_the_root_of_a_part_is_its_model() -> None:
    expression = ast.parse("model.module.layers[0].weight", mode="eval").body
    assert ast.unparse(root_of(expression)) == "model"
