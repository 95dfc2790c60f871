"""RTL232: a file is read that nobody wrote."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..cluster import Cluster
from ..diagnostic import Diagnostic
from ..file_reads import changes_files, is_elsewhere, read_of
from ..module import Module
from ..rule import Rule
from ..surroundings import is_reached


class FileNotThere(Rule):
    """A file is read that is not there and that the program does not write.

    ## What it does
    Looks for readers (`open`, `torch.load`, `pandas.read_csv`, `ray.data.read_...` and others) of a literal path that
    the program says nowhere else, where the caller of the linter knows that a program begins in an empty folder. A
    program that unpacks, downloads or starts other programs is left alone.

    ## Why is this bad?
    The file of your own machine is not there, so the call raises `FileNotFoundError`: in the training loop in every
    worker. On a cluster of several machines the same happens to a file that only one of them has.

    ## Example
    ```python
    import pandas
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        rows = pandas.read_csv("data/rows.csv")
        train.report({"rows": len(rows)})

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    ```

    ## Use instead
    ```python
    import pandas
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        rows = pandas.DataFrame({"x": range(64)})
        train.report({"rows": len(rows)})

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    ```

    ## Since which Ray
    Not a matter of Ray: each worker opens files of the machine that it runs on, in a folder of the run.
    """

    code = "RTL232"
    name = "file-not-there"
    severity = "error"
    needs_cluster = True
    needs_of_cluster = "files"
    example_cluster = Cluster({"CPU": 16.0}, files=False)
    symptoms = ("FileNotFoundError: No such file or directory, on the driver or in every worker.",)

    def check(self, module: Module) -> Iterator[Diagnostic]:
        if module.cluster is None or module.cluster.files is not False or changes_files(module):
            return
        for call in module.index.all(ast.Call):
            path = read_of(module, call)
            if path is None or not is_elsewhere(module, path, call) or not is_reached(module, call):
                continue
            yield self.at(
                module,
                call.func,
                f"`{path}` is read here, but {module.cluster.name} has no such file and the program writes none.",
                "Make the data in the program, or write the file before it is read.",
            )
