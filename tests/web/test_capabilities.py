"""What the server says that it can do."""

from __future__ import annotations

from pathlib import Path

import pytest

from allranks.protocol import Limits
from allranks.runners import ScriptedRunner
from allranks.web import capabilities
from allranks.web.capabilities import find_capabilities


def test_gpus_are_counted_by_their_nodes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capabilities, "installed_version", lambda name: "2.13.0")
    for name in ("nvidia0", "nvidia1", "nvidiactl", "nvidia-uvm", "null"):
        (tmp_path / name).touch()
    found = find_capabilities(ScriptedRunner(), Limits(), tmp_path)
    assert (found.gpus, found.backend) == (2, "nccl")


def test_a_torch_for_cpus_alone_cannot_use_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capabilities, "installed_version", lambda name: "2.13.0+cpu")
    (tmp_path / "nvidia0").touch()
    found = find_capabilities(ScriptedRunner(), Limits(), tmp_path)
    assert (found.gpus, found.backend) == (1, "gloo")


def test_without_a_gpu_ranks_talk_over_gloo(tmp_path: Path) -> None:
    found = find_capabilities(ScriptedRunner(), Limits(run_seconds=5), tmp_path)
    assert (found.gpus, found.backend, found.limits.run_seconds) == (0, "gloo", 5)
    assert (found.sandboxed, found.isolation) == (True, ScriptedRunner.isolation)
    assert (found.cluster.resources, found.cluster.nodes) == ({"CPU": 16, "GPU": 0}, 1)
    assert found.processors >= 1
