"""RTL231: something is fetched from the network where there is none."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..cluster import Cluster
from ..diagnostic import Diagnostic
from ..module import Module
from ..remote import remote_use
from ..rule import Rule
from ..surroundings import is_reached


class NetworkNotThere(Rule):
    """Something is fetched from another machine, and the program has no network.

    ## What it does
    Looks for requests to literal addresses, data sets and models that are downloaded (`download=True`,
    `load_dataset`, `from_pretrained`, `torch.hub.load`), and paths such as `s3://...` in a `RunConfig` or a reader,
    where the caller of the linter knows that there is no network. What is tried or stands under a condition is left
    alone.

    ## Why is this bad?
    The call fails after a while with an error about names or connections, in every worker at once. What Ray Train
    stores checkpoints with fails too.

    ## Example
    ```python
    import urllib.request

    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        text = urllib.request.urlopen("https://example.com/rows.csv").read()
        train.report({"bytes": len(text)})

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    ```

    ## Use instead
    ```python
    import torch
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        rows = torch.arange(64.0)
        train.report({"rows": len(rows)})

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    ```

    ## Since which Ray
    Not a matter of Ray: a sandbox has a network of its own with nothing behind it.
    """

    code = "RTL231"
    name = "network-not-there"
    severity = "error"
    needs_cluster = True
    needs_of_cluster = "network"
    example_cluster = Cluster({"CPU": 16.0}, network=False)
    symptoms = ("ConnectionError, Name or service not known, or Temporary failure in name resolution.",)

    def check(self, module: Module) -> Iterator[Diagnostic]:
        if module.cluster is None or module.cluster.network is not False:
            return
        packages = module.cluster.packages
        for call in module.index.all(ast.Call):
            what = remote_use(module, call)
            top = (module.qualified(call.func) or "").partition(".")[0]
            if packages is not None and top not in packages:
                continue  # RTL230 has said it of the import
            if what is not None and is_reached(module, call):
                yield self.at(
                    module,
                    call.func,
                    f"{what}, and there is no network in {module.cluster.name}: this fails.",
                    "Make the data in the program, or run it on a cluster with a network.",
                )
