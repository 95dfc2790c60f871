from __future__ import annotations

import ast

import pytest

from parsed_programs import module_of
from trainlint.gradients import averages_by_hand, behind, differentiated
from trainlint.loop import TrainLoop


def loop_of(text: str) -> TrainLoop:
    module = module_of(text)
    return TrainLoop(module, module.functions[0])


def called_behind(text: str) -> set[str]:
    """The functions that the only loss of `train_loop` has been through."""
    loop = loop_of(text)
    [(_, loss)] = differentiated(loop)
    calls = [node for node in behind(loop.module, loss) if isinstance(node, ast.Call)]
    return {ast.unparse(call.func) for call in calls}


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("loss.backward()", "loss"),
        ("(loss / 4).backward()", "loss / 4"),
        ("scaler.scale(loss).backward()", "scaler.scale(loss)"),
        ("accelerator.backward(loss)", "loss"),
    ],
)
def test_what_backward_is_called_on(body: str, expected: str) -> None:
    [(_, loss)] = differentiated(loop_of(f"def train_loop():\n    {body}"))
    assert ast.unparse(loss) == expected


def test_a_loss_is_followed_through_variables_tuples_sums_and_functions() -> None:
    assert called_behind("""
        def train_loop():
            outputs, other = model(x), unseen(x)
            total = start()
            for _ in range(3):
                total += step(outputs)
            total.backward()

        def step(given):
            scaled = scale(given)
            return scaled.mean()
    """) >= {"model", "start", "step", "scale", "scaled.mean"}


def test_what_is_cut_from_the_graph_is_not_followed() -> None:
    assert called_behind("""
        import torch

        def train_loop():
            with torch.no_grad():
                targets = teacher(x)
            weight = measure(x).item()
            fixed = frozen(x)
            loss = model(x) - targets * weight + fixed.detach()
            loss.backward()
    """) == {"model"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("def train_loop():\n    for p in m.parameters():\n        dist.all_reduce(p.grad)", True),
        ("def train_loop():\n    for p in m.parameters():\n        dist.all_reduce(p)", True),
        ("def train_loop():\n    dist.all_reduce(loss)", False),
        ("def train_loop():\n    print(p.grad)", False),
    ],
)
def test_who_averages_gradients_by_hand(text: str, expected: bool) -> None:
    assert averages_by_hand(loop_of(text)) is expected
