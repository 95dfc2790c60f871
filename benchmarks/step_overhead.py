"""What do the observers add to a training step? Measured inside real ranks, with and without them in turn.

    python benchmarks/step_overhead.py [--blocks N] [--steps N] [--only all|watch] [--json]

`watch` is the part of the observers that says what a rank is in at any moment: what is written down when a batch, a
pass, a step or a collective begins and ends. The thread that samples it wakes once a second whatever the step is, so
its CPU time is told apart, of a rank that goes on and of one that stands still.

One run of two ranks trains a multilayer perceptron of about 100,000 parameters on batches of 64. Blocks of steps with
the observers in place and without them take turns, and which of a pair goes first does too; each block ends with what
the observers do before a report. A block without them differs in nothing else. A block counts by its median step, and
the share is the median over the pairs of blocks. On a machine that does other things too, wall time says little about a
few hundredths; the CPU time of the thread that trains, as a share of the step's wall time, still does.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics

from allranks.protocol import Job, Limits, LogWritten, RunFinished
from allranks.runners.local import LocalRunner

SPELL = 10
"""Steps whose mean counts."""
STEPS_UNTIL_STEADY = 1050
"""The observers look at each of the first 200, and at one in four until here."""

PROGRAM = """
import json, statistics, time
import torch
import torch.distributed as dist
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model
from torch import nn

class Endless:
    def __init__(self, batch):
        self.batch = batch
    def __next__(self):
        return self.batch

class Watched(Endless):
    pass

class Watch:
    # What is in the way of a step that is watched. It is all in place when a rank's loop begins.
    def __init__(self):
        import torch
        from allranks.recorder.observers import batches, collective_calls
        from allranks.recorder.collectives import calls
        from torch.nn.parallel import DistributedDataParallel
        batches.see(Watched, "__next__")
        self.calls, self.listener, self.there = calls, collective_calls._seen, True
        self.seen = [(owner, name, getattr(owner, name)) for owner, name in
                     ((torch.autograd, "backward"), (DistributedDataParallel, "forward"))]
    def put(self, on):
        for owner, name, function in self.seen:
            setattr(owner, name, function if on else function.__wrapped__)
        if on != self.there:
            (self.calls.listen if on else self.calls.unlisten)(self.listener)
        self.there = on

class Bare:
    # What a step calls that is watched, with nothing in it.
    def __next__(self): pass
    def forward(self): pass
    def backward(self): pass

class Seen(Bare):
    pass

def alone():
    from allranks.recorder import activity
    from allranks.recorder.observers import batches, passes
    batches.see(Seen, "__next__")
    passes.see(Seen, "forward", "forward", torch.compiler.is_compiling)
    passes.see(Seen, "backward", "backward", torch.compiler.is_compiling)
    def steps(calls, stepped):
        began = time.thread_time()
        for _ in range(1000):
            next(calls)
            calls.forward()
            calls.backward()
            stepped()
        return (time.thread_time() - began) / 1000
    costs = [steps(Seen(), activity.main.stepped) - steps(Bare(), lambda: None) for _ in range(30)]
    return statistics.median(costs)

def sampled():
    from allranks.recorder import activity, sampling
    class Deaf:
        reports = 0
        def emit(self, kind, **fields):
            json.dumps(fields)
    sampler, costs = sampling.Sampler(Deaf()), []
    for stalled in (False, True):
        times = []
        for _ in range(50):
            activity.main.changes += not stalled
            began = time.thread_time()
            sampler.sample()
            times.append(time.thread_time() - began)
        costs.append(statistics.median(times))
    return costs

