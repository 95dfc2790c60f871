"""RTL323: each rank writes a file of its own for the checkpoint, and only some of the ranks report theirs."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..checkpoints import REPORT, checkpoint_of, directory_of
from ..diagnostic import Diagnostic
from ..everywhere import EveryRank, every_rank
from ..files import place
from ..loop import TrainLoop
from ..module import Module
from ..reaching import folder_made, latest
from ..rule import Rule


class FilesOfRanksNotReported(Rule):
    """Each rank writes a file of its own for the checkpoint, and only some of the ranks report theirs.

    ## What it does
    Looks for files with the rank in their name that every rank writes into its directory, where only some of the ranks
    make a checkpoint of that directory.

    ## Why is this bad?
    A checkpoint holds the directories of those ranks that give one to `report`. With one rank's alone it has one of the
    files; the others are deleted with their directories, and no resumed run can find its part again.

    ## Example
    ```python
    import tempfile
    from pathlib import Path

    from ray import train
    from ray.train import Checkpoint, ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        rank = train.get_context().get_world_rank()
        for epoch in range(3):
            with tempfile.TemporaryDirectory() as folder:
                Path(folder, f"rows-{rank}.txt").write_text(f"{epoch} {100 + rank}")
                checkpoint = Checkpoint.from_directory(folder) if rank == 0 else None
                train.report({"epoch": epoch}, checkpoint=checkpoint)

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    ```

    ## Use instead
    ```python
    import tempfile
    from pathlib import Path

    from ray import train
    from ray.train import Checkpoint, ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        rank = train.get_context().get_world_rank()
        for epoch in range(3):
            with tempfile.TemporaryDirectory() as folder:
                Path(folder, f"rows-{rank}.txt").write_text(f"{epoch} {100 + rank}")
                checkpoint = Checkpoint.from_directory(folder)
                train.report({"epoch": epoch}, checkpoint=checkpoint)

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    ```

    ## Since which Ray
    Ray 2.7, which made a checkpoint a directory that all ranks add to.
    """

    code = "RTL323"
    name = "files-of-ranks-not-reported"
    severity = "warning"
    symptoms = (
        "The checkpoint has the shard of rank 0 only.",
        "FileNotFoundError on all ranks but one, when the run is resumed.",
    )

    def check(self, module: Module) -> Iterator[Diagnostic]:
        everywhere = every_rank(module)
        told: set[ast.AST] = set()
        for loop in everywhere.all_loops() if everywhere is not None else ():
            for made in self._lost(module, everywhere, loop) if everywhere is not None else ():
                if made not in told:
                    told.add(made)
                    yield self.at(
                        module,
                        made,
                        "Each rank has written a file of its own, and only some ranks put theirs into the checkpoint.",
                        "Make the checkpoint on every rank: what they hold is put together.",
                    )

    def _lost(self, module: Module, everywhere: EveryRank, loop: TrainLoop) -> Iterator[ast.Call]:
        chosen = {
            latest(module, value.body if isinstance(value.orelse, ast.Constant) else value.orelse)
            for report in loop.index.calls_to(REPORT)
            if isinstance(value := latest(module, checkpoint_of(report) or report), ast.IfExp)
            and everywhere.ranks.differs(value.test)
        }
        some = [call for call in loop.calls if directory_of(module, call) is not None]
        some = [call for call in some if call in chosen or not everywhere.do(call)]
        if not some:
            return
        own = [
            folder_made(module, stored.place.root)
            for stored in everywhere.writes(loop)
            if stored.place.root is not None and everywhere.ranks.mentions_rank(latest(module, stored.path))
        ]
        for call in some:
            folder = directory_of(module, call)
            made = folder_made(module, place(module, folder).root) if folder is not None else None
            if made is not None and made in own:
                yield call
