"""The programs of tests/reports: what each is about, and what must be said of it, read from the head of its file.

    # report: R26                          the entry of the log of public reports, where it is one
    # about: Metrics as keywords
    # shows: cause old_api                 a diagnosis after the run; `nothing` where all is well
    # shows: lint RTL111                   the linter's finding before it
    # shows: stall uneven_batches          what the watchdog says while it runs
    # not run: needs a GPU                 why it is not
    # stands in: the meta device for a GPU what is different from the report

The line that has to be named ends in `# here`; `# here: lint` is for the finding alone. Without such a line none is
demanded.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "reports" / "programs"
TABLE = FOLDER.parent / "README.md"
_HEAD = re.compile(r"^# (report|about|shows|not run|stands in): (.+)$", re.MULTILINE)
_HERE = re.compile(r"# here(?:: (\w+))?\s*$")
_KINDS = {
    "cause": "after the run",
    "lint": "by the linter, before the run",
    "stall": "while it runs",
    "nothing": "nothing: all is well",
}


@dataclass(frozen=True)
class Expected:
    """One thing that must be said, and at which line, from 1."""

    kind: str
    name: str
    line: int | None


@dataclass(frozen=True)
class ReportProgram:
    """One file. `not_run` and `stands_in` are reasons, or empty."""

    name: str
    report: str
    about: str
    not_run: str
    stands_in: str
    expected: tuple[Expected, ...]
    source: str

    @property
    def stalls(self) -> bool:
        """Whether it stands still until somebody stops it."""
        return any(each.kind == "stall" for each in self.expected)


def report_programs() -> list[ReportProgram]:
    """All of them, the log's entries first."""
    found = [_read(path) for path in sorted(FOLDER.glob("*.py"))]
    return sorted(found, key=lambda program: (not program.report, program.name))


def _read(path: Path) -> ReportProgram:
    source = path.read_text()
    heads: dict[str, list[str]] = {}
    for name, text in _HEAD.findall(source):
        heads.setdefault(name, []).append(text.strip())
    lines: dict[str, int] = {}
    for number, line in enumerate(source.splitlines(), 1):
        if here := _HERE.search(line):
            lines[here[1] or ""] = number
    expected = []
    for shown in heads["shows"]:
        kind, _, name = shown.partition(" ")
        expected.append(Expected(kind, name, lines.get(kind, lines.get(""))))
    return ReportProgram(
        name=path.stem,
        report=heads.get("report", [""])[0],
        about=heads["about"][0],
        not_run=heads.get("not run", [""])[0],
        stands_in=heads.get("stands in", [""])[0],
        expected=tuple(expected),
        source=source,
    )


def table(programs: list[ReportProgram]) -> str:
    """The table of tests/reports/README.md."""
    rows = ["| program | what goes wrong | what is said | where | |", "|---|---|---|---|---|"]
    for program in programs:
        said = ", ".join(
            f"`{each.name}` {_KINDS[each.kind]}" if each.name else _KINDS[each.kind] for each in program.expected
        )
        places = dict.fromkeys(f"line {each.line}" for each in program.expected if each.line and each.name)
        note = (
            f"not run: {program.not_run}"
            if program.not_run
            else program.stands_in and f"a stand-in: {program.stands_in}"
        )
        link = f"[{program.name}](programs/{program.name}.py)"
        rows.append(f"| {link} | {program.about} | {said} | {', '.join(places)} | {note} |")
    return "\n".join(rows) + "\n"


if __name__ == "__main__":
    head = TABLE.read_text().partition("| program |")[0]
    TABLE.write_text(head + table(report_programs()))
