"""Checkpoints of a real run that can be downloaded when it is over."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from allranks.protocol import CheckpointsFound
from allranks.store import FilesGone, KeptFiles
from allranks.web.downloads import zipped
from real_runs import execute

pytestmark = [pytest.mark.ray, pytest.mark.timeout(150)]

SAVES = """
import os, tempfile
import torch
from ray import train
from ray.train import Checkpoint, CheckpointConfig, RunConfig, ScalingConfig
from ray.train.torch import TorchTrainer

def loop(config):
    rank = train.get_context().get_world_rank()
    for epoch in range(3):
        with tempfile.TemporaryDirectory() as folder:
            torch.save({"epoch": epoch, "weights": torch.ones(50_000)}, os.path.join(folder, f"rank-{rank}.pt"))
            train.report({"epoch": epoch}, checkpoint=Checkpoint.from_directory(folder))

TorchTrainer(
    loop,
    train_loop_config={},
    scaling_config=ScalingConfig(num_workers=2),
    run_config=RunConfig(checkpoint_config=CheckpointConfig(num_to_keep=2)),
).fit()
"""


async def test_the_files_of_all_ranks_come_in_one_zip_and_the_pruned_ones_are_gone(tmp_path: Path) -> None:
    kept = KeptFiles(tmp_path / "kept", run_bytes=2**20, total_bytes=2**20)
    run, _ = await execute(SAVES, kept=kept)
    assert run.finished.end == "completed", run.text() + run.text("ray")
    (found,) = run.of(CheckpointsFound)
    names = [checkpoint.name for checkpoint in found.checkpoints]
    assert len(names) == 2
    assert [checkpoint.downloadable for checkpoint in found.checkpoints] == [True, True]
    assert found.not_downloadable == ""
    newest = max(names)
    content = b"".join(zipped(newest, kept.files(run.run_id, newest)))
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert {f"{newest}/rank-0.pt", f"{newest}/rank-1.pt"} <= set(archive.namelist())
        assert archive.getinfo(f"{newest}/rank-1.pt").file_size > 200_000
        assert archive.testzip() is None
    with pytest.raises(FilesGone):
        kept.files(run.run_id, "checkpoint_nobody_saved")


async def test_of_more_than_fits_the_newest_are_kept(tmp_path: Path) -> None:
    kept = KeptFiles(tmp_path / "kept", run_bytes=600_000, total_bytes=2**20)
    run, _ = await execute(SAVES, kept=kept)
    (found,) = run.of(CheckpointsFound)
    assert sorted(checkpoint.downloadable for checkpoint in found.checkpoints) == [False, True]
    assert max(found.checkpoints, key=lambda checkpoint: checkpoint.name).downloadable
    assert "of a run's newest checkpoints" in found.not_downloadable
