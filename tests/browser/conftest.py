from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from bootstrap.tools import find_chromium
from pages import SILENT_WORKERS, Person
from playing import Stage, playing
from real_runs import serve_flags

ARTIFACTS = Path(__file__).parents[1] / "artifacts"
CHROMIUM_FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@contextmanager
def served(folder: Path, *flags: str) -> Iterator[str]:
    """A server of the installed command. Gives its address; afterwards it has complained of nothing."""
    command = [str(Path(sys.executable).with_name("allranks")), "serve", "--port", "0", "--data-dir", str(folder)]
    with (
        (folder / "log").open("w") as log,
        subprocess.Popen([*command, *flags], stdout=subprocess.PIPE, stderr=log, text=True) as server,
    ):
        assert server.stdout is not None
        announced = server.stdout.readline()
        assert "http://" in announced, (folder / "log").read_text()
        try:
            yield "http://" + announced.strip().rpartition("http://")[2]
        finally:
            server.terminate()
            server.wait(30)
    assert (folder / "log").read_text() == "", "the server complained"


@pytest.fixture(scope="session")
def origin(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server as a person starts it, with real Ray behind it."""
    with served(tmp_path_factory.mktemp("served"), "--warm-sandboxes", "1", *serve_flags()) as address:
        yield address


@pytest.fixture(scope="session")
def unsafe_origin(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server without a sandbox. Nothing is run on it."""
    with served(tmp_path_factory.mktemp("unsafe"), "--warm-sandboxes", "0", "--unsafe-no-sandbox") as address:
        yield address


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    path = find_chromium()
    assert path is not None, "no Chromium was found; `make setup-test` installs one"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM_FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def linted() -> bool:
    """Whether the page's linter loads. Who looks at something else says no, and two Pythons less share the cores."""
    return True


@contextmanager
def somebody(chromium: Browser, address: str, name: str, linted: bool) -> Iterator[Person]:
    """Somebody with an empty browser. Afterwards no error was logged and nothing was asked of any other host."""
    context = chromium.new_context(viewport={"width": 1440, "height": 1000}, color_scheme="dark")
    if not linted:
        context.add_init_script(SILENT_WORKERS)
    someone = Person(context.new_page(), address)
    yield someone
    ARTIFACTS.mkdir(exist_ok=True)
    someone.page.screenshot(path=ARTIFACTS / f"{name}.png")
    someone.leaves()
    context.close()
    assert someone.errors == []
    assert someone.elsewhere == []


@pytest.fixture
def person(chromium: Browser, origin: str, linted: bool, request: pytest.FixtureRequest) -> Iterator[Person]:
    """Somebody at a server that runs programs."""
    with somebody(chromium, origin, request.node.name, linted) as someone:
        yield someone


@pytest.fixture
def writer(chromium: Browser, unsafe_origin: str, linted: bool, request: pytest.FixtureRequest) -> Iterator[Person]:
    """Somebody who writes and runs nothing."""
    with somebody(chromium, unsafe_origin, request.node.name, linted) as someone:
        yield someone


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Stage]:
    """A server whose runs follow a script."""
    with playing(tmp_path) as stage:
        yield stage


@pytest.fixture
def audience(chromium: Browser, stage: Stage, linted: bool, request: pytest.FixtureRequest) -> Iterator[Person]:
    """Somebody at the page of that server."""
    with somebody(chromium, stage.address, request.node.name, linted) as someone:
        yield someone


@pytest.fixture(scope="module")
def reader(
    chromium: Browser, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Iterator[Person]:
    """Somebody who opens one thing after the other on the same page, and whose linter never loads."""
    with (
        playing(tmp_path_factory.mktemp("read")) as stage,
        somebody(chromium, stage.address, request.module.__name__, linted=False) as someone,
    ):
        someone.page.emulate_media(reduced_motion="reduce")
        someone.opens("scratch")
        yield someone


@pytest.fixture(scope="module")
def loaded_linter(chromium: Browser, unsafe_origin: str, request: pytest.FixtureRequest) -> Iterator[Person]:
    """Somebody whose linter has loaded, for the tests of a file that write one program after the other."""
    with somebody(chromium, unsafe_origin, request.module.__name__, linted=True) as someone:
        someone.opens("scratch")
        someone.waits_for_lint()
        yield someone
