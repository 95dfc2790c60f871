"""What each rank read of a dataset, put together from the pieces."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..protocol import EventsDropped, RowsRead
from .check import Judgement
from .observed import Observed

NAMED_ROWS = 5
"""Rows that a sentence names before it says how many more there are."""


@dataclass
class Pass:
    """One pass of one rank over a dataset, in the order of reading."""

    rows: list[int] = field(default_factory=list)
    batches: int = 0
    ended: bool = False


def passes_of(observed: Observed, dataset: str) -> dict[int, list[Pass]]:
    """For each rank of the last worker group its passes over `dataset`, in order; empty for one that read nothing."""
    found: dict[int, dict[int, Pass]] = {facts.rank: {} for facts in observed.ranks}
    for piece in observed.of(RowsRead):
        if piece.dataset == dataset and piece.rank in found:
            into = found[piece.rank].setdefault(piece.epoch, Pass())
            into.rows += piece.rows
            into.batches += piece.batches
            into.ended = into.ended or piece.ended
    return {rank: [passes[epoch] for epoch in sorted(passes)] for rank, passes in found.items()}


def unread(dataset: str, passes: dict[int, list[Pass]]) -> str | None:
    """Why nothing can be said of the rows of `dataset`, as a sentence; None when every rank read rows with ids."""
    if not passes:
        return f"No worker group was started, so nobody read {named(dataset)}."
    silent = [rank for rank, read in passes.items() if not read]
    if silent:
        nobody = len(silent) == len(passes)
        who = f"No rank read {named(dataset)}." if nobody else f"Not read by {ranks(silent)}: {named(dataset)}."
        return f"{who} {_way_to(dataset)}"
    for rank, read in passes.items():
        if not any(each.rows for each in read):
            return f"Rank {rank} read {named(dataset)}, but its batches did not tell which rows they hold."
    return None


def not_recorded(observed: Observed, evidence: list[str]) -> Judgement | None:
    """The judgement when something seems to be missing in a run of which not everything was recorded; else None."""
    if not observed.of(EventsDropped):
        return None
    return Judgement("not_judged", "Not judged, because not everything that the ranks read was recorded.", evidence)


def named(dataset: str) -> str:
    """The dataset as a sentence names it."""
    return f"the prepared {dataset}" if _is_loader(dataset) else f"the dataset {dataset!r}"


def rows(numbers: list[int]) -> str:
    """`row 3`, `rows 3, 4 and 5`, or the first few and how many more."""
    if len(numbers) == 1:
        return f"row {numbers[0]}"
    shown = [str(number) for number in numbers[:NAMED_ROWS]]
    rest = len(numbers) - len(shown)
    last = f"{rest} more" if rest else shown.pop()
    return f"rows {', '.join(shown)} and {last}"


def ranks(numbers: list[int]) -> str:
    """`rank 3`, or `ranks 3, 4`."""
    return f"rank{'s' if len(numbers) > 1 else ''} {', '.join(map(str, numbers))}"


def line(rank: int, read: list[Pass]) -> str:
    """One rank's line of evidence: rows and batches of each pass."""
    if not read:
        return f"rank {rank}: read nothing"
    counts = [f"{_count(len(each.rows), 'row')} in {_count(each.batches, 'batch')}" for each in read]
    told = f"{counts[0]} in each of {len(counts)} passes" if len(set(counts)) == 1 < len(counts) else "; ".join(counts)
    return f"rank {rank}: {told}"


def _count(number: int, what: str) -> str:
    plural = f"{what}es" if what.endswith("ch") else f"{what}s"
    return f"{number} {what if number == 1 else plural}"


def _is_loader(dataset: str) -> bool:
    return dataset.startswith("DataLoader ")


def way_to(*datasets: str) -> tuple[str, ...]:
    """The calls by which ranks come to these datasets."""
    loaders = ("ray.train.torch.prepare_data_loader", "torch.utils.data.DataLoader")
    shards = ("ray.train.get_dataset_shard", "ray.train.torch.TorchTrainer")
    return tuple(name for dataset in datasets for name in (loaders if _is_loader(dataset) else shards))


def _way_to(dataset: str) -> str:
    if _is_loader(dataset):
        return "Only what prepare_data_loader returns is divided among the ranks: iterate that."
    return f"A rank gets its part with ray.train.get_dataset_shard({dataset!r})."
