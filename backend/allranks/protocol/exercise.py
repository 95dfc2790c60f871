"""An exercise, as the server knows it and as the page may see it."""

from __future__ import annotations

from typing import Any

from pydantic import Field, JsonValue

from .faults import PlannedFault
from .message import Message
from .repeat import Repeat

SOURCE = "source"
"""The kind of check that reads nothing but the submitted file."""


class CheckSpec(Message):
    """One check of an exercise. `kind` names a file of `grading/checks`; `parameters` are that kind's own."""

    id: str = Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")
    kind: str
    title: str
    parameters: dict[str, JsonValue] = Field(default_factory=dict)

    @property
    def claim(self) -> dict[str, JsonValue] | None:
        """What it asks of the source, where it is of that kind."""
        given = self.parameters.get("claim")
        return given if self.kind == SOURCE and isinstance(given, dict) else None

    def view(self) -> CheckView:
        """The part that may leave the server."""
        return CheckView(id=self.id, title=self.title, claim=self.claim)


class WrongAnswer(Message):
    """A program a person really writes, and the one check that it must fail."""

    name: str
    source: str
    fails: str


class CheckView(Message):
    """A line of the checklist, before it was judged.

    `claim` is what a check of the kind `source` asks of the file, so that the page can judge it while one types; None
    for every other kind, whose parameters stay on the server."""

    id: str
    title: str
    claim: dict[str, Any] | None


class ExerciseSummary(Message):
    """Enough to list it."""

    id: str
    title: str
    summary: str


class ExerciseView(Message):
    """What the page may know before the learner passed: never the solution, a wrong answer or a check's parameters, but
    for the claims of those that read the source.

    `task` and each of `hints` are Markdown; `file_name` is what the run's tracebacks will say.
    """

    id: str
    title: str
    summary: str
    file_name: str
    task: str
    starter: str
    hints: list[str]
    checks: list[CheckView]
    further: list[str]
    """Variations to try after passing, Markdown."""
    faults_allowed: bool
    """Faults may be sent from the page."""
    nodes: int
    """Ray nodes of its runs."""


class Exercise(Message):
    """A whole exercise folder, read and checked."""

    id: str = Field(pattern=r"^[a-z0-9]+$")
    title: str
    summary: str
    task: str
    starter: str
    solution: str
    hints: list[str]
    checks: list[CheckSpec]
    wrong_answers: list[WrongAnswer]
    explanation: str = ""
    """What just happened, Markdown with `{names}` of facts of the run."""
    further: list[str] = Field(default_factory=list)
    faults: list[PlannedFault] = Field(default_factory=list)
    """What the server does to each run of it."""
    faults_allowed: bool = False
    nodes: int = Field(default=1, ge=1, le=2)
    """Ray nodes of its runs."""
    rerun: str | None = None
    """The author's program that is given the newest checkpoint of each run; None where there is none."""
    repeat: Repeat | None = None
    """What is drawn for one run more of a program that seems right; None where there is none."""

    @property
    def file_name(self) -> str:
        """The name a traceback shows."""
        return f"{self.id}.py"

    def view(self) -> ExerciseView:
        """The part that may leave the server."""
        return ExerciseView(
            id=self.id,
            title=self.title,
            summary=self.summary,
            file_name=self.file_name,
            task=self.task,
            starter=self.starter,
            hints=self.hints,
            checks=[check.view() for check in self.checks],
            further=self.further,
            faults_allowed=self.faults_allowed,
            nodes=self.nodes,
        )

    def summary_view(self) -> ExerciseSummary:
        """Its line in the list."""
        return ExerciseSummary(id=self.id, title=self.title, summary=self.summary)
