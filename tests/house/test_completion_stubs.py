"""The page completes what the exercises use, and says nothing of names that it does not have."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "frontend/completion/allranks_completion"
STUBS = PACKAGE / "stubs"
PROGRAMS = sorted(path for name in ("starter.py", "solution.py") for path in (ROOT / "exercises").rglob(name))


def module_file(module: str) -> Path | None:
    below = STUBS / module.replace(".", "/")
    return next((path for path in (below / "__init__.pyi", below.with_suffix(".pyi")) if path.is_file()), None)


def members(body: list[ast.stmt]) -> dict[str, ast.stmt]:
    """What a module or a class has, by name."""
    found: dict[str, ast.stmt] = {}
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found[node.name] = node
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found[node.target.id] = node
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            found[node.targets[0].id] = node
    return found


def is_there(name: str) -> bool:
    """Whether a dotted name is a module of the stubs, or a name in one, or a member of a class in one."""
    if module_file(name):
        return True
    module, _, last = name.rpartition(".")
    if file := module_file(module):
        return last in members(ast.parse(file.read_text()).body)
    home, _, owner = module.rpartition(".")
    file = module_file(home)
    held = members(ast.parse(file.read_text()).body).get(owner) if file else None
    return isinstance(held, ast.ClassDef) and last in members(held.body)


def used(source: str) -> set[str]:
    """The dotted names of ray and torch that a program uses, as far as its imports tell."""
    tree = ast.parse(source)
    known: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            known |= {
                (one.asname or one.name.split(".")[0]): (one.name if one.asname else one.name.split(".")[0])
                for one in node.names
            }
        elif isinstance(node, ast.ImportFrom):
            known |= {one.asname or one.name: f"{node.module}.{one.name}" for one in node.names}
    written = {ast.unparse(node) for node in ast.walk(tree) if isinstance(node, ast.Attribute | ast.Name)}
    names = {
        ".".join([known[first], *rest])
        for first, *rest in (name.split(".") for name in written if name.replace(".", "").replace("_", "").isalnum())
        if first in known
    }
    return {name for name in names if name.split(".")[0] in ("ray", "torch")}


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_name_that_an_exercise_uses_is_completed(program: Path) -> None:
    assert [name for name in sorted(used(program.read_text())) if not is_there(name)] == []


def test_a_program_uses_the_names_that_it_imports_by_other_names() -> None:
    source = "import torch.distributed as dist\nfrom ray import train\ndist.barrier(train.report)\n"
    assert used(source) == {"torch.distributed", "torch.distributed.barrier", "ray.train", "ray.train.report"}


def test_what_is_said_is_said_of_names_that_are_there_and_of_rules_that_have_a_page() -> None:
    texts = tomllib.loads((PACKAGE / "texts.toml").read_text())
    assert [name for name in texts if not is_there(name)] == []
    rules = {path.stem.split("_")[0].upper() for path in (ROOT / "backend/trainlint/rules").glob("*.py")}
    assert [text["rule"] for text in texts.values() if "rule" in text and text["rule"] not in rules] == []
