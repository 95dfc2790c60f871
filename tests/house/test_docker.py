from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
import yaml

from allranks.protocol import Limits
from allranks.runners import ScriptedRunner
from allranks.runners.local.seal.seccomp import DENIED
from allranks.web import http
from allranks.web.exposure import check_exposure
from allranks.web.fitting import SANDBOX_BYTES
from allranks.web.settings import PREFIX, Settings, described

ROOT = Path(__file__).parents[2]
DOCKER = ROOT / "docker"
DOCKERFILE = (DOCKER / "Dockerfile").read_text()
INSTRUCTIONS = re.sub(r"\\\n\s*", "", re.sub(r"^#.*\n", "", DOCKERFILE, flags=re.MULTILINE)).splitlines()
COMPOSE: dict[str, Any] = yaml.safe_load((DOCKER / "compose.yaml").read_text())
SERVICE: dict[str, Any] = COMPOSE["services"]["allranks"]
LIMITED: dict[str, Any] = yaml.safe_load((DOCKER / "compose.limits.yaml").read_text())["services"]["allranks"]
"""What is added for level B."""
README = (DOCKER / "README.md").read_text()


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
    assert [path for path in copied() if not {path, path.split("/")[0]} & sent] == []


def test_every_stage_that_is_copied_from_comes_before() -> None:
    stages: list[str] = []
    for line in INSTRUCTIONS:
        if line.startswith("FROM "):
            stages.append(line.split()[-1])
        for source in re.findall(r"--from=(\S+)", line):
            assert source in stages[:-1]


def test_the_image_runs_as_its_own_user_and_has_bubblewrap() -> None:
    last_stage = INSTRUCTIONS[max(index for index, line in enumerate(INSTRUCTIONS) if line.startswith("FROM ")) :]

    assert "USER allranks" in last_stage
    assert not any(line.startswith("RUN ") for line in last_stage[last_stage.index("USER allranks") :])
    assert any(line.startswith("RUN ") and "install" in line and " bubblewrap" in line for line in last_stage)


def started_by_the_entrypoint(folder: Path, uid: int) -> list[str]:
    """What the entrypoint runs when it is this user, with stand-ins for what changes anything."""
    for name, text in {"id": f"echo {uid}", "chown": 'echo "chown $*"', "setpriv": 'echo "setpriv $*"'}.items():
        (folder / name).write_text(f"#!/bin/sh\n{text}\n")
        (folder / name).chmod(0o755)
    command = [str(DOCKER / "entrypoint.sh"), "echo", "the server"]
    environment = {"PATH": f"{folder}:/usr/bin:/bin"}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.splitlines()


def test_what_starts_as_root_becomes_the_images_user_before_the_server_starts(tmp_path: Path) -> None:
    giving, becoming = started_by_the_entrypoint(tmp_path, uid=0)

    assert giving.startswith("chown allranks /sys/fs/cgroup /sys/fs/cgroup/cgroup.procs ")
    assert becoming == (
        "setpriv --reuid allranks --regid allranks --init-groups --inh-caps=-all --bounding-set=-all --no-new-privs "
        "echo the server"
    )


def test_what_starts_as_another_user_stays_that_user(tmp_path: Path) -> None:
    assert started_by_the_entrypoint(tmp_path, uid=10001) == ["the server"]


def test_the_entrypoint_is_the_one_that_the_image_starts() -> None:
    [installed] = [words[-1] for words in instructions("COPY") if words[0] == "docker/entrypoint.sh"]

    assert instructions("ENTRYPOINT") == [[f"[{Path(installed).name}]"]]
    assert "entrypoint" not in SERVICE


def test_its_settings_are_the_servers_own() -> None:
    known = {PREFIX + name.upper() for name, _ in described()}
    written = DOCKERFILE + (DOCKER / "compose.yaml").read_text() + README
    used = set(re.findall(r"ALLRANKS_\w+", written))

    assert set(SERVICE["environment"]) < used
    assert used <= known


