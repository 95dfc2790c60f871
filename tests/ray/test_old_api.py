"""Ray does with each entry of the linter's table of old APIs what the table says."""

from __future__ import annotations

import functools
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

import old_api_proof
from trainlint import old_api
from trainlint.old_entry import Old

pytestmark = [pytest.mark.ray, pytest.mark.timeout(300)]

ROOT = Path(__file__).parents[2]
FAMILIES: dict[str, dict[str, Old]] = {
    "": {
        **old_api.REMOVED,
        **old_api.MOVED,
        **old_api.SESSION,
        **old_api.FUNCTIONS,
        **old_api.FRAMEWORK_CHECKPOINTS,
        **{f"{name}({argument})": old for name, of in old_api.ARGUMENTS.items() for argument, old in of.items()},
    },
    "Checkpoint.": old_api.CHECKPOINT_MEMBERS,
    "checkpoint.": old_api.CHECKPOINT_MEMBERS,
    "trainer.": old_api.TRAINER_MEMBERS,
    "context.": old_api.CONTEXT_MEMBERS,
    "result.": old_api.RESULT_MEMBERS,
}
ENTRIES = {prefix + name: old for prefix, family in FAMILIES.items() for name, old in family.items()}
ARGUMENTS = {name: old for name, old in ENTRIES.items() if name.endswith(")")}


@functools.cache
def observed() -> dict[str, dict[str, Any]]:
    """What Ray did, found once in a process of its own."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("RAY_", "PYTHON"))}
    environment = {
        **kept,
        "PYTHONPATH": f"{ROOT / 'backend'}:{ROOT / 'tests/support'}",
        "RAY_USAGE_STATS_ENABLED": "0",
    }
    with tempfile.TemporaryDirectory() as folder:
        answer = Path(folder, "answer.json")
        command = [sys.executable, old_api_proof.__file__, str(answer)]
        subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True)
        found: dict[str, dict[str, Any]] = json.loads(answer.read_text())
    return found


@pytest.mark.parametrize("name", [name for name, old in ENTRIES.items() if old.effect == "missing"])
def test_what_is_missing_cannot_be_imported(name: str) -> None:
    assert ENTRIES[name].raises in observed()[name]["raised"]
    assert not observed()[name].get("bound")


@pytest.mark.parametrize("name", [name for name, old in ENTRIES.items() if old.effect == "raises"])
def test_what_raises_raises_what_the_table_says(name: str) -> None:
    assert observed()[name]["raised"][0] == ENTRIES[name].raises


@pytest.mark.parametrize("name", [name for name, old in ENTRIES.items() if old.effect == "warns"])
def test_what_warns_warns_and_works(name: str) -> None:
    assert ENTRIES[name].raises in observed()[name]["warned"]


@pytest.mark.parametrize("name", [name for name, old in ENTRIES.items() if old.effect == "ignored"])
def test_what_is_ignored_gives_the_second_of_two_ranks_nothing(name: str) -> None:
    value = observed()[name]["value"]
    assert value in ("None", "0", "1") or name.endswith("get_context")
    assert name.endswith("get_world_size") or value != "1"


def test_the_old_context_says_that_each_rank_is_the_only_one() -> None:
    assert observed()["the old context's rank"]["value"] == "0"
    assert observed()["the old context's size"]["value"] == "1"


@pytest.mark.parametrize("name", ARGUMENTS)
def test_an_argument_takes_none_only_where_the_table_says_so(name: str) -> None:
    found = observed()[name.replace(")", "=None)")]
    assert ("raised" not in found) == ARGUMENTS[name].none_is_fine


@pytest.mark.parametrize("name", old_api.TUNE_CALLBACKS)
def test_a_callback_of_tune_is_refused(name: str) -> None:
    assert observed()[name]["raised"][0] == "ValueError"


@pytest.mark.parametrize(
    ("what", "raised"),
    [
        ("report(loss=)", "TypeError"),
        ("Tuner(trainer)", "TuneError"),
        ("dataset_config={}", "WorkerGroupError"),
        ("ray.train.report in a trial", "DeprecationWarning"),
        ("ray.train.get_context in a trial", "DeprecationWarning"),
        ("ray.train.get_checkpoint in a trial", "DeprecationWarning"),
    ],
)
def test_what_rules_say_without_the_table_is_so(what: str, raised: str) -> None:
    assert observed()[what]["raised"][0] == raised


def test_what_has_moved_is_where_the_table_says() -> None:
    targets = {old.moved_to.split("()")[0] for old in ENTRIES.values() if old.moved_to}
    assert targets
    assert [target for target in targets if "value" not in observed()[f"moved to {target}"]] == []
