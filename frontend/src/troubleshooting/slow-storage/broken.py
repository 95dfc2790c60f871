"""After every epoch the whole state goes to a slow storage, and training waits for it."""

import io
import tempfile
import time

import torch
from fsspec.implementations.local import LocalFileSystem
from pyarrow import PythonFile
from pyarrow.fs import FSSpecHandler, PyFileSystem
from ray import train
from ray.train import Checkpoint, RunConfig, ScalingConfig
from ray.train.torch import TorchTrainer

EPOCHS = 6
BYTES_A_SECOND = 4_000_000


class SlowFile(io.FileIO):
    def write(self, data):
        time.sleep(len(data) / BYTES_A_SECOND)
        return super().write(data)


class SlowStorage(FSSpecHandler):
    """This machine's disk behind a thin wire: every byte that is written really waits."""

    def open_output_stream(self, path, metadata):
        return PythonFile(SlowFile(path, "wb"), mode="w")


def loop(config):
    began = time.perf_counter()
    paused = 0.0
    rank = train.get_context().get_world_rank()
    model = train.torch.prepare_model(torch.nn.Sequential(torch.nn.Linear(512, 512), torch.nn.Linear(512, 1)))
    optimizer = torch.optim.Adam(model.parameters(), lr=config["lr"])
    for epoch in range(EPOCHS):
        for _ in range(20):
            inputs = torch.randn(64, 512)
            loss = torch.nn.functional.mse_loss(model(inputs), inputs.mean(dim=1, keepdim=True))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        with tempfile.TemporaryDirectory() as folder:
            checkpoint = None
            if rank == 0:
                state = {"model": model.module.state_dict(), "optimizer": optimizer.state_dict(), "epoch": epoch}
                torch.save(state, f"{folder}/state.pt")
                checkpoint = Checkpoint.from_directory(folder)
            before = time.perf_counter()
            train.report({"loss": loss.item(), "epoch": epoch}, checkpoint=checkpoint)
            paused += time.perf_counter() - before
    print(f"rank {rank}: {paused:.1f} s of {time.perf_counter() - began:.1f} s in train.report")


with tempfile.TemporaryDirectory() as store:
    TorchTrainer(
        loop,
        train_loop_config={"lr": 0.001},
        scaling_config=ScalingConfig(num_workers=2),
        run_config=RunConfig(storage_path=store, storage_filesystem=PyFileSystem(SlowStorage(LocalFileSystem()))),
    ).fit()
print("Training is over.")
