"""Around every attack: a server, another run and the machine, which must be as they were."""

from __future__ import annotations

import os
import secrets
import stat
import tempfile
from collections.abc import Generator
from pathlib import Path

import pytest

from ability import Unproved, ability
from allranks.runners.local.owner import owned
from allranks.runners.local.sweep import folder_prefix, processes_of
from canary import Canary
from mini_sandbox import enclosure
from neighbour import Neighbour

UNPROVED = pytest.StashKey[Unproved]()
CGROUPS = Path("/sys/fs/cgroup")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "limits: a promise that only control groups can keep")
    config.stash[UNPROVED] = Unproved()


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("sandbox") is None:
        return
    fate = ability().fate(item.get_closest_marker("limits") is not None, os.environ.get("CI") == "true")
    if fate == "fail":
        pytest.fail(ability().reason(), pytrace=False)
    if fate == "skip":
        item.config.stash[UNPROVED].names.append(item.name)
        pytest.skip(ability().reason())


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    line = terminalreporter.config.stash[UNPROVED].line(ability().missing)
    if line is not None:
        terminalreporter.write_line(line, red=True, bold=True)


@pytest.fixture(scope="session")
def server() -> Generator[Canary]:
    with tempfile.TemporaryDirectory(prefix="canary-") as folder:
        canary = Canary(Path(folder), secrets.token_hex(16))
        yield canary
        canary.close()


@pytest.fixture
def canary(server: Canary) -> Canary:
    """What stands for the server: nobody may reach it."""
    return server


@pytest.fixture
def neighbour(server: Canary) -> Generator[Neighbour]:
    """Another run, honest, in a sandbox of its own beside the attack."""
    with Neighbour(server.secret) as running:
        yield running


@pytest.fixture(autouse=True)
def _intact(request: pytest.FixtureRequest) -> Generator[None]:
    """Whatever was done inside: server, other run and machine are as before, and nothing is left."""
    if request.node.get_closest_marker("sandbox") is None:
        yield
        return
    server: Canary = request.getfixturevalue("server")
    before = server.report()
    neighbour: Neighbour = request.getfixturevalue("neighbour")
    yield
    assert neighbour.finish() == "honest work is done", "the other run did not end right"
    assert server.process.poll() is None, "the server was ended"
    assert server.report() == {**before, "contacts": [], "unchanged": True}
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)
    assert Path("/dev/null").stat().st_rdev == os.makedev(1, 3)
    assert left_behind() == []


def left_behind() -> list[str]:
    """What of our sandboxes is still on this machine, in words."""
    temporary = Path(tempfile.gettempdir())
    left = [f"process {process.pid}" for process in processes_of(str(temporary / folder_prefix()))]
    left += [f"folder {path.name}" for path in temporary.glob(f"{folder_prefix()}*")]
    left += [f"cgroup {path}" for path, _, _ in os.walk(CGROUPS) if Path(path).name.startswith(f"allranks-{owned()}-")]
    uids = getattr(enclosure(), "_uids", None)
    left += [f"user id {uid}" for uid in sorted(uids.held)] if uids is not None else []
    return left
