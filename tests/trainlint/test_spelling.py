from __future__ import annotations

import ast

import pytest

from parsed_programs import module_of
from trainlint.diagnostic import Diagnostic, Edit, Fix
from trainlint.fixing import apply_fixes
from trainlint.spelling import removed, spelled

NAME = "ray.train.torch.get_device"


def mended(text: str, *edits: Edit) -> str:
    """`text` after `edits`."""
    fix = Fix("Mend it", edits)
    return apply_fixes(text, [Diagnostic("X", "x", "info", "", "", 1, 0, 1, 1, "trainlint", fix=fix)])[0]


@pytest.mark.parametrize(
    ("imports", "expected"),
    [
        ("import ray.train.torch", "ray.train.torch.get_device"),
        ("from ray import train\nfrom ray.train.torch import TorchTrainer", "train.torch.get_device"),
        ("from ray import train as t\nimport ray.train.torch", "t.torch.get_device"),
        ("from ray.train import torch as rt", "rt.get_device"),
        ("import ray.train.torch as rt\nimport ray", "rt.get_device"),
        ("from ray.train.torch import get_device", "get_device"),
        ("import ray\nfrom ray.train.torch import get_device as device_of_rank", "device_of_rank"),
    ],
)
def test_a_name_is_written_through_the_nearest_import(imports: str, expected: str) -> None:
    module = module_of(f"{imports}\ndef f():\n    here()\n")
    assert spelled(module, module.calls[0], NAME) == (expected, ())


@pytest.mark.parametrize(
    ("imports", "expected"),
    [
        ("from ray.train.torch import TorchTrainer", "from ray.train.torch import TorchTrainer, get_device"),
        (
            "from ray.train.torch import TorchConfig, TorchTrainer, prepare_model",
            "from ray.train.torch import TorchConfig, TorchTrainer, get_device, prepare_model",
        ),
        ("from ray.train.torch import prepare_model", "from ray.train.torch import get_device, prepare_model"),
        ("from ray.train.torch import (\n    A,\n)", "from ray.train.torch import (\n    A, get_device,\n)"),
    ],
)
def test_an_import_takes_the_name_in_where_it_belongs(imports: str, expected: str) -> None:
    text = f"{imports}\nhere()\n"
    module = module_of(text)
    written = spelled(module, module.calls[0], NAME)
    assert written is not None
    assert written[0] == "get_device"
    assert mended(text, *written[1]) == f"{expected}\nhere()\n"


@pytest.mark.parametrize(
    "text",
    [
        "from ray import train\nhere()",
        "from ray.train.torch import *\nhere()",
        "from ray.train.torch import A\nget_device = 1\nhere()",
        "from ray import train\nfrom ray.train.torch import A\ndef f(train, get_device):\n    here()",
    ],
)
def test_a_name_that_nothing_leads_to_for_certain_is_not_written(text: str) -> None:
    module = module_of(text)
    assert spelled(module, module.calls[0], NAME) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\nb()\nc\n", "a\nc\n"),
        ("a\nb(\n    1,\n)  # why\nc\n", "a\nc\n"),
        ("if a:\n    b()\n", "if a:\n    pass\n"),
    ],
)
def test_a_statement_is_taken_out_with_its_line(text: str, expected: str) -> None:
    module = module_of(text)
    statement = module.parent(module.calls[0])
    assert isinstance(statement, ast.stmt)
    edit = removed(module, statement)
    assert edit is not None
    assert mended(text, edit) == expected


@pytest.mark.parametrize("text", ["a; b()\n", "b(); a\n", "a\nb()"])
def test_a_statement_that_shares_its_line_stays(text: str) -> None:
    module = module_of(text)
    statement = module.parent(module.calls[0])
    assert isinstance(statement, ast.stmt)
    assert removed(module, statement) is None
