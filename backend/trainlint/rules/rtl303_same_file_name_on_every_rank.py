"""RTL303: every rank puts something of its own into the checkpoint, all under one name."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..diagnostic import Diagnostic
from ..everywhere import EveryRank, every_rank
from ..files import Stored, place
from ..loop import TrainLoop
from ..module import Module
from ..reaching import folder_made, latest
from ..rule import Rule
from ..scopes import walk

_TORCH_STATES = ("torch.get_rng_state", "torch.random.get_rng_state", "torch.cuda.get_rng_state")
_OWN_STATES = {"random.getstate": "random.seed", "numpy.random.get_state": "numpy.random.seed"}


class SameFileNameOnEveryRank(Rule):
    """Every rank puts something of its own into the checkpoint, all under one name.

    ## What it does
    Looks for a file in the directory of a checkpoint that every rank writes and reports under the same name, with a
    content that depends on the rank: its number, or the state of its random numbers.

    ## Why is this bad?
    The directories that the ranks report become one directory in storage. Of files with the same name the last upload
    stays, so the checkpoint holds what one rank wrote, by chance, and a resumed run gives it to all of them. Where all
    ranks write the same, as with the weights of a prepared model, that does no harm.

    ## Example
    ```python
    import json
    import tempfile
    from pathlib import Path

    from ray import train
    from ray.train import Checkpoint, ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        rank = train.get_context().get_world_rank()
        for epoch in range(3):
            seen = {"rank": rank, "rows": 100 * (epoch + 1) + rank}
            with tempfile.TemporaryDirectory() as folder:
                Path(folder, "seen.json").write_text(json.dumps(seen))
                train.report({"epoch": epoch}, checkpoint=Checkpoint.from_directory(folder))

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    ```

    ## Use instead
    ```python
    import json
    import tempfile
    from pathlib import Path

    from ray import train
    from ray.train import Checkpoint, ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        rank = train.get_context().get_world_rank()
        for epoch in range(3):
            seen = {"rank": rank, "rows": 100 * (epoch + 1) + rank}
            with tempfile.TemporaryDirectory() as folder:
                Path(folder, f"seen-{rank}.json").write_text(json.dumps(seen))
                train.report({"epoch": epoch}, checkpoint=Checkpoint.from_directory(folder))

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    ```

    ## Since which Ray
    Ray 2.7, which made a checkpoint a directory that all ranks add to.
    """

    code = "RTL303"
    name = "same-file-name-on-every-rank"
    severity = "warning"
    symptoms = (
        "The checkpoint has the files of one rank only.",
        "After a restart all ranks have the state of the same rank.",
    )

    def check(self, module: Module) -> Iterator[Diagnostic]:
        everywhere = every_rank(module)
        told: set[ast.AST] = set()
        for loop in everywhere.loops() if everywhere is not None else ():
            for stored in self._own_contents(module, everywhere, loop) if everywhere is not None else ():
                if stored.call not in told:
                    told.add(stored.call)
                    yield self.at(
                        module,
                        stored.call,
                        f"Each rank writes something else into `{stored.place.rest}`, and only one of them stays in the"
                        " checkpoint: their directories become one.",
                        "Put the rank into the name of the file.",
                    )

    def _own_contents(self, module: Module, everywhere: EveryRank, loop: TrainLoop) -> Iterator[Stored]:
        reported = [folder_made(module, place(module, folder).root) for _, folder in everywhere.directories(loop)]
        for stored in everywhere.writes(loop):
            folder = folder_made(module, stored.place.root)
            if not stored.place.rest or folder is None or folder not in reported or stored.content is None:
                continue
            content = latest(module, stored.content)
            if everywhere.ranks.mentions_rank(content) or _is_random_state(module, everywhere, content):
                yield stored


def _is_random_state(module: Module, everywhere: EveryRank, content: ast.expr) -> bool:
    """Whether `content` holds the state of a generator that is another one on each rank."""
    for node in walk(content):
        value = latest(module, node) if isinstance(node, ast.Name) else node
        name = module.qualified(value.func) if isinstance(value, ast.Call) else None
        if name in _TORCH_STATES:
            seeds = module.index.calls_to("torch.manual_seed", "torch.random.manual_seed")
            if any(everywhere.ranks.mentions_rank(argument) for seed in seeds for argument in seed.args):
                return True
        elif name in _OWN_STATES:
            seeds = module.index.calls_to(_OWN_STATES[name])
            if all(everywhere.ranks.mentions_rank(argument) for seed in seeds for argument in seed.args):
                return True
    return False
