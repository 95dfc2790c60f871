"""Takes the README's pictures anew: `make screenshots`.

A recorded real run of train04, in which the server kills a rank, is opened in the built page as anybody opens one, and
shown second by second. What the pictures show is the page and the run; only the pace is ours.
"""

from __future__ import annotations

import io
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from bootstrap.tools import find_chromium

HERE = Path(__file__).parent
EXERCISE = HERE.parents[1] / "exercises" / "train04-fault-recovery"
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
SIZE = {"width": 1600, "height": 1000}
FRAMES = 36
FRAME_MS = 220
LAST_MS = 4000
ANIMATED_WIDTH = 1120
COLOURS = 256
LARGEST = 1_500_000
"""Bytes of the animation: whoever opens the README loads it whole."""

SEEK = """(slider, share) => {
    slider.value = String(share * Number(slider.max));
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    return new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn, 250))));
}"""


@contextmanager
def served() -> Iterator[str]:
    """The address of a server whose page nobody runs anything on."""
    command = [str(Path(sys.executable).with_name("allranks")), "serve", "--port", "0", "--warm-sandboxes", "0"]
    with (
        tempfile.TemporaryDirectory(prefix="screenshots-") as folder,
        subprocess.Popen([*command, "--data-dir", folder], stdout=subprocess.PIPE, text=True) as server,
    ):
        assert server.stdout is not None
        try:
            yield "http://" + server.stdout.readline().strip().rpartition("http://")[2]
        finally:
            server.terminate()


def opened(browser: Browser, address: str, scheme: Literal["dark", "light"]) -> Page:
    """The page with the recorded run of a program that its reader wrote."""
    context = browser.new_context(viewport=SIZE, color_scheme=scheme, reduced_motion="reduce")
    page = context.new_page()
    program = json.dumps((EXERCISE / "solution.py").read_text())
    page.add_init_script(f"localStorage.setItem('allranks.draft.train04', {program})")
    page.goto(f"{address}/#train04")
    page.locator("[data-lint=ready]").wait_for(timeout=120_000)
    page.locator("input[type=file]").set_input_files(EXERCISE / "recorded" / "solution.allranks")
    page.get_by_role("slider", name="Second of the run", exact=True).wait_for()
    return page


def stands_at(page: Page, share: float) -> None:
    page.get_by_role("slider", name="Second of the run", exact=True).evaluate(SEEK, share)


def animated(page: Page) -> bytes:
    """The run from its beginning to its verdict, as one WebP."""
    frames = []
    for frame in range(FRAMES + 1):
        stands_at(page, frame / FRAMES)
        picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
        height = round(picture.height * ANIMATED_WIDTH / picture.width)
        frames.append(picture.resize((ANIMATED_WIDTH, height), Image.Resampling.LANCZOS))
    made = io.BytesIO()
    first, *rest = frames
    durations = [FRAME_MS] * FRAMES + [LAST_MS]
    first.save(made, "WEBP", save_all=True, append_images=rest, duration=durations, loop=0, quality=70, method=4)
    return made.getvalue()


def written(name: str, picture: bytes) -> None:
    (HERE / name).write_bytes(picture)
    print(f"{name}: {len(picture) / 1000:.0f} kB", flush=True)


def flat(screenshot: bytes) -> bytes:
    """The same with a palette, which a page of few colours loses nothing by."""
    made = io.BytesIO()
    Image.open(io.BytesIO(screenshot)).convert("RGB").quantize(COLOURS).save(made, "PNG", optimize=True)
    return made.getvalue()


def main() -> None:
    """Take every picture and write it beside this file."""
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        light = opened(browser, address, "light")
        stands_at(light, 1)
        written("train04-light.png", flat(light.screenshot()))
        light.context.close()
        dark = opened(browser, address, "dark")
        stands_at(dark, 1)
        written("train04-dark.png", flat(dark.screenshot()))
        moving = animated(dark)
        browser.close()
    if len(moving) > LARGEST:
        sys.exit(f"The animation has {len(moving):,} bytes; at most {LARGEST:,} are wanted.")
    written("train04.webp", moving)


if __name__ == "__main__":
    main()
