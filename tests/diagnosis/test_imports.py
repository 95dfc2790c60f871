from __future__ import annotations

import ast

import pytest

from allranks.diagnosis.imports import IMPORTS, to_paste
from failing_runs import PROGRAM, told


def pasted(sketch: str, program: str) -> str:
    return to_paste(sketch, ast.parse(program))


def test_a_sketch_brings_the_imports_that_the_program_lacks() -> None:
    sketch = "with tempfile.TemporaryDirectory() as folder:\n    train.report({})\n"

    assert pasted(sketch, "from ray import train\n") == f"import tempfile\n{sketch}"


def test_what_the_program_and_the_sketch_bind_themselves_is_not_imported() -> None:
    sketch = "checkpoint = train.get_checkpoint()\nprint(checkpoint, torch)\n"

    assert pasted(sketch, "import torch\nfrom ray import train\n") == sketch
    assert pasted("from ray import train\ntrain.report({})\n", "import ray\n").count("import") == 1


def test_what_is_written_in_full_is_imported_in_full() -> None:
    sketch = "device = ray.train.torch.get_device()\n"

    assert pasted(sketch, "from ray.train.torch import TorchTrainer\n") == f"import ray.train.torch\n{sketch}"
    assert pasted(sketch, "import ray\n") == sketch


def test_ray_s_train_is_written_in_full_where_the_program_has_a_train_of_its_own() -> None:
    sketch = "train.report(metrics)\n"

    assert pasted(sketch, "import ray\ndef train(config): ...\n") == "ray.train.report(metrics)\n"
    assert pasted(sketch, "def train(config): ...\n") == "import ray\nray.train.report(metrics)\n"
    assert pasted(sketch, "import ray.train as train\n") == sketch


def test_a_file_that_is_no_python_gets_the_sketch_alone() -> None:
    assert to_paste("train.report({})\n", ast.Module(body=[], type_ignores=[])) == "train.report({})\n"


def test_a_diagnosis_has_a_sketch_that_can_be_pasted() -> None:
    [diagnosis] = told("NotImplementedError", "Expected all tensors to be on the same device, cpu and meta")

    assert diagnosis.sketch is not None
    assert diagnosis.sketch.startswith("import ray.train.torch\nimport torch\ndevice = ")
    assert "import ray.train.torch" not in PROGRAM


@pytest.mark.ray
def test_each_import_that_is_advised_gives_its_name() -> None:
    for name, statement in IMPORTS.items():
        given: dict[str, object] = {}
        exec(statement, given)
        assert name in given, statement
