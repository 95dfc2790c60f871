"""The self-test finds what holds and, above all, what does not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from allranks.protocol import Limits, RunnerFailed
from allranks.runners.local.enclosure import Cell
from allranks.runners.local.plain import Plain
from allranks.runners.local.seal.levels import find_enclosure
from allranks.runners.local.seal.selftest import ISOLATING, LIMITING, Finding, broken, self_test


def test_where_nothing_holds_every_promise_is_found_broken() -> None:
    findings = self_test(Plain())
    assert [finding.promise for finding in findings] == [*ISOLATING, *LIMITING]
    held = {finding.promise for finding in findings if finding.held}
    assert held <= {"kernel"}  # a container's own seccomp profile may refuse the same calls
    assert "the environment of process" in next(each.seen for each in findings if each.promise == "environment")


class Silent(Plain):
    """Starts something that ends at once."""

    def open(
        self, folder: Path, run_id: str, command: Sequence[str], environment: Mapping[str, str], limits: Limits
    ) -> Cell:
        return Cell(argv=["sh", "-c", "echo no room >&2; exit 1"], environment=dict(environment))


def test_a_sandbox_that_does_not_start_is_no_finding_but_an_error() -> None:
    with pytest.raises(RunnerFailed, match="no sandbox could be started: no room"):
        self_test(Silent())


def test_what_was_not_tried_does_not_count_as_held() -> None:
    class Cut(Plain):
        def open(
            self, folder: Path, run_id: str, command: Sequence[str], environment: Mapping[str, str], limits: Limits
        ) -> Cell:
            cell = super().open(folder, run_id, command, environment, limits)
            program = "import json; print(json.dumps({'promise': 'files', 'held': True, 'seen': 'refused'}))"
            return Cell([*cell.argv[:-2], program, cell.argv[-1]], cell.environment)

    findings = self_test(Cut())
    assert [finding.promise for finding in findings if finding.held] == ["files"]
    assert "it was not tried" in findings[1].seen


def test_what_is_broken_is_one_sentence() -> None:
    assert broken([Finding("files", True, "refused")]) is None
    sentence = broken([Finding("files", True, "refused"), Finding("memory", False, "128 bytes were used")])
    assert sentence == "not true that memory is limited: 128 bytes were used"


@pytest.mark.sandbox
def test_a_folder_that_only_looks_the_same_inside_is_not_the_machines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Inside, /tmp is the sandbox's own; a checkout below it has its folders there again."""
    monkeypatch.chdir("/tmp")
    findings = self_test(find_enclosure().enclosure)
    assert [finding for finding in findings if not finding.held] == []
