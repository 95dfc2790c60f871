"""RTL158: a part of the model is asked of its wrapper."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..diagnostic import Diagnostic, Fix
from ..module import Module
from ..rule import Rule, inserted
from ..wrapping import is_data_parallel, loops_on_several_ranks

_OWN_NAMES = (
    "T_destination add_module apply batched_grad_copy bfloat16 broadcast_bucket_size broadcast_buffers"
    " bucket_bytes_cap bucket_bytes_cap_default bucket_bytes_cap_list buffers call_super_init children compile cpu cuda"
    " device device_ids device_type dim double dump_patches eval extra_repr find_unused_parameters float forward"
    " forward_sync_buffers gather get_buffer get_extra_state get_parameter get_submodule gradient_as_bucket_view half"
    " ipu is_multi_device_module join join_device join_hook join_process_group load_state_dict logger mixed_precision"
    " module modules modules_buffers mtia named_buffers named_children named_module_buffers named_modules"
    " named_parameters no_sync output_device parameters parameters_to_ignore process_group reducer"
    " register_backward_hook register_buffer register_comm_hook register_forward_hook register_forward_pre_hook"
    " register_full_backward_hook register_full_backward_pre_hook register_load_state_dict_post_hook"
    " register_load_state_dict_pre_hook register_module register_parameter register_state_dict_post_hook"
    " register_state_dict_pre_hook require_backward_grad_sync require_forward_param_sync requires_grad_ scatter"
    " set_extra_state set_submodule share_memory skip_all_reduce_unused_params state_dict static_graph to to_empty"
    " to_kwargs train training type use_side_stream_for_tensor_copies will_sync_module_buffers xpu zero_grad"
)
_OWN = frozenset(_OWN_NAMES.split())

"""What a DistributedDataParallel of torch 2 has of its own; everything else belongs to the model inside."""


class AttributeOfTheWrapper(Rule):
    """A layer or a method of the model is looked for on the prepared model.

    ## What it does
    Looks for `model.encoder`, `model.generate()` or `model[0]` where `model` comes from `prepare_model` or
    `DistributedDataParallel`, and the name is none of the wrapper's own.

    ## Why is this bad?
    On more than one worker the prepared model is a `DistributedDataParallel`, which has the methods of every module and
    none of the parts of yours: `AttributeError`. On one worker nothing is wrapped, so there the same line works. The
    model itself is `model.module`.

    ## Example
    ```python
    import torch
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        model = train.torch.prepare_model(torch.nn.Linear(4, 1))
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        for epoch in range(3):
            loss = model(torch.randn(8, 4)).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            train.report({"loss": loss.item(), "bias": model.bias.item()})

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    ```

    ## Use instead
    ```python
    import torch
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        model = train.torch.prepare_model(torch.nn.Linear(4, 1))
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        for epoch in range(3):
            loss = model(torch.randn(8, 4)).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            train.report({"loss": loss.item(), "bias": model.module.bias.item()})

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    ```

    ## Since which Ray
    Always. FSDP passes such names on to the model, so there this rule is silent.
    """

    code = "RTL158"
    name = "attribute-of-the-wrapper"
    severity = "error"
    symptoms = (
        "AttributeError: 'DistributedDataParallel' object has no attribute, with more than one worker.",
        "TypeError: 'DistributedDataParallel' object is not subscriptable.",
    )
    fixable = True

    def check(self, module: Module) -> Iterator[Diagnostic]:
        found: set[ast.AST] = set()
        for loop in loops_on_several_ranks(module):
            trainers = [trainer for trainer in module.trainers if trainer.loop is loop]
            sure = all(trainer.workers is not None and min(trainer.workers) > 1 for trainer in trainers)
            if not sure:
                continue
            stored = {
                node.attr
                for node in loop.index.all(ast.Attribute)
                if not isinstance(node.ctx, ast.Load)
                and not (isinstance(node.value, ast.Name) and node.value.id == "self")
            }
            parts: list[ast.Attribute | ast.Subscript] = [*loop.index.all(ast.Attribute)]
            parts += loop.index.all(ast.Subscript)
            for node in parts:
                if node in found or not isinstance(node.value, ast.Name) or not isinstance(node.ctx, ast.Load):
                    continue
                if isinstance(node, ast.Attribute) and (node.attr in _OWN | stored or node.attr.startswith("_")):
                    continue
                if is_data_parallel(module, node.value) and not _is_looked_at(module, node):
                    found.add(node)
                    yield self.at(
                        module,
                        node,
                        "The prepared model is a DistributedDataParallel, which has no such part; it raises here.",
                        "Ask the model inside: `model.module`.",
                        Fix("Ask the model inside the wrapper", (inserted(module, node.value, ".module", after=True),)),
                    )


def _is_looked_at(module: Module, node: ast.expr) -> bool:
    """Whether a condition or a `try` around `node` decides if it is reached: `if hasattr(model, "encoder")`."""
    child: ast.AST | None = module.parent(node)
    frame = module.frame(node)
    while child is not None and child is not frame:
        if isinstance(child, ast.IfExp | ast.Try):
            return True
        if isinstance(child, ast.If) and any(
            isinstance(one, ast.Name) and one.id in ("hasattr", "isinstance") for one in ast.walk(child.test)
        ):
            return True
        child = module.parent(child)
    return False
