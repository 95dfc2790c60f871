from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
BUILD = "import sys; from hatchling import build; print(build.build_wheel(sys.argv[1]))"
REQUIREMENTS = "from hatchling import build; print(*build.get_requires_for_build_wheel())"


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a clone holds, with a small page in place of the built one."""
    folder = tmp_path_factory.mktemp("checkout")
    ignored = shutil.ignore_patterns("__pycache__")
    for name in ("backend", "exercises"):
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    for name in ("pyproject.toml", "README.md", "LICENSE", ".gitignore"):
        shutil.copy(ROOT / name, folder / name)
    (folder / "frontend/dist/assets").mkdir(parents=True)
    (folder / "frontend/dist/index.html").write_text("<!doctype html>")
    (folder / "frontend/dist/assets/page.js").write_text("export {};")
    return folder


def hatchling(program: str, checkout: Path, *arguments: str) -> str:
    """What `program` prints when it runs in `checkout`, in a process of its own as in a real build."""
    command = [sys.executable, "-c", program, *arguments]
    return subprocess.run(command, cwd=checkout, check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture(scope="module")
def names(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The files of the wheel that `pip install .` would install."""
    folder = tmp_path_factory.mktemp("wheel")
    wheel = folder / hatchling(BUILD, checkout, str(folder))
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def test_the_wheel_carries_the_built_page(names: set[str]) -> None:
    assert {"allranks/_page/index.html", "allranks/_page/assets/page.js"} <= names


def test_the_wheel_carries_every_file_of_every_exercise(names: set[str]) -> None:
    exercises = {
        f"allranks/_exercises/{path.relative_to(ROOT / 'exercises').as_posix()}"
        for path in (ROOT / "exercises").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }

    assert "allranks/_exercises/train01-torch-trainer/exercise.toml" in exercises
    assert exercises <= names


def test_the_wheel_carries_both_packages_and_nothing_that_only_builds(names: set[str]) -> None:
    tops = {name.split("/")[0] for name in names if ".dist-info" not in name}

    assert tops == {"allranks", "trainlint"}


def test_a_built_page_needs_no_node(checkout: Path) -> None:
    assert hatchling(REQUIREMENTS, checkout) == ""


def test_without_a_built_page_the_build_asks_for_what_makes_one(checkout: Path, tmp_path: Path) -> None:
    unbuilt = tmp_path / "unbuilt"
    shutil.copytree(checkout, unbuilt, ignore=shutil.ignore_patterns("dist"))

    assert "pip" in hatchling(REQUIREMENTS, unbuilt).split()
