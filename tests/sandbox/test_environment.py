"""Nothing that the server was started with is seen inside."""

import json
import os
import sys
from pathlib import Path

import pytest

from attacks import DRIVER, attack, source_of
from canary import Canary
from mini_sandbox import run_mini

pytestmark = pytest.mark.sandbox
OWN_DESCRIPTORS = {"0": "/dev/null", "1": "/memfd:output (deleted)", "2": "/memfd:error (deleted)"}
"""What a mini sandbox is given: nothing to read, and two files in memory for what it writes."""

GIVEN = {
    *("ALLRANKS_SANDBOX", "ALLRANKS_SOCKET", "GLOO_SOCKET_IFNAME", "HOME", "LANG", "PATH", "PWD", "PYTHONPATH"),
    *("PYTHONUNBUFFERED", "RAY_AUTH_MODE", "RAY_TMPDIR", "RAY_USAGE_STATS_ENABLED", "TMPDIR"),
}
PASSED_ON = {"CUDA_VISIBLE_DEVICES", "NVIDIA_VISIBLE_DEVICES", "LD_LIBRARY_PATH", "LC_ALL", "TZ"}
NO_RIGHTS = {"CapPrm": "0" * 16, "CapBnd": "0" * 16, "NoNewPrivs": "1", "Seccomp": "2", "Groups": ""}


def halves(canary: Canary) -> dict[str, list[str]]:
    return {"halves": [canary.secret[:10], canary.secret[10:]]}


def test_the_servers_environment_cannot_be_read(canary: Canary, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also not what the very process that starts the sandbox has in its own."""
    monkeypatch.setenv("ALLRANKS_SECRET_OF_THE_STARTER", canary.secret)
    seen = attack("find_the_environment", halves(canary))
    assert seen["in_environments"] == []
    assert seen["in_command_lines"] == []
    assert set(seen["own_environment"]) <= GIVEN | PASSED_ON
    assert seen["environment_of_process_one"] in ([], "EACCES", "EPERM")
    assert canary.secret not in seen.result.stdout


def test_what_the_warden_was_started_with_cannot_be_read(canary: Canary) -> None:
    result = run_mini(
        source_of("find_the_environment") + DRIVER,
        arguments=[json.dumps([halves(canary), ["in_environments"]])],
        extra_environment={"ALLRANKS_SECRET": canary.secret},
    )
    assert '{"in_environments": []}' in result.stdout


def test_the_command_line_of_the_sandbox_tells_nothing(canary: Canary) -> None:
    seen = attack("find_the_environment", halves(canary))
    line = seen["command_line_of_process_one"]
    assert Path(line[0]).name == "bwrap"
    assert line[1] == "--args"
    assert line[3] == "--", "bubblewrap's own options are read from a descriptor"
    assert seen["the_host_name"] == "sandbox" != os.uname().nodename
    assert seen["the_way_it_was_mounted"] is False


def test_no_descriptor_of_the_server_is_inherited(canary: Canary) -> None:
    descriptor = os.open(canary.folder / "private", os.O_RDONLY)
    os.set_inheritable(descriptor, True)
    try:
        seen = attack("find_the_environment", halves(canary))
    finally:
        os.close(descriptor)
    assert seen["own_descriptors"] == OWN_DESCRIPTORS
    assert set(seen["descriptors_of_process_one"]) <= set(OWN_DESCRIPTORS.values())


def test_no_process_of_the_sandbox_has_any_right(canary: Canary) -> None:
    """bubblewrap's own first process included: it is the learner's user, so the learner could become it."""
    assert attack("find_the_environment", halves(canary))["rights"] == [NO_RIGHTS, NO_RIGHTS]


def test_python_starts_from_the_same_files_as_the_server(canary: Canary) -> None:
    """The control of this file: what is seen inside is the real Python and not an empty folder."""
    result = run_mini("import sys; print(sys.executable)")
    assert result.stdout.strip() == sys.executable