@pytest.mark.parametrize(("status", "healthy"), [(200, True), (503, False)])
def test_the_container_is_as_healthy_as_the_server_says(status: int, healthy: bool) -> None:
    [line] = [line for line in INSTRUCTIONS if line.startswith("HEALTHCHECK ")]
    _, *command = json.loads(line.partition(" CMD ")[2])
    asked: list[str] = []

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(status)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with HTTPServer(("127.0.0.1", 0), Answer) as server:
        answering = threading.Thread(target=server.handle_request)
        answering.start()
        environment = {"ALLRANKS_PORT": str(server.server_port)}
        result = subprocess.run([sys.executable, *command], env=environment, capture_output=True)
        answering.join()

    assert (result.returncode == 0) is healthy
    assert [f'"{path}"' in Path(http.__file__).read_text() for path in asked] == [True]


def test_compose_builds_this_image_with_arguments_that_it_knows() -> None:
    build = SERVICE["build"]

    assert (DOCKER / build["context"] / build["dockerfile"]).resolve() == DOCKER / "Dockerfile"
    assert set(build["args"]) == {words[0].split("=")[0] for words in instructions("ARG")}


def test_it_listens_where_a_server_at_level_c_may_and_this_machine_reaches_it() -> None:
    runner = ScriptedRunner()
    runner.level = "C"

    check_exposure(Settings(host=SERVICE["environment"]["ALLRANKS_HOST"]), runner)
    assert SERVICE["network_mode"] == "host"
    assert "ports" not in SERVICE


def test_the_container_is_held() -> None:
    assert SERVICE["read_only"] is True
    assert SERVICE["cap_drop"] == ["ALL"]
    assert {"mem_limit", "pids_limit", "cpus", "tmpfs"} <= set(SERVICE)
    assert not {"privileged", "pid", "ipc", "devices", "user", "cap_add"} & set(SERVICE)


def test_it_gets_what_bubblewrap_needs_and_no_more() -> None:
    holding, *granted = SERVICE["security_opt"]

    assert holding == "no-new-privileges:true"
    assert set(granted) == {"seccomp=seccomp.json", "apparmor=unconfined", "systempaths=unconfined"}
    assert [option for option in granted if f"`{option}`" not in README] == []


def test_for_level_b_it_gets_a_writable_control_group_and_who_gives_it_to_the_server() -> None:
    assert LIMITED == {
        "user": "root",
        "cap_add": ["CHOWN", "SETUID", "SETGID", "SETPCAP"],
        "security_opt": ["writable-cgroups=true"],
        "cgroup": "private",
    }
    assert "`writable-cgroups=true`" in README


def test_its_seccomp_profile_refuses_what_the_seal_does_but_for_making_sandboxes() -> None:
    profile = json.loads((DOCKER / "seccomp.json").read_text())
    listed, vsock = profile["syscalls"]

    assert profile["defaultAction"] == "SCMP_ACT_ALLOW"
    assert {rule["action"] for rule in profile["syscalls"]} == {"SCMP_ACT_ERRNO"}
    assert set(DENIED) - set(listed["names"]) == {"mount", "umount2", "pivot_root", "unshare", "sethostname"}
    assert set(listed["names"]) <= set(DENIED)
    assert vsock["names"] == ["socket"]
    assert vsock["args"] == [{"index": 0, "value": 40, "op": "SCMP_CMP_EQ"}]


def test_its_sandboxes_fit_into_its_memory() -> None:
    limits = Limits()
    runs, ready = (int(SERVICE["environment"][f"ALLRANKS_{name}"]) for name in ("RUNS_AT_ONCE", "WARM_SANDBOXES"))
    gigabytes = int(SERVICE["mem_limit"].removesuffix("g"))

    assert runs * limits.memory_bytes + ready * SANDBOX_BYTES + 2**29 <= gigabytes * 2**30
    assert (runs + ready) * limits.processes <= SERVICE["pids_limit"]


def test_what_must_outlive_the_container_is_on_a_volume() -> None:
    [data] = instructions("VOLUME")
    mounted = {volume.split(":")[1] for volume in SERVICE["volumes"]}

    assert set(data) <= mounted
    assert {volume.split(":")[0] for volume in SERVICE["volumes"]} == set(COMPOSE["volumes"])
