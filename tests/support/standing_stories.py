"""Runs in which nothing goes on, told in a few words."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

from allranks.protocol import (
    Activity,
    Collective,
    Diagnosis,
    Frame,
    PassRaised,
    ProgressResumed,
    ProgressStopped,
    RankSampled,
    TimeSpent,
)
from stories import Story


def own_line(line: int, text: str) -> Frame:
    """A line of the scratchpad's program."""
    return Frame(file="scratch.py", line=line, function="loop", text=text, own=True)


class Standing(Story):
    """A worker group whose ranks say what they do."""

    def sampled(
        self,
        rank: int,
        activity: Activity,
        seconds: float = 0.1,
        where: Frame | None = None,
        collective: Collective | None = None,
        cpu_percent: float = 3.0,
        rss_bytes: int = 412_000_000,
        gpu: tuple[int, int, float] | None = None,
        raised: PassRaised | None = None,
    ) -> Standing:
        """`gpu`: the bytes that it holds of one, all that this has, and how busy it is in percent."""
        held, total, percent = gpu or (None, None, None)
        self.events.append(
            RankSampled(
                attempt=self.attempt,
                rank=rank,
                activity=activity,
                seconds=seconds,
                idle_seconds=seconds,
                where=where,
                stack=[],
                collective=collective,
                collectives=0,
                reports=0,
                batches=0,
                steps=0,
                cpu_percent=cpu_percent,
                rss_bytes=rss_bytes,
                raised=raised,
                gpu_memory_bytes=held,
                gpu_memory_total_bytes=total,
                gpu_percent=percent,
            )
        )
        return self

    def spent(self, index: int, by_rank: Sequence[Mapping[Activity, float]]) -> Standing:
        for rank, seconds in enumerate(by_rank):
            self.events.append(TimeSpent(attempt=self.attempt, rank=rank, index=index, seconds=dict(seconds)))
        return self

    def stopped(self, diagnosis: Diagnosis, ranks: Sequence[int], hang: bool = True, ago: float = 6.0) -> Standing:
        since = time.time() - ago
        self.events.append(
            ProgressStopped(attempt=self.attempt, since=since, ranks=list(ranks), hang=hang, diagnosis=diagnosis)
        )
        return self

    def resumed(self, seconds: float) -> Standing:
        self.events.append(ProgressResumed(attempt=self.attempt, seconds=seconds))
        return self


UNEVEN = Diagnosis(
    cause="uneven_batches",
    title="Rank 0 waits in step 13 for rank 1, which took 12 batches and left its loop",
    what_happened="Rank 0 is in the all-reduce of `backward` in step 13. Rank 1 has ended its loop after 12 steps, so "
    "it will never join.",
    evidence=["rank 0 took 13 batches and made 12 steps", "rank 1 took 12 batches, made 12 steps and returned"],
    where=own_line(3, "loss.backward()"),
    ranks=[0, 1],
    mend="Give every rank the same number of batches: let `prepare_data_loader` share one dataset out.",
    sketch="loader = train.torch.prepare_data_loader(DataLoader(dataset, batch_size=32))",
)


def uneven_hang() -> Standing:
    """Two ranks; rank 0 waits for a rank that has returned."""
    story = Standing()
    story.group(2)
    story.epochs((0, 1), [2.0 / (step + 1) for step in range(12)])
    story.spent(0, [{"data": 0.4, "forward": 0.2, "backward": 2.9}, {"data": 2.6, "forward": 0.2, "backward": 0.7}])
    story.sampled(0, "backward", 6.2, own_line(3, "loss.backward()"))
    story.sampled(1, "returned", 6.3, own_line(5, "loop(config)"))
    return story.stopped(UNEVEN, (0, 1))
