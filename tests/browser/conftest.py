from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from bootstrap.tools import find_chromium
from pages import Person

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


@pytest.fixture(scope="session")
def origin(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server of the installed command, with real Ray behind it."""
    folder = tmp_path_factory.mktemp("served")
    command = [str(Path(sys.executable).with_name("allranks")), "serve", "--port", "0", "--data-dir", str(folder)]
    command += ["--warm-sandboxes", "1"]
    with (
        (folder / "log").open("w") as log,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True) as server,
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
def chromium() -> Iterator[Browser]:
    path = find_chromium()
    assert path is not None, "no Chromium was found; `make setup-test` installs one"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM_FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def person(chromium: Browser, origin: str, request: pytest.FixtureRequest) -> Iterator[Person]:
    """Somebody with an empty browser. Afterwards no error was logged and nothing was asked of any other host."""
    context = chromium.new_context(viewport={"width": 1440, "height": 1000}, color_scheme="dark")
    someone = Person(context.new_page(), origin)
    yield someone
    ARTIFACTS.mkdir(exist_ok=True)
    someone.page.screenshot(path=ARTIFACTS / f"{request.node.name}.png")
    context.close()
    assert someone.errors == []
    assert someone.elsewhere == []