def loop(config):
    from allranks.recorder.observers import steps as observer
    observed, watch = observer._steps, Watch()
    rank = train.get_context().get_world_rank()
    generator = torch.Generator().manual_seed(rank)
    layers = nn.Linear(64, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU(), nn.Linear(256, 64)
    model = prepare_model(nn.Sequential(*layers))
    buckets, = observed.traffic.models
    observed.remove()
    optimizer = torch.optim.{optimizer}(model.parameters(), lr=0.01)
    inputs = torch.randn(64, 64, generator=generator)
    targets = torch.randn(64, 64, generator=generator)

    def block(on):
        watch.put(on)
        batches = (Watched if on else Endless)((inputs, targets))
        if on and {everything}:
            observed.install()
            buckets.time_passes()
        else:
            model._set_ddp_runtime_logging_sample_rate(100)
        dist.barrier()
        steps, busy = [], []
        for _ in range({steps}):
            began, worked = time.perf_counter(), time.thread_time()
            given, wanted = next(batches)
            loss = nn.functional.mse_loss(model(given), wanted)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            loss.item()
            busy.append(time.thread_time() - worked)
            steps.append(time.perf_counter() - began)
        began = time.perf_counter()
        if on and {everything}:
            observed.report()
        taken = time.perf_counter() - began
        if on and {everything}:
            observed.remove()
        return spell(steps), spell(busy), taken

    def spell(seconds):
        return statistics.median(statistics.fmean(seconds[at:at + {spell}]) for at in range(0, len(seconds), {spell}))

    for _ in range({warm}):
        block(True)
    block(False)
    pairs = []
    for number in range({blocks}):
        first = number % 2 == 0
        one, other = block(first), block(not first)
        pairs.append([one, other] if first else [other, one])
    watch.put(True)
    observed.install()
    print("TIMES" + json.dumps([sum(p.numel() for p in model.parameters()), pairs, sampled(), alone()]), flush=True)

TorchTrainer(loop, train_loop_config={{}}, scaling_config=ScalingConfig(num_workers=2)).fit()
"""


async def measure(
    blocks: int, steps: int, optimizer: str, everything: bool
) -> tuple[int, list[list[list[float]]], list[float], float]:
    """The parameters, for each pair of blocks of rank 0 the seconds of its median step, the CPU seconds of that,
    and the seconds of its report, with and without the observers; the CPU seconds of a sample, and those that
    watching one step takes when the step does nothing."""
    warm = -(-STEPS_UNTIL_STEADY // steps)
    source = PROGRAM.format(
        blocks=blocks, steps=steps, optimizer=optimizer, everything=everything, spell=SPELL, warm=warm
    )
    job = Job(run_id="step-overhead", file_name="program.py", source=source, limits=Limits())
    text = ""
    async for event in LocalRunner().execute(job):
        if isinstance(event, LogWritten) and event.origin == "program" and event.rank == 0:
            text += event.text
        if isinstance(event, RunFinished) and event.end != "completed":
            raise SystemExit(f"the run did not complete: {event.sentence} {text}")
    parameters, pairs, samples, alone = json.loads(text.partition("TIMES")[2])
    return parameters, pairs, samples, alone


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--blocks", type=int, default=60)
    parser.add_argument("--steps", type=int, default=50)
    parser.add_argument("--optimizer", choices=["SGD", "Adam"], default="Adam")
    parser.add_argument("--only", choices=["all", "watch"], default="all")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    measuring = measure(options.blocks, options.steps, options.optimizer, options.only == "all")
    parameters, pairs, samples, alone = asyncio.run(measuring)
    without_ms = statistics.median(without[0] for _, without in pairs) * 1000
    shares = [with_them[0] / without[0] - 1 for with_them, without in pairs]
    p25, p50, p75 = statistics.quantiles(shares, n=4)
    cpu_ms = statistics.median(with_them[1] - without[1] for with_them, without in pairs) * 1000
    result = {
        "benchmark": "step_overhead",
        "parameters": parameters,
        "optimizer": options.optimizer,
        "observers": options.only,
        "pairs_of_blocks": options.blocks,
        "steps_a_block": options.steps,
        "with_ms_p50": statistics.median(with_them[0] for with_them, _ in pairs) * 1000,
        "without_ms_p50": without_ms,
        "share_p25": p25,
        "share_p50": p50,
        "share_p75": p75,
        "cpu_ms_p50": cpu_ms,
        "cpu_share": cpu_ms / without_ms,
        "watch_alone_cpu_ms": alone * 1000,
        "watch_alone_share": alone * 1000 / without_ms,
        "sample_cpu_ms": samples[0] * 1000,
        "sample_of_a_stall_cpu_ms": samples[1] * 1000,
        "report_ms_p50": statistics.median(with_them[2] for with_them, _ in pairs) * 1000,
    }
    print(f"{parameters} parameters, batch 64, 2 ranks, {options.optimizer}; ms a step")
    print(f"{'with the observers':<32}{result['with_ms_p50']:>10.3f}")
    print(f"{'without':<32}{without_ms:>10.3f}")
    print(f"{'they add':<32}{p50:>10.2%}   (p25 {p25:.2%}, p75 {p75:.2%})")
    print(f"{'in CPU time':<32}{cpu_ms:>10.3f}   ({result['cpu_share']:.2%} of a step without them)")
    print(
        f"{'watching an empty step, in CPU':<32}{alone * 1000:>10.4f}   ({result['watch_alone_share']:.2%} of a step)"
    )
    print(f"{'a sample, once a second, in CPU':<32}{samples[0] * 1000:>10.3f}   ({samples[0]:.3%} of a core)")
    print(f"{'and of a rank that stands still':<32}{samples[1] * 1000:>10.3f}   ({samples[1]:.3%} of a core)")
    print(f"{'they add to a report':<32}{result['report_ms_p50']:>10.3f}")
    if options.json:
        print(json.dumps(result))


if __name__ == "__main__":
    main()
