"""`exercise.toml`, and what it may hold."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from ..protocol import BadExercise, PlannedFault, Repeat

MANIFEST = "exercise.toml"
Text = Annotated[str, Field(min_length=1, pattern=r"\S")]


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Check(BaseModel):
    """One `[[checks]]`; the keys that are not named here are its kind's parameters."""

    model_config = ConfigDict(extra="allow", frozen=True, strict=True, allow_inf_nan=False)
    __pydantic_extra__: dict[str, JsonValue] = Field(init=False)

    id: Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
    kind: Annotated[str, Field(pattern=r"^[a-z0-9_]+$")]
    title: Text

    @property
    def parameters(self) -> dict[str, JsonValue]:
        """The further keys."""
        return dict(self.__pydantic_extra__)


class Wrong(_Table):
    """One `[[wrong]]`."""

    name: Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
    fails: str


class Planned(PlannedFault):
    """One `[[faults]]`."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Repeated(Repeat):
    """`[repeat]`."""

    model_config = ConfigDict(extra="forbid")


class Manifest(_Table):
    """The whole file."""

    id: Annotated[str, Field(pattern=r"^[a-z0-9]+$", max_length=64)]
    title: Text
    summary: Text
    hints: Annotated[list[Text], Field(min_length=3)]
    checks: Annotated[list[Check], Field(min_length=1)]
    wrong: Annotated[list[Wrong], Field(min_length=1)]
    further: list[Text] = []
    faults: list[Planned] = Field(default_factory=list)
    faults_allowed: bool = False
    nodes: Annotated[int, Field(ge=1, le=2)] = 1
    repeat: Annotated[Repeated | None, Field(strict=False)] = None


def read_manifest(path: Path) -> Manifest:
    """Read and check `path`, or raise `BadExercise` that names the file and the key."""
    try:
        with path.open("rb") as file:
            table = tomllib.load(file)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadExercise(f"{path}: {error}", "TOML, as exercises/README.md describes it", "mend the file") from error
    try:
        return Manifest.model_validate(table)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        key = _key(first["loc"])
        expected = first["msg"].removeprefix("Value error, ")
        raise BadExercise(
            f"{path}: {key}: {_shown(first)}", f"{expected[0].lower()}{expected[1:]}", f"mend `{key}`"
        ) from error


def _key(location: tuple[int | str, ...]) -> str:
    key = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in location)
    return key.removeprefix(".")


def _shown(problem: Any) -> str:
    if problem["type"] == "missing":
        return "nothing"
    return repr(problem["input"])[:120]
