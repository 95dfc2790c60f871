"""What is known of one attempt at a moment, for those who say why nothing goes on."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from allranks.protocol import Collective, CommunicatorMismatched, RankSampled, TimeSpent, WorkerFailed, WorkersRequested

from .program import Program

IDLE_PERCENT = 20.0
"""Of one core. A rank that waits in C++ uses less, with Ray's own threads in its process; one that computes uses more,
even where others take most of the machine."""
BUSY_PERCENT = 40.0
"""Above this a rank is at work. Between the two nothing can be told."""
FRESH_SECONDS = 3.0
"""A sample older than this says nothing of now."""
SEND = frozenset({"send", "isend", "send_object_list"})
RECEIVE = frozenset({"recv", "irecv", "recv_object_list"})
PAIRWISE = SEND | RECEIVE
"""Between two ranks, and which is not known."""
ITS_OWN = ("loop", "forward", "backward", "serialise")
"""Activities in which a rank is at work, or stands in a line of its own."""
RAY_CALL = "ray.train."
"""Collectives of Ray Train begin so. They meet where `train.report` does."""
_MEMBERS = re.compile(r"^ranks? (\d+(?:, \d+)*)$")


@dataclass
class RankSeen:
    """One rank. Times are the host's unix seconds; `now` is when it is looked at."""

    rank: int
    now: float = 0.0
    progressed_at: float = 0.0
    sample: RankSampled | None = None
    sampled_at: float = 0.0
    line_since: float = 0.0
    """Since when each sample found it at the same line."""
    failure: WorkerFailed | None = None
    killed: bool = False
    """By a fault."""
    paused: bool = False
    """By a fault."""
    slowed: float = 0.0
    """Seconds that a fault adds to each report."""
    spent: TimeSpent | None = None
    """The newest."""

    @property
    def idle(self) -> float:
        """Seconds since its last sign of progress."""
        return max(0.0, self.now - self.progressed_at)

    @property
    def silent(self) -> float:
        """Seconds since it last said anything of itself, or since there is somebody to say it."""
        return max(0.0, self.now - max(self.sampled_at, 0.0 if self.sample else self.progressed_at))

    @property
    def activity(self) -> str:
        """As in the newest sample; empty without one."""
        return self.sample.activity if self.sample else ""

    @property
    def over(self) -> bool:
        """Its loop has ended, in whatever way."""
        return self.failure is not None or self.killed or self.activity in ("returned", "raised")

    @property
    def collective(self) -> Collective | None:
        """The call that it is in, if it is one that needs other ranks."""
        return self.sample.collective if self.sample and not self.over else None

    @property
    def fresh(self) -> bool:
        """Its newest sample speaks of now."""
        return self.sample is not None and self.silent <= FRESH_SECONDS

    @property
    def cpu_wanted(self) -> float:
        """Percent of one core that it used, or would have used on a machine that ran nothing else."""
        return 0.0 if self.sample is None else self.sample.cpu_percent + self.sample.starved_percent

    @property
    def waits(self) -> bool:
        """It is in a call in which ranks wait for each other, and has nothing to do there."""
        if self.sample is None or self.over or self.paused or not self.fresh:
            return False
        if self.collective is not None or self.activity in ("collective", "report", "process_group"):
            return True
        return self.activity == "backward" and self.sample.seconds > 1.5 and self.cpu_wanted < IDLE_PERCENT

    @property
    def in_report(self) -> bool:
        """It waits where Ray Train lets ranks meet: in `train.report`, or in a collective of Ray Train."""
        named = self.collective is not None and self.collective.name.startswith(RAY_CALL)
        return self.waits and (self.activity == "report" or named)

    @property
    def at_work(self) -> bool:
        """It gets on, or it computes."""
        if self.sample is None or self.over or self.waits or self.paused or not self.fresh:
            return False
        return self.cpu_wanted >= BUSY_PERCENT or self.idle < 2 * FRESH_SECONDS / 3

    @property
    def does_nothing(self) -> bool:
        """It neither computes nor is in a call that waits for ranks, and does not get on."""
        if self.sample is None or self.over or self.waits or self.paused or not self.fresh:
            return False
        return self.cpu_wanted < IDLE_PERCENT and not self.at_work

    @property
    def counts(self) -> tuple[int, int, int, int]:
        """Batches, steps, collectives and reports so far."""
        if self.sample is None:
            return (0, 0, 0, 0)
        return (self.sample.batches, self.sample.steps, self.sample.collectives, self.sample.reports)

    def waits_for(self, other: RankSeen) -> bool | None:
        """Whether `other` has to come to the call that this one waits in; None: that cannot be told."""
        if not self.waits or other.rank == self.rank:
            return False
        call = self.collective
        if call is not None and call.name in PAIRWISE:
            return None if call.root is None else other.rank == call.root
        if call is None or not call.group:
            return True
        members = _MEMBERS.match(call.group)
        return other.rank in map(int, members[1].split(", ")) if members else None


def together(alike: list[RankSeen], seconds: float, beside: Iterable[RankSeen] = ()) -> list[RankSeen]:
    """Of ranks that stand alike, those to name once one of them, or of those that wait `beside` them, has made no
    progress for `seconds`.

    Ranks do not stop in the same instant. One that has stood for half as long is named with the first, or the first
    sentence would speak of one rank where a second later it speaks of two, or give another reason for the wait of the
    rest. Empty while none has stood for so long.
    """
    if not any(seen.idle >= seconds for seen in (*alike, *beside)):
        return []
    return [seen for seen in alike if seen.idle >= seconds / 2]


def halves_of_one(seen: RankSeen, other: RankSeen) -> bool:
    """Whether one rank sends what the other receives, as far as can be told."""
    one, two = seen.collective, other.collective
    if one is None or two is None or one.root not in (None, other.rank) or two.root not in (None, seen.rank):
        return False
    names = (one.name, two.name)
    return any(first in SEND and second in RECEIVE for first, second in (names, names[::-1]))


@dataclass
class Standing:
    """An attempt and its ranks, in order."""

    now: float
    attempt: int
    phase: str
    phase_since: float
    ranks: list[RankSeen]
    world_size: int = 0
    """0 while not known."""
    requested: WorkersRequested | None = None
    pause: float = 5.0
    """Seconds without progress after which it may be asked why."""
    usual: float = 0.0
    """Seconds that this run usually takes from one sign of progress to the next."""
    longest: float = 0.0
    """The longest of late."""
    program: Program = field(default_factory=lambda: Program("", ""))
    communicators: list[CommunicatorMismatched] = field(default_factory=list)
    """What NCCL itself said of late: where its ranks have begun different numbers of collectives, and nothing moves."""

    @property
    def slow(self) -> float:
        """Seconds without progress that are much for this run's steps."""
        return max(self.pause, 3 * self.usual)

    @property
    def patience(self) -> float:
        """Seconds without progress for which nothing is said that is not certain."""
        return max(self.slow, min(1.5 * self.longest, 12 * self.pause))

    @property
    def stuck(self) -> list[RankSeen]:
        """The ranks that wait for others, and have waited for longer than the pause."""
        return [seen for seen in self.ranks if seen.waits and seen.idle >= self.pause]

    @property
    def over(self) -> list[RankSeen]:
        """The ranks whose loops have ended."""
        return [seen for seen in self.ranks if seen.over]

    @property
    def going(self) -> list[RankSeen]:
        """The ranks whose loops have not."""
        return [seen for seen in self.ranks if not seen.over]
