"""Stories of ranks that read datasets."""

from __future__ import annotations

from collections.abc import Sequence

from allranks.protocol import EventsDropped, RowsRead
from stories import Story


class ReadingStory(Story):
    """A story in which ranks read."""

    def read(
        self,
        rank: int,
        rows: Sequence[int],
        dataset: str = "train",
        *,
        epoch: int = 0,
        batches: int = 2,
        ended: bool = True,
        pieces: int = 1,
    ) -> ReadingStory:
        """One pass of one rank over a dataset, told in `pieces`. The last one says the batches and whether it ended."""
        for piece in range(pieces):
            last = piece == pieces - 1
            self.events.append(
                RowsRead(
                    attempt=self.attempt,
                    rank=rank,
                    dataset=dataset,
                    source="torch" if dataset.startswith("DataLoader") else "ray_data",
                    epoch=epoch,
                    rows=list(rows[piece * len(rows) // pieces : (piece + 1) * len(rows) // pieces]),
                    batches=batches if last else 0,
                    ended=ended and last,
                )
            )
        return self

    def dropped(self) -> ReadingStory:
        """Something was not recorded."""
        self.events.append(EventsDropped(count=1, reason="only the first ids are recorded"))
        return self


def two_ranks() -> ReadingStory:
    """A story whose worker group of two ranks has begun to train."""
    story = ReadingStory()
    story.group(2)
    return story


def divided(dataset: str = "train") -> ReadingStory:
    """Two ranks read eight rows, half each, in two epochs of different order."""
    story = two_ranks()
    story.read(0, [0, 3, 1, 2], dataset).read(1, [7, 4, 6, 5], dataset)
    return story.read(0, [2, 5, 4, 0], dataset, epoch=1).read(1, [6, 7, 1, 3], dataset, epoch=1)
