"""Everything a server can be told, by flag or by environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from ..catalog import default_exercises_folder
from ..protocol import BadSetting, Limits
from .fitting import fitting
from .page import default_page_folder

PREFIX = "ALLRANKS_"
LIMIT = "limit_"
Positive = Annotated[int, Field(ge=1)]
Seconds = Annotated[float, Field(gt=0, allow_inf_nan=False)]


def _default_data_folder() -> Path:
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "allranks"


class Settings(BaseModel):
    """The settings of one server. `--NAME` and `ALLRANKS_NAME` give each; a flag wins."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    host: str = "127.0.0.1"
    """Address to listen on. Anything but this machine's own lets others run programs here."""
    port: Annotated[int, Field(ge=0, le=65535)] = 8000
    """Port to listen on; 0 takes a free one."""
    data_dir: Path = Field(default_factory=_default_data_folder)
    """Where runs are kept."""
    exercises_dir: Path = Field(default_factory=default_exercises_folder)
    """The exercises, one folder each."""
    page_dir: Path = Field(default_factory=default_page_folder)
    """The built page."""
    allowed_origins: tuple[str, ...] = ()
    """Origins of pages on other hosts that may use this server, with commas (https://a.example,https://b.example)."""
    runs_at_once: Positive = 1
    """Programs that run at the same time."""
    warm_sandboxes: Annotated[int, Field(ge=0)] = Field(default_factory=fitting)
    """Sandboxes that are kept ready, about 0.7 GB each; 0 starts one when it is needed."""
    idle_seconds: Seconds = 1800.0
    """How long a ready sandbox may wait before it is replaced."""
    ready_seconds: Seconds = 60.0
    """How long a sandbox may take to be ready before it is given up."""
    recheck_seconds: Seconds = 600.0
    """How often the sandbox is proved again; while it does not hold, no program is run."""
    unsafe_no_sandbox: bool = False
    """Run programs with no sandbox at all, as this server's own user. Only for your own programs."""
    runs_waiting: Annotated[int, Field(ge=0)] = 32
    """Programs that may wait."""
    store_bytes: Annotated[int, Field(ge=64 * 1024)] | None = None
    """Size that the kept runs may reach; without it, the disk is the bound."""
    checkpoint_bytes: Annotated[int, Field(ge=0)] = 64 * 2**20
    """Size of the newest checkpoints of one run whose files are kept for download; 0 keeps none."""
    checkpoints_bytes: Annotated[int, Field(ge=0)] = 2**30
    """Size that the kept checkpoints of all runs may reach; past it the oldest run's go."""
    message_bytes: Positive = 2**20
    """Size of one message on the socket."""
    watches_per_socket: Positive = 16
    """Runs that one socket may watch at the same time."""
    gather_seconds: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 0.015
    """How long a watched run's new records are gathered for one message, once the last one is out."""
    slow_reader_seconds: Seconds = 10.0
    """How long a socket may take nothing before it is closed."""
    ping_seconds: Seconds = 20.0
    """How often an idle socket is asked whether it is still there."""
    limits: Limits = Limits()
    """Bounds of each run. `--limit-NAME` and `ALLRANKS_LIMIT_NAME` give one."""

    @field_validator("allowed_origins", mode="before")
    @classmethod
    def _split(cls, value: object) -> object:
        return (
            tuple(part.strip().rstrip("/") for part in value.split(",") if part.strip())
            if isinstance(value, str)
            else value
        )

    @field_validator("limits")
    @classmethod
    def _positive(cls, limits: Limits) -> Limits:
        for name, value in limits:
            if value is not None and value <= 0:
                raise ValueError(f"{name} above 0")
        return limits

    @classmethod
    def read(cls, flags: Mapping[str, str | None], environment: Mapping[str, str]) -> Settings:
        """Settings from flags (by their Python names; None was not given) and environment, or `BadSetting`."""
        given: dict[str, tuple[str, str]] = {}
        for name, _ in described():
            variable = PREFIX + name.upper()
            if variable in environment:
                given[name] = (variable, environment[variable])
            value = flags.get(name)
            if value is not None:
                given[name] = (f"--{name.replace('_', '-')}", value)
        return cls._checked(given)

    @classmethod
    def _checked(cls, given: dict[str, tuple[str, str]]) -> Settings:
        values: dict[str, Any] = {name: value for name, (_, value) in given.items() if not name.startswith(LIMIT)}
        values["limits"] = {
            name.removeprefix(LIMIT): value for name, (_, value) in given.items() if name.startswith(LIMIT)
        }
        try:
            return cls.model_validate(values)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            name = _name(first, given)
            source, value = given.get(name, (name, ""))
            expected = first["msg"].removeprefix("Value error, ").removeprefix("Input should be ")
            raise BadSetting(f"{source} {value!r}", expected, "give another value, or leave it out") from error


def described() -> list[tuple[str, str]]:
    """Every setting's name and its sentence; those of `limits` begin with `limit_`."""
    own = [(name, field.description or "") for name, field in Settings.model_fields.items() if name != "limits"]
    return own + [(LIMIT + name, f"Bound of each run: {name.replace('_', ' ')}.") for name in Limits.model_fields]


def _name(problem: Any, given: dict[str, tuple[str, str]]) -> str:
    location = problem["loc"]
    if location[0] != "limits":
        return str(location[0])
    if len(location) > 1:
        return LIMIT + str(location[1])
    return next(name for name in given if name.startswith(LIMIT) and problem["msg"].find(name.removeprefix(LIMIT)) >= 0)
