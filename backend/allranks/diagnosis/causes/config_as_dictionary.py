"""A dictionary was given where Ray Train takes an object of its own."""

from __future__ import annotations

import ast
import re
from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised

_OF_A_DICTIONARY = re.compile(r"'dict' object has no attribute '\w+'|Invalid `\w+` type|dict'?>? (?:is not|for)")
_TAKES = {
    "scaling_config": "ScalingConfig",
    "run_config": "RunConfig",
    "torch_config": "TorchConfig",
    "checkpoint_config": "CheckpointConfig",
    "failure_config": "FailureConfig",
}


class ConfigAsDictionary(KnownError):
    """`scaling_config={"num_workers": 2}`. The trainer looks for attributes, and a dictionary has none."""

    id: ClassVar[str] = "config_as_dictionary"
    order: ClassVar[int] = 429

    def explain(self, error: Raised, observed: Observed) -> Known | None:
        if error.error_type not in ("AttributeError", "TypeError", "ValueError"):
            return None
        given = _given(observed)
        if given is None or _OF_A_DICTIONARY.search(error.message) is None or not error.passes("ray/"):
            return None
        argument, value = given
        name = _TAKES[argument]
        return Known(
            title=f"The {argument} at line {value.lineno} is a dictionary and no {name}",
            what_happened=f"Ray Train takes a `ray.train.{name}` there: an object with attributes, which checks them.",
            mend=f"Give the same values to `{name}` as arguments.",
            sketch=f"{argument}={_call(name, value)}\n",
            where=observed.program.frame(value.lineno),
        )


def _given(observed: Observed) -> tuple[str, ast.Dict] | None:
    for argument in _TAKES:
        for value in observed.program.given(argument):
            if isinstance(value, ast.Dict):
                return argument, value
    return None


def _call(name: str, value: ast.Dict) -> str:
    """The object that has what the dictionary had."""
    keywords = [
        ast.keyword(key.value if isinstance(key, ast.Constant) and isinstance(key.value, str) else None, each)
        for key, each in zip(value.keys, value.values, strict=True)
    ]
    return ast.unparse(ast.Call(ast.Name(name), [], keywords))
