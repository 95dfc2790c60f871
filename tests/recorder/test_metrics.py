"""From what learners report to flat metrics."""

import math
from typing import Any

import numpy as np
import pytest

from allranks.protocol import MetricsReported
from allranks.recorder.metrics import KEYS, TEXT_CHARACTERS, flatten, other_types


class Hostile(dict[str, Any]):
    def __repr__(self) -> str:
        return "h" * 10_000


@pytest.mark.parametrize(
    ("reported", "flat"),
    [
        ({"loss": 0.5, "epoch": 3}, {"loss": 0.5, "epoch": 3}),
        ({"val": {"loss": 1.0, "deep": {"er": 2}}}, {"val/loss": 1.0, "val/deep/er": 2}),
        (
            {"a": math.nan, "b": math.inf, "c": -math.inf},
            {"a": {"nonfinite": "nan"}, "b": {"nonfinite": "inf"}, "c": {"nonfinite": "-inf"}},
        ),
        ({"n": np.float32(0.25), "i": np.int64(7), "one": np.array([1.5])}, {"n": 0.25, "i": 7, "one": 1.5}),
        ({1: True, "none": None}, {"1": True, "none": None}),
        ({"big": 2**60}, {"big": float(2**60)}),
        ({"huge": 10**5000}, {"huge": {"nonfinite": "inf"}}),
        ({"list": [1, 2]}, {"list": "[1, 2]"}),
        ("not a dict", {"value": "not a dict"}),
        ({}, {}),
    ],
)
def test_metrics_become_flat(reported: Any, flat: dict[str, Any]) -> None:
    assert flatten(reported) == flat


def test_keys_and_texts_are_bounded() -> None:
    flat = flatten({"k" * 500 + str(number): "t" * 5_000 for number in range(200)})
    assert len(flat) <= KEYS
    assert all(len(value) == TEXT_CHARACTERS for value in flat.values())


def test_a_dict_within_itself_ends() -> None:
    loop: dict[str, Any] = {}
    loop["again"] = loop
    assert list(flatten(loop)) == ["again/again/again/again/again/again"]


def test_whatever_comes_out_is_a_valid_event() -> None:
    flat = flatten({"a": math.nan, "b": [object()], "c": np.zeros(3), "d": 10**400, "e": Hostile()})
    MetricsReported(attempt=1, rank=0, index=0, metrics=flat, with_checkpoint=False, reported_at=0.0)


@pytest.mark.parametrize(
    ("reported", "types"),
    [
        ({"loss": 0.5, "epoch": 3, "best": True, "phase": "warm", "none": None}, {}),
        ({"n": np.float32(0.25), "i": np.int64(7), "one": np.array([1.5])}, {}),
        ({"loss": np.float32(0.25).item, "losses": [1.0], "val": {"loss": 1.0}}, {"val": "dict", "losses": "list"}),
        ({"rows": np.zeros(3), 1: (1, 2), "f": len, "g": [].append}, {"rows": "ndarray", "1": "tuple"}),
        ([0.5], {}),
    ],
)
def test_what_is_no_number_is_told_by_its_type(reported: Any, types: dict[str, str]) -> None:
    methods = {
        "loss": "builtin_function_or_method",
        "f": "builtin_function_or_method",
        "g": "builtin_function_or_method",
    }
    callables = {key: methods[key] for key in methods if isinstance(reported, dict) and callable(reported.get(key))}

    assert other_types(reported) == types | callables


def test_types_are_bounded_too() -> None:
    found = other_types({"k" * 500 + str(number): [number] for number in range(200)})

    assert len(found) <= KEYS
