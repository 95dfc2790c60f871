"""How long does linting take, in Python and in the page's Pyodide, beside pyflakes and ruff on the same files?

    python benchmarks/lint.py [--tries 40] [--json]

The files are the solutions of the exercises and the mended programs of `tests/trainlint/reports`. Of 300 lines there
are two texts: `programs/digits.py`, a program as people write them, and as many of the files as it takes, one after
another: with its many trainers that is heavier than what anybody writes. Each try lints everything once with everyone
in turn, so that all meet the same noise; what is told is processor time, which other programs on the machine disturb
less, and the least of it hardly. A key typed is what the page waits for: a text that differs from the one before in
one line, of which the linter reads the changed statement alone. trainlint counts with pyflakes inside, as the page has
it; pyflakes alone counts with the parsing that it needs. What is said of commands includes their start. Pyodide runs
under Node with this checkout's linter in the place of the one that the assets carry.
"""

from __future__ import annotations

import argparse
import ast
import json
import resource
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from pyflakes.checker import Checker

from trainlint import lint

ROOT = Path(__file__).parents[1]
LINES = 300
WRITTEN = "batch_loss = torch.stack([loss]).mean().item()"
PROGRAM = Path(__file__).parent / "programs" / "digits.py"
Times = dict[str, list[float]]


def programs() -> list[Path]:
    """The files that everybody lints."""
    return sorted([*(ROOT / "exercises").glob("*/solution.py"), *(ROOT / "tests/trainlint/reports").glob("*.py")])


def joined(lines: int, files: list[Path]) -> str:
    """The files one after another, until there are so many lines."""
    text = ""
    while text.count("\n") < lines:
        for file in files:
            text += file.read_text()
            if text.count("\n") >= lines:
                break
    return text


def milliseconds(work: Callable[[], object]) -> float:
    """Processor time of this process and of those that it waited for."""
    start = spent()
    work()
    return (spent() - start) * 1000


def spent() -> float:
    of_children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + of_children.ru_utime + of_children.ru_stime


def in_python(texts: list[str], files: list[Path], tries: int) -> Times:
    """Milliseconds of each try, over all texts; the commands over all files."""
    names = [str(file) for file in files]
    ruff = shutil.which("ruff", path=str(Path(sys.executable).parent)) or "ruff"
    commands = {
        "trainlint, the command": [sys.executable, "-m", "trainlint", *names],
        "pyflakes, the command": [sys.executable, "-m", "pyflakes", *names],
        "ruff, the command": [ruff, "check", "--isolated", "--no-cache", "--select", "F", "--exit-zero", *names],
    }
    times: Times = {}
    for attempt in range(tries):
        found = {
            "trainlint": milliseconds(lambda: [lint(text) for text in texts]),
            "pyflakes": milliseconds(lambda: [Checker(ast.parse(text), withDoctest=False) for text in texts]),
        }
        if attempt % 4 == 0:  # a command takes long, and varies little
            found |= {name: milliseconds(partial(run, command)) for name, command in commands.items()}
        for name, value in found.items():
            times.setdefault(name, []).append(value)
    return times


def run(command: list[str]) -> None:
    environment = {"PYTHONPATH": str(ROOT / "backend")}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        raise SystemExit(f"{command[0]} failed: {done.stderr}")


def typing(text: str, keys: int) -> list[str]:
    """The text after each of so many keys: a line is written in the middle of a function, a character at a time."""
    lines = text.splitlines(keepends=True)
    place = next(
        number
        for number, line in enumerate(lines)
        if number > len(lines) // 2 and line.startswith("    ") and ":" not in line
    )
    margin = lines[place][: len(lines[place]) - len(lines[place].lstrip())]
    written = [WRITTEN[: 1 + key % len(WRITTEN)] for key in range(keys)]
    return ["".join([*lines[:place], f"{margin}{part}\n", *lines[place:]]) for part in written]


def in_pyodide(texts: list[str], typed: list[str], tries: int, assets: Path) -> list[list[float]]:
    """Milliseconds of each try for each text, and then of each text of `typed`, one after another."""
    node = shutil.which("node", path=f"{Path(sys.executable).parent}:/usr/local/bin:/usr/bin:/bin")
    if node is None or not (assets / "manifest.json").is_file():
        raise SystemExit("Node or the page's linter is missing: run `make setup`")
    command = [node, str(Path(__file__).with_name("lint_in_pyodide.mjs")), str(assets), str(ROOT / "backend")]
    given = json.dumps({"texts": texts, "typed": typed, "tries": tries})
    done = subprocess.run(command, input=given, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(done.stderr)
    answer: list[list[float]] = json.loads(done.stdout)
    return answer


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(round(share * len(values)), len(values) - 1)]


def measured(tries: int, assets: Path) -> dict[str, dict[str, float]]:
    """By who lints what: milliseconds per 100 lines of the files, and for the texts of 300 lines."""
    files = programs()
    texts = [file.read_text() for file in files]
    long = {
        f"{LINES} lines, a program": PROGRAM.read_text(),
        f"{LINES} lines, files joined": joined(LINES, files),
    }
    hundreds = sum(text.count("\n") for text in texts) / 100
    for text in long.values():
        lint(text)  # imports every rule
    rows = {name: [value / hundreds for value in values] for name, values in in_python(texts, files, tries).items()}
    typed = typing(PROGRAM.read_text(), 2 * tries)
    *there, keys = in_pyodide([*texts, *long.values()], typed, tries, assets)
    rows["trainlint in Pyodide"] = [sum(attempt) / hundreds for attempt in zip(*there[: len(texts)], strict=True)]
    for (name, text), of_text in zip(long.items(), there[len(texts) :], strict=True):
        rows[name] = [milliseconds(partial(lint, text)) for _ in range(tries)]
        rows[f"{name}, in Pyodide"] = of_text
    rows[f"{LINES} lines, a key typed, in Pyodide"] = keys
    return {
        name: {"least": min(row), "median": statistics.median(row), "p95": percentile(row, 0.95)}
        for name, row in rows.items()
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tries", type=int, default=40, help="how often everything is linted")
    parser.add_argument("--assets", type=Path, default=ROOT / "frontend/public/pyodide", help="the page's Pyodide")
    parser.add_argument("--json", action="store_true", help="print one JSON object as the last line")
    arguments = parser.parse_args()
    results = measured(arguments.tries, arguments.assets)
    head = "".join(f"{name:>10}" for name in ("least", "median", "p95"))
    print(f"{'ms per 100 lines':<36}{head}")
    of_long = False
    for name, row in results.items():
        if name.startswith(f"{LINES} lines") and not of_long:
            of_long = True
            print(f"{'ms for one text':<36}{head}")
        print(f"{name:<36}" + "".join(f"{value:>10.2f}" for value in row.values()))
    if arguments.json:
        print(json.dumps(results))


if __name__ == "__main__":
    main()
