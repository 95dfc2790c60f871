from __future__ import annotations

import ast

import pytest

from parsed_programs import module_of
from trainlint.checkpoints import checkpoint_of, directory_of, is_checkpoint, is_resumed_from
from trainlint.module import Module

HEAD = """
from ray import train
from ray.train import Checkpoint
from ray.train.torch import TorchTrainer
latest = train.get_checkpoint()
result = TorchTrainer(lambda: None).fit()
other = something()
maybe = None
if other:
    maybe = Checkpoint.from_directory("/tmp/a")
with latest.as_directory() as folder:
    pass
with other.as_directory() as elsewhere:
    pass
"""


def last(expression: str) -> tuple[Module, ast.expr]:
    module = module_of(HEAD + expression)
    statement = module.tree.body[-1]
    assert isinstance(statement, ast.Expr)
    return module, statement.value


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("latest", True),
        ("maybe", True),
        ("result.checkpoint", True),
        ("train.get_checkpoint()", True),
        ("Checkpoint('/tmp/a')", True),
        ("other", False),
        ("other.checkpoint", False),
        ("folder", False),
        ("None", False),
    ],
)
def test_a_checkpoint_is_known_by_where_it_comes_from(expression: str, expected: bool) -> None:
    module, value = last(expression)
    assert is_checkpoint(module, value) is expected


@pytest.mark.parametrize(
    ("expression", "expected"),
    [("folder", True), ("latest.to_directory()", True), ("elsewhere", False), ("result.path", False)],
)
def test_a_directory_is_known_to_be_of_the_latest_checkpoint(expression: str, expected: bool) -> None:
    module, value = last(expression)
    assert is_resumed_from(module, value) is expected


@pytest.mark.parametrize(
    ("expression", "directory"),
    [("Checkpoint.from_directory(folder)", "folder"), ("Checkpoint(path=folder)", "folder"), ("other(folder)", None)],
)
def test_a_checkpoint_names_its_directory(expression: str, directory: str | None) -> None:
    module, value = last(expression)
    found = directory_of(module, value)
    assert (ast.unparse(found) if found else None) == directory


@pytest.mark.parametrize(
    ("report", "checkpoint"),
    [
        ("train.report({}, checkpoint=latest)", "latest"),
        ("train.report({}, latest)", "latest"),
        ("train.report({}, checkpoint=None)", None),
        ("train.report({})", None),
    ],
)
def test_the_checkpoint_of_a_report(report: str, checkpoint: str | None) -> None:
    _, call = last(report)
    assert isinstance(call, ast.Call)
    found = checkpoint_of(call)
    assert (ast.unparse(found) if found else None) == checkpoint
