"""Programs that stand still, one for each reason that only a real run can show, and what is to be said of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from textwrap import dedent, indent

from allranks.protocol import Fault

HEAD = """
import os, re, threading, time
import ray
import torch
import torch.distributed as dist
from ray import train
from ray.train import RunConfig, ScalingConfig, UserCallback
from ray.train.torch import TorchConfig, TorchTrainer, prepare_model
"""
FIT = "TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()\n"


@dataclass(frozen=True)
class Stalled:
    """`loop` is the body of the training loop, in which `rank` is known."""

    cause: str
    hang: bool
    ranks: list[int]
    loop: str
    text: str | None = None
    """Of the line that is named."""
    fit: str = FIT
    fault: Fault | None = None
    """Brought about after the first report."""
    settings: Mapping[str, float] = field(default_factory=dict)
    """Of the limits."""
    within: float = 7.0
    """Seconds from the last progress to the sentence."""
    title: str = ""
    """What the title has in it."""

    @property
    def source(self) -> str:
        """The whole program."""
        body = indent(dedent(self.loop), "    ")
        return (
            f"{HEAD}\n\ndef train_loop(config):\n    rank = train.get_context().get_world_rank()\n{body}\n\n{self.fit}"
        )


PAUSE = {"pause_seconds": 3.0}
STALLED: dict[str, Stalled] = {
    "two collectives": Stalled(
        "different_calls",
        True,
        [0, 1],
        """
        if rank == 0:
            dist.barrier()
        gathered = [torch.zeros(2) for _ in range(2)]
        dist.all_gather(gathered, torch.ones(2))
        """,
    ),
    "a broadcast from each rank": Stalled(
        "different_calls",
        True,
        [0, 1],
        """
        values = torch.full((4,), float(rank))
        dist.broadcast(values, src=rank)
        """,
        text="dist.broadcast(values, src=rank)",
        title="in broadcast from rank 1",
    ),
    "a message too many": Stalled(
        "different_calls",
        True,
        [0, 1],
        """
        values = torch.ones(1000)
        if rank == 0:
            dist.send(values, dst=1)
            dist.send(values, dst=1)
        else:
            dist.recv(values, src=0)
        dist.barrier()
        """,
        title="Rank 0 waits in send to rank 1, rank 1 in barrier",
    ),
    "an endless loop": Stalled(
        "endless_loop",
        True,
        [1],
        """
        while rank == 1:
            time.sleep(0)
            while True:
                rank += 0
        dist.barrier()
        """,
    ),
    "a sleep on every rank": Stalled("idle_rank", False, [0, 1], "time.sleep(60)\n", text="time.sleep(60)"),
    "one long computation": Stalled(
        "long_computation",
        False,
        [0, 1],
        """
        until = time.monotonic() + 90
        while time.monotonic() < until:
            sum(range(1000))
        """,
        settings=PAUSE,
        within=42.0,
    ),
    "no CPU left for Ray Data": Stalled(
        "no_cpus_for_data",
        True,
        [0, 1],
        """
        dataset = ray.data.range(64).map_batches(lambda batch: batch)
        for batch in dataset.iter_batches(batch_size=4):
            pass
        """,
        fit="""
ray.init()
share = ray.cluster_resources()["CPU"] / 2
TorchTrainer(
    train_loop,
    scaling_config=ScalingConfig(num_workers=2, resources_per_worker={"CPU": share}),
).fit()
""",
    ),
    "a paused rank": Stalled(
        "paused_rank",
        False,
        [0, 1],
        """
        for step in range(100_000):
            dist.all_reduce(torch.ones(4))
            train.report({"step": step})
        """,
        fault=Fault(action="pause", rank=1, seconds=60.0),
    ),
    "a rank that is gone, and a controller that seldom looks": Stalled(
        "rank_gone",
        False,
        [0, 1],
        """
        train.report({"step": 0})
        if rank == 1:
            raise ValueError("odd")
        dist.barrier()
        """,
        fit=f"""
os.environ["RAY_TRAIN_HEALTH_CHECK_INTERVAL_S"] = "40"
{FIT}""",
    ),
    "a rank that the process group waits for": Stalled(
        "rendezvous_stuck",
        False,
        [0, 1],
        "pass",
        fit="""
from ray.train.backend import Backend
from ray.train.torch.config import _setup_torch_process_group


def of_rank_0():
    _setup_torch_process_group(
        backend="gloo", init_method="tcp://127.0.0.1:29511", world_rank=0, world_size=2, timeout_s=600
    )


class Alone(Backend):
    def on_start(self, worker_group, backend_config):
        worker_group.execute_single(0, of_rank_0)


class AloneConfig(TorchConfig):
    @property
    def backend_cls(self):
        return Alone


TorchTrainer(train_loop, torch_config=AloneConfig(), scaling_config=ScalingConfig(num_workers=2)).fit()
""",
    ),
    "a callback that holds the reports": Stalled(
        "same_call",
        False,
        [0, 1],
        """
        for step in range(3):
            train.report({"step": step})
        """,
        text='train.report({"step": step})',
        fit="""
class Slow(UserCallback):
    def after_report(self, run_context, metrics, checkpoint):
        time.sleep(60)


TorchTrainer(
    train_loop, run_config=RunConfig(callbacks=[Slow()]), scaling_config=ScalingConfig(num_workers=2)
).fit()
""",
    ),
    "native code that keeps the interpreter": Stalled(
        "silent_rank",
        False,
        [0, 1],
        """
        train.report({"step": 0})
        if rank == 1:
            time.sleep(1.5)
            re.match("(a+)+$", "a" * 64 + "b")
        dist.barrier()
        """,
        within=9.0,
    ),
    "a slow dataset": Stalled(
        "waiting_for_data",
        False,
        [0, 1],
        """
        class Slow(torch.utils.data.Dataset):
            def __len__(self):
                return 4

            def __getitem__(self, index):
                time.sleep(60)

        for batch in torch.utils.data.DataLoader(Slow()):
            pass
        """,
    ),
    "CPUs that something else holds": Stalled(
        "waiting_for_placement",
        False,
        [],
        "pass",
        fit="""
ray.init()


@ray.remote
class Holder:
    def there(self):
        return True


total = ray.cluster_resources()["CPU"]
holder = Holder.options(num_cpus=total - 1).remote()
ray.get(holder.there.remote())
TorchTrainer(
    train_loop, scaling_config=ScalingConfig(num_workers=2, resources_per_worker={"CPU": 2})
).fit()
""",
        within=40.0,
    ),
    "a slow upload": Stalled(
        "waiting_for_upload",
        False,
        [0, 1],
        """
        os.makedirs("mine", exist_ok=True)
        open("mine/weights", "w").close()

        def slowly(checkpoint, name):
            time.sleep(60)
            return checkpoint

        checkpoint = train.Checkpoint.from_directory("mine")
        train.report({"step": 0}, checkpoint=checkpoint, checkpoint_upload_fn=slowly)
        """,
    ),
    "each receives before it sends": Stalled(
        "nobody_sends",
        True,
        [0, 1],
        """
        held = torch.zeros(2)
        dist.recv(held, src=1 - rank)
        dist.send(torch.ones(2), dst=1 - rank)
        """,
    ),
    "a handle of an irecv that nobody sends to": Stalled(
        "early_return",
        True,
        [0, 1],
        """
        if rank == 0:
            work = dist.irecv(torch.zeros(2), src=1)
            work.wait()
        """,
    ),
}
