"""RTL409: the context is asked for what belongs to a trial of Ray Tune."""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostic import Diagnostic
from ..module import Module
from ..old_api import CONTEXT_MEMBERS
from ..old_uses import is_context, is_prepared_for, leaves_alone
from ..rule import Rule
from ..trials import trial_functions


class TrialOfTheContext(Rule):
    """The context of a worker is asked for its trial or for metadata.

    ## What it does
    Looks for `get_trial_name`, `get_trial_id`, `get_trial_dir`, `get_trial_resources` and `get_metadata` of
    `ray.train.get_context()`.

    ## Why is this bad?
    A run of Train V2 is no trial of Ray Tune. Each of them raises a DeprecationWarning, which ends the run.

    ## Example
    ```python
    from ray import train

    def train_loop():
        print(train.get_context().get_trial_name())
        train.report({"loss": 0.1})
    ```

    ## Use instead
    ```python
    from ray import train

    def train_loop():
        print(train.get_context().get_experiment_name())
        train.report({"loss": 0.1})
    ```

    ## Since which Ray
    Train V2, which Ray 2.51 made the default.
    """

    code = "RTL409"
    name = "trial-of-the-context"
    severity = "error"
    symptoms = (
        "DeprecationWarning: `get_trial_name` is deprecated because the concept of a `Trial` will soon be removed.",
        "DeprecationWarning: `get_metadata` was an experimental API.",
    )

    def check(self, module: Module) -> Iterator[Diagnostic]:
        if leaves_alone(module):
            return
        for node in module.index.attributes(*CONTEXT_MEMBERS):
            old = CONTEXT_MEMBERS[node.attr]
            if not is_context(module, node.value) or module.frame(node) in trial_functions(module):
                continue  # in a trial it is the context itself that is wrong, and another rule says so
            if not is_prepared_for(module, node):
                yield self.at(
                    module,
                    node,
                    f"A run of Train V2 is no trial, and `{node.attr}` raises {old.raises}.",
                    old.instead,
                )
