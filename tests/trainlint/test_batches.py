from __future__ import annotations

import ast

import pytest

from parsed_programs import module_of
from trainlint.batches import parallel_loops, readings_of

HEAD = """
import itertools
import torch
from ray import train
from ray.train.torch import TorchTrainer, prepare_data_loader
from torch.utils.data import DataLoader
from tqdm import tqdm
def step(batch): batch.mean().backward()
def maybe(batch, training):
    if training:
        step(batch)
"""
TRAINER = """
TorchTrainer(loop, scaling_config=train.ScalingConfig(num_workers=WORKERS))
"""


def read_in(body: str, workers: str = "2") -> list[tuple[str, list[tuple[str, bool]]]]:
    """What is read in a loop of this body: the expression, and its loaders with whether each is prepared."""
    lines = "\n".join("    " + line for line in body.strip("\n").split("\n"))
    module = module_of(f"{HEAD}def loop():\n{lines}\n{TRAINER.replace('WORKERS', workers)}")
    return [
        (
            ast.unparse(reading.iterated),
            [(ast.unparse(loader.call), loader.prepared_by is not None) for loader in reading.loaders],
        )
        for reading in readings_of(module)
    ]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("for b in DataLoader(rows): step(b)", [("DataLoader(rows)", [("DataLoader(rows)", False)])]),
        ("a = DataLoader(1)\nfor i, b in enumerate(tqdm(a)):\n    step(b)", [("a", [("DataLoader(1)", False)])]),
        ("a = DataLoader(1)\na = prepare_data_loader(a)\n[step(b) for b in a]", [("a", [("DataLoader(1)", True)])]),
        (
            "a = DataLoader(1)\np = prepare_data_loader(a)\nfor b in a: step(b)",
            [("a", [("DataLoader(1)", False)])],
        ),
        (
            "for b, c in zip(DataLoader(1), DataLoader(2)): step(b + c)",
            [
                ("DataLoader(1)", [("DataLoader(1)", False)]),
                ("DataLoader(2)", [("DataLoader(2)", False)]),
            ],
        ),
        (
            "it = iter(DataLoader(1))\nwhile True:\n    step(next(it))",
            [("DataLoader(1)", [("DataLoader(1)", False)])],
        ),
        ("for b in other(DataLoader(1)): step(b)", [("other(DataLoader(1))", [])]),
        ("for b in DataLoader(1): print(b)", []),
        ("for b in DataLoader(1): maybe(b, False)", []),
        ("for b in DataLoader(1):\n    if b: step(b)", []),
        ("def later():\n    for b in DataLoader(1): print(b)\nstep(1)", []),
    ],
)
def test_what_is_trained_on_is_found_with_its_loaders(
    body: str, expected: list[tuple[str, list[tuple[str, bool]]]]
) -> None:
    assert read_in(body) == expected


def test_one_worker_reads_nothing_twice() -> None:
    assert read_in("for b in DataLoader(1): step(b)", workers="1") == []
    assert read_in("for b in DataLoader(1): step(b)", workers="(1, 4)") == []
    assert read_in("for b in DataLoader(1): step(b)", workers="count") == []


@pytest.mark.parametrize(
    ("body", "is_parallel"),
    [
        ("parallelize_module(1)", False),
        ("init_device_mesh('cpu', (2, 2))", False),
        ("init_device_mesh('cpu', shape)", False),
        ("init_device_mesh('cpu', (4,))", True),
    ],
)
def test_a_divided_model_wants_the_same_rows_on_all_ranks(body: str, is_parallel: bool) -> None:
    module = module_of(f"{HEAD}def loop(): {body}\n" + TRAINER.replace("WORKERS", "2"))
    assert bool(parallel_loops(module)) is is_parallel


@pytest.mark.parametrize(
    ("body", "is_repeated"),
    [
        ("for e in range(3):\n    for b in DataLoader(1): step(b)", True),
        ("while more():\n    [step(b) for b in DataLoader(1)]", True),
        ("def epoch(a):\n    for b in a: step(b)\nfor e in range(3): epoch(DataLoader(1))", True),
        ("for e in range(1):\n    for b in DataLoader(1): step(b)", False),
        ("for b in DataLoader(1): step(b)", False),
    ],
)
def test_the_loop_over_epochs_is_found(body: str, is_repeated: bool) -> None:
    lines = "\n".join("    " + line for line in body.split("\n"))
    module = module_of(f"{HEAD}def loop():\n{lines}\n{TRAINER.replace('WORKERS', '2')}")
    reading = next(found for found in readings_of(module) if found.loaders)
    assert (reading.epochs is not None) is is_repeated


def test_a_loader_that_a_helper_returns_in_a_tuple_is_found() -> None:
    body = "def both(): return DataLoader(1), DataLoader(2)\na, b = both()\nfor x in b: step(x)"
    assert read_in(body) == [("b", [("DataLoader(2)", False)])]
