"""What becomes of a promise that this machine cannot prove: never silence."""

import pytest

from ability import Ability, Fate, Unproved
from allranks.protocol import SandboxLevel


@pytest.mark.parametrize(
    ("level", "needs_limits", "ci", "fate"),
    [
        ("A", True, False, "run"),
        ("B", True, True, "run"),
        ("B", False, False, "run"),
        ("C", False, True, "run"),
        ("C", True, False, "skip"),
        ("C", True, True, "fail"),
        ("D", False, False, "skip"),
        ("D", False, True, "fail"),
        ("D", True, True, "fail"),
    ],
)
def test_what_cannot_be_proved_fails_in_ci_and_is_skipped_elsewhere(
    level: SandboxLevel, needs_limits: bool, ci: bool, fate: Fate
) -> None:
    assert Ability(level, "it lacks something").fate(needs_limits, ci) == fate


def test_the_reason_says_what_is_missing() -> None:
    reason = Ability("D", "bubblewrap is not installed: install the package bubblewrap").reason()
    assert "level D" in reason
    assert "install the package bubblewrap" in reason


def test_the_end_of_the_tests_says_loudly_what_was_not_proved() -> None:
    unproved = Unproved()
    assert unproved.line("nothing") is None
    unproved.names += ["test_memory_is_limited"]
    line = unproved.line("there is no cgroup")
    assert line == (
        "NOT PROVED on this machine: 1 promise of the sandbox, test_memory_is_limited first, since there is no cgroup"
    )
    unproved.names += ["test_other_runs_cannot_be_read"]
    assert "2 promises" in str(unproved.line("there is no cgroup"))
