"""How to write a dotted name with the imports that a file already has."""

from __future__ import annotations

import ast

from .module import Module


def spelling(module: Module, node: ast.AST, dotted: str) -> str | None:
    """What to write at `node` for `dotted`: `train.torch.prepare_model` after `from ray import train`. None where no
    import at the top of the file leads there.

    The caller must know that the module of `dotted` has been imported at all.
    """
    best: str | None = None
    scope = module.scope(module.tree)
    for name, bindings in scope.bindings.items():
        if len(bindings) != 1 or bindings[0].kind != "import" or bindings[0].node not in module.tree.body:
            continue
        target = bindings[0].target
        if dotted != target and not dotted.startswith(target + "."):
            continue
        found = module.scope(node).lookup(name)
        if found is None or found[0] is not scope:
            continue  # the name means something else where it would be written
        text = name + dotted[len(target) :]
        if best is None or len(text) < len(best):
            best = text
    return best
