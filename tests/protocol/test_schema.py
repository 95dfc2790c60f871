"""The schema that the page's types are generated from."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import get_args

from allranks.protocol import Event
from allranks.protocol.schema import schema

BACKEND = Path(__file__).parents[2] / "backend"


def printed(hash_seed: str) -> str:
    return subprocess.run(
        [sys.executable, "-m", "allranks.protocol.schema"],
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(BACKEND), "PYTHONHASHSEED": hash_seed},
        check=True,
        capture_output=True,
        text=True,
    ).stdout


def test_it_is_printed_the_same_each_time() -> None:
    first, second = printed("1"), printed("2")
    assert first == second
    assert json.loads(first) == json.loads(json.dumps(schema()))


def test_every_event_is_in_it_with_a_kind_that_a_switch_can_use() -> None:
    definitions = schema()["$defs"]
    for event in get_args(get_args(Event)[0]):
        definition = definitions[event.__name__]
        assert definition["properties"]["kind"]["const"] == event.model_fields["kind"].default
        assert "kind" in definition["required"]


def test_every_field_is_required_so_that_none_is_optional_in_typescript() -> None:
    for name, definition in schema()["$defs"].items():
        if definition.get("type") == "object":
            assert sorted(definition["required"]) == sorted(definition["properties"]), name


def test_fields_have_no_titles() -> None:
    for definition in schema()["$defs"].values():
        for field in definition.get("properties", {}).values():
            assert "title" not in field
