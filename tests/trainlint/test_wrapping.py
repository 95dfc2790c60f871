from __future__ import annotations

import ast

import pytest

from parsed_programs import module_of
from trainlint.wrapping import (
    always_runs,
    is_thrown_away,
    is_wrapped,
    loops_in_workers,
    loops_on_several_ranks,
    wrapper_calls,
)

START = """
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model
from torch.nn.parallel import DistributedDataParallel as DDP
"""
END = "\nTorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2))\n"


@pytest.mark.parametrize(
    ("workers", "in_workers", "on_several"), [("0", 0, 0), ("1", 1, 0), ("(1, 4)", 1, 1), ("n", 1, 1)]
)
def test_where_a_loop_runs(workers: str, in_workers: int, on_several: int) -> None:
    module = module_of(f"{START}def train_loop(): pass{END.replace('2', workers)}")
    assert (len(loops_in_workers(module)), len(loops_on_several_ranks(module))) == (in_workers, on_several)


@pytest.mark.parametrize(
    ("call", "wraps"),
    [
        ("prepare_model(net)", True),
        ("prepare_model(net, parallel_strategy='fsdp')", True),
        ("prepare_model(net, True, 'ddp')", True),
        ("prepare_model(net, parallel_strategy=None)", False),
        ("prepare_model(net, parallel_strategy=chosen)", False),
        ("prepare_model(net, **options)", False),
        ("DDP(net)", True),
        ("other.prepare_model(net)", False),
    ],
)
def test_what_wraps_for_certain(call: str, wraps: bool) -> None:
    module = module_of(f"{START}def train_loop():\n    model = {call}\n    use(model){END}")
    [loop] = loops_in_workers(module)
    use = next(call for call in module.calls if ast.unparse(call.func) == "use")
    assert bool(wrapper_calls(loop)) is wraps
    assert is_wrapped(module, use.args[0]) is wraps


@pytest.mark.parametrize(
    ("body", "thrown"),
    [
        ("prepare_model(net)", True),
        ("ddp = prepare_model(net)", True),
        ("ddp = prepare_model(net)\n    use(ddp)", False),
        ("use(prepare_model(net))", False),
        ("self.model = prepare_model(net)", False),
        ("global ddp\n    ddp = prepare_model(net)", False),
    ],
)
def test_what_is_thrown_away(body: str, thrown: bool) -> None:
    module = module_of(f"{START}def train_loop():\n    {body}{END}")
    [call] = wrapper_calls(loops_in_workers(module)[0])
    assert is_thrown_away(module, call) is thrown


@pytest.mark.parametrize(
    ("text", "always"),
    [
        ("def train_loop():\n    here()", True),
        ("def train_loop():\n    for _ in a:\n        here()", True),
        ("def train_loop():\n    with here():\n        pass", True),
        ("def train_loop():\n    if here():\n        pass", True),
        ("def train_loop():\n    if a:\n        here()", False),
        ("def train_loop():\n    try:\n        here()\n    except E:\n        pass", False),
        ("def train_loop():\n    a or here()", False),
        ("def helper():\n    here()\ndef train_loop():\n    helper()", True),
        ("def helper():\n    here()\ndef train_loop():\n    if a:\n        helper()", False),
        ("class A:\n    def start(self):\n        here()\ndef train_loop():\n    A().start()", True),
        ("def train_loop():\n    callback = lambda: here()", False),
    ],
)
def test_what_always_runs(text: str, always: bool) -> None:
    module = module_of(f"{START}{text}{END}")
    here = next(call for call in module.calls if ast.unparse(call.func) == "here")
    assert always_runs(loops_in_workers(module)[0], here) is always
