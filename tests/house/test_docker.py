from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[2]
DOCKER = ROOT / "docker"
DOCKERFILE = (DOCKER / "Dockerfile").read_text()
INSTRUCTIONS = re.sub(r"\\\n\s*", "", re.sub(r"^#.*\n", "", DOCKERFILE, flags=re.MULTILINE)).splitlines()
COMPOSE: dict[str, Any] = yaml.safe_load((DOCKER / "compose.yaml").read_text())
SERVICE: dict[str, Any] = COMPOSE["services"]["allranks"]


def instructions(name: str) -> list[list[str]]:
    """The words of every instruction of this name."""
    return [shlex.split(line)[1:] for line in INSTRUCTIONS if line.startswith(f"{name} ")]


def copied() -> list[str]:
    """What the image takes from the checkout."""
    return [source for words in instructions("COPY") if not words[0].startswith("--from") for source in words[:-1]]


def test_whatever_the_image_copies_exists() -> None:
    assert len(copied()) > 5
    assert [path for path in copied() if not (ROOT / path).exists()] == []


def test_whatever_the_image_copies_is_sent_to_the_builder() -> None:
    lines = (DOCKER / "Dockerfile.dockerignore").read_text().splitlines()
    sent = {line.removeprefix("!") for line in lines if line.startswith("!")}

    assert "*" in lines
    assert {path.split("/")[0] for path in copied()} <= sent


def test_every_stage_that_is_copied_from_comes_before() -> None:
    stages: list[str] = []
    for line in INSTRUCTIONS:
        if line.startswith("FROM "):
            stages.append(line.split()[-1])
        for source in re.findall(r"--from=(\S+)", line):
            assert source in stages[:-1]


def test_the_server_does_not_run_as_root() -> None:
    last_stage = INSTRUCTIONS[max(index for index, line in enumerate(INSTRUCTIONS) if line.startswith("FROM ")) :]

    assert "USER allranks" in last_stage
    assert not any(line.startswith("RUN ") for line in last_stage[last_stage.index("USER allranks") :])


def test_its_settings_are_the_servers_own() -> None:
    from allranks.web.settings import PREFIX, described

    known = {PREFIX + name.upper() for name, _ in described()}
    used = set(re.findall(r"ALLRANKS_\w+", DOCKERFILE))

    assert used
    assert used <= known


def test_health_is_asked_where_the_server_answers() -> None:
    from allranks.web import http

    [path] = re.findall(r"127\.0\.0\.1:8000(/\w+)", DOCKERFILE)

    assert f'"{path}"' in Path(http.__file__).read_text()


def test_compose_builds_this_image_with_arguments_that_it_knows() -> None:
    build = SERVICE["build"]

    assert (DOCKER / build["context"] / build["dockerfile"]).resolve() == DOCKER / "Dockerfile"
    assert set(build["args"]) == {words[0].split("=")[0] for words in instructions("ARG")}


def test_the_port_is_open_to_this_machine_alone() -> None:
    assert SERVICE["ports"]
    assert all(port.startswith("127.0.0.1:") for port in SERVICE["ports"])


def test_the_container_is_held() -> None:
    assert SERVICE["read_only"] is True
    assert SERVICE["cap_drop"] == ["ALL"]
    assert "no-new-privileges:true" in SERVICE["security_opt"]
    assert {"mem_limit", "pids_limit", "cpus", "shm_size", "tmpfs"} <= set(SERVICE)
    assert "privileged" not in SERVICE


def test_what_must_outlive_the_container_is_on_a_volume() -> None:
    [data] = instructions("VOLUME")
    mounted = {volume.split(":")[1] for volume in SERVICE["volumes"]}

    assert set(data) <= mounted
    assert {volume.split(":")[0] for volume in SERVICE["volumes"]} == set(COMPOSE["volumes"])
