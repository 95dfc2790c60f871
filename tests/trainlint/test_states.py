from __future__ import annotations

import ast

import pytest

from parsed_programs import module_of
from trainlint.states import loaded_states, saved_values, wrapping

HEAD = """
import copy
import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP
from ray.train.torch import prepare_model
import elsewhere
class Net(nn.Module): pass
net = Net()
model = prepare_model(net)
"""


@pytest.mark.parametrize(
    ("expression", "kind"),
    [
        ("net", "bare"),
        ("nn.Linear(1, 1)", "bare"),
        ("net.to('cpu').train()", "bare"),
        ("copy.deepcopy(net)", "bare"),
        ("model", "wrapped"),
        ("model.eval()", "wrapped"),
        ("DDP(net)", "wrapped"),
        ("model.module", "bare"),
        ("prepare_model(net, parallel_strategy='ddp')", "wrapped"),
        ("prepare_model(net, parallel_strategy='fsdp')", None),
        ("prepare_model(net, **options)", None),
        ("torch.compile(net)", None),
        ("net if a else model", None),
        ("model.module if isinstance(model, DDP) else model", None),
        ("elsewhere.wrap(net)", None),
        ("unknown", None),
        ("net.module", None),
    ],
)
def test_a_model_is_wrapped_or_bare_or_it_is_not_certain(expression: str, kind: str | None) -> None:
    module = module_of(HEAD + expression)
    last = module.tree.body[-1]
    assert isinstance(last, ast.Expr)
    assert wrapping(module, last.value) == kind


def test_a_model_that_is_wrapped_under_its_own_name_is_told_apart_by_the_place() -> None:
    module = module_of(HEAD + "one = nn.Linear(1, 1)\nuse(one)\none = prepare_model(one)\nuse(one)")
    before, after = (call.args[0] for call in module.index.calls_named("use"))
    assert (wrapping(module, before), wrapping(module, after)) == ("bare", "wrapped")


def test_a_model_that_a_function_is_given_is_what_its_callers_give() -> None:
    module = module_of(HEAD + "def save(it):\n    use(it)\nsave(model)\nsave(prepare_model(Net()))")
    (call,) = module.index.calls_named("use")
    assert wrapping(module, call.args[0]) == "wrapped"


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        ("torch.save(net.state_dict(), 'a')", [(None, "net")]),
        ("torch.save({'net': net.state_dict(), 'epoch': 3}, 'a')", [("net", "net"), ("epoch", None)]),
        ("state = {'net': net.state_dict()}\ntorch.save(state, 'a')", [("net", "net")]),
        ("state = {}\nstate['net'] = net.state_dict()\ntorch.save(state, 'a')", [("net", "net")]),
        ("state = {'a': 1}\nstate.update(more)\ntorch.save(state, 'a')", [("a", None), (None, None)]),
        ("torch.save({**more, 'a': 1}, 'a')", [(None, None), ("a", None)]),
        ("torch.save(something, 'a')", [(None, None)]),
    ],
)
def test_what_is_saved_is_taken_apart(program: str, expected: list[tuple[str | None, str | None]]) -> None:
    module = module_of(HEAD + program)
    found = saved_values(module, module.index)
    assert [(entry.key, ast.unparse(entry.owner) if entry.owner else None) for entry in found] == expected


@pytest.mark.parametrize(
    ("program", "key"),
    [
        ("net.load_state_dict(torch.load('a'))", None),
        ("net.load_state_dict(torch.load('a')['net'])", "net"),
        ("state = torch.load('a')\nnet.load_state_dict(state['net'])", "net"),
        ("state = torch.load('a')\nweights = state.get('net')\nnet.load_state_dict(weights)", "net"),
        ("def read():\n    return torch.load('a')\nnet.load_state_dict(read()['net'])", "net"),
    ],
)
def test_what_is_loaded_is_traced_to_its_file(program: str, key: str | None) -> None:
    module = module_of(HEAD + program)
    (loaded,) = loaded_states(module, module.index)
    assert (ast.unparse(loaded.owner), loaded.key, loaded.stored.place.known) == ("net", key, "a")
