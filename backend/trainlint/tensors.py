"""Which expressions are tensors for certain, and which of those hold one number."""

from __future__ import annotations

import ast
from functools import cached_property

from .arguments import argument, has_unseen_arguments
from .module import Module
from .origins import FLUENT, makers
from .reaching import reaching
from .scopes import Function


def _under(prefix: str, words: str) -> frozenset[str]:
    return frozenset(prefix + word for word in words.split())


_MAKERS = _under(
    "torch.",
    "abs arange as_tensor cat clone concat dot einsum empty exp eye from_numpy full full_like linspace log matmul mean"
    " norm ones ones_like outer rand rand_like randint randn randn_like randperm sigmoid softmax sqrt stack std sum"
    " tanh tensor var where zeros zeros_like",
)
_LOSSES = _under(
    "torch.nn.functional.",
    "binary_cross_entropy binary_cross_entropy_with_logits cosine_embedding_loss cross_entropy ctc_loss huber_loss"
    " gaussian_nll_loss hinge_embedding_loss kl_div l1_loss margin_ranking_loss mse_loss multi_margin_loss nll_loss"
    " multilabel_margin_loss multilabel_soft_margin_loss poisson_nll_loss smooth_l1_loss soft_margin_loss"
    " triplet_margin_loss",
)
_SHAPERS = _under(
    "torch.nn.functional.",
    "dropout elu embedding gelu leaky_relu linear log_softmax normalize one_hot relu sigmoid silu softmax softplus"
    " tanh",
)
_LAYERS = _under(
    "torch.nn.",
    "BatchNorm1d BatchNorm2d Conv1d Conv2d Conv3d Dropout Embedding Flatten GELU LayerNorm Linear ReLU Sequential"
    " Sigmoid SiLU Softmax Tanh",
)
_WRAPPERS = frozenset(["ray.train.torch.prepare_model", "torch.nn.parallel.DistributedDataParallel", "torch.compile"])
_REDUCTIONS = _under("", "mean sum min max std var norm prod median argmax argmin")
_METHODS = _REDUCTIONS | _under(
    "",
    "abs add bool clamp clone contiguous div double eq exp flatten float half int log log_softmax long matmul mul ne"
    " pow relu reshape sigmoid softmax sqrt square squeeze sub t tanh transpose unsqueeze view",
)
# Nothing but torch has methods of these names, and what has them and can be averaged is no module.
_OF_TORCH = frozenset(["bfloat16", "detach", "double", "float", "half", "long"])
_NUMBERS = frozenset(["builtins.len", "builtins.int", "builtins.float", "builtins.round"])
_DEEPEST = 12


class Tensors:
    """What of a module is a tensor. False means: not for certain."""

    def __init__(self, module: Module) -> None:
        self._module = module
        self._known: dict[tuple[ast.expr, bool], bool] = {}

    def is_tensor(self, expression: ast.expr) -> bool:
        """Whether `expression` is a tensor as soon as the code before it has run."""
        return self._ask(expression, scalar=False, depth=0)

    def is_scalar(self, expression: ast.expr) -> bool:
        """Whether it is a tensor that holds exactly one number, so that `.item()` cannot fail."""
        return self._ask(expression, scalar=True, depth=0)

    def _ask(self, expression: ast.expr, *, scalar: bool, depth: int) -> bool:
        key = (expression, scalar)
        if key not in self._known:
            self._known[key] = False  # answers what is defined by itself
            self._known[key] = depth < _DEEPEST and self._decide(expression, scalar, depth + 1)
        return self._known[key]

    def _decide(self, expression: ast.expr, scalar: bool, depth: int) -> bool:
        match expression:
            case ast.Name():
                return self._name(expression, scalar, depth)
            case ast.BinOp(left=left, right=right):
                return self._operation(left, right, scalar, depth)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return self._ask(operand, scalar=scalar, depth=depth)
            case ast.Compare(left=left, comparators=[right]) if isinstance(expression.ops[0], ast.Eq | ast.NotEq):
                return not scalar and any(self._ask(side, scalar=False, depth=depth) for side in (left, right))
            case ast.IfExp(body=body, orelse=orelse):
                return all(self._ask(arm, scalar=scalar, depth=depth) for arm in (body, orelse))
            case ast.Attribute(attr="data" | "grad", value=value):
                return self._ask(value, scalar=scalar, depth=depth)
            case ast.Call():
                return self._call(expression, scalar, depth)
        return False

    def _operation(self, left: ast.expr, right: ast.expr, scalar: bool, depth: int) -> bool:
        if not scalar:
            return any(self._ask(side, scalar=False, depth=depth) for side in (left, right))
        sides = [self._ask(side, scalar=True, depth=depth) for side in (left, right)]
        return any(sides) and all(
            known or self.is_number(side) for known, side in zip(sides, (left, right), strict=True)
        )

    def is_number(self, expression: ast.expr) -> bool:
        """Whether `expression` is a plain number for certain."""
        match self._module.value(expression):
            case ast.Constant(value=int() | float()):
                return True
            case ast.Call(func=ast.Attribute(attr="item" | "get_world_size" | "numel"), args=[]):
                return True
            case ast.Call(func=ast.Attribute(attr="size"), args=[_]) | ast.Subscript(value=ast.Attribute(attr="shape")):
                return True
            case ast.Call(func=function):
                return self._module.qualified(function) in _NUMBERS
            case ast.BinOp(left=left, right=right):
                return self.is_number(left) and self.is_number(right)
        return False

    def _name(self, name: ast.Name, scalar: bool, depth: int) -> bool:
        found = False
        for binding in reaching(self._module, name):
            if isinstance(binding.node, ast.AugAssign):
                # What it adds to may be a number still, and is a tensor after the first round.
                found = found or self._ask(binding.node.value, scalar=scalar, depth=depth)
            elif binding.kind == "assignment" and binding.value is not None:
                if (binding.node, name.id) in self._differentiated or self._ask(
                    binding.value, scalar=scalar, depth=depth
                ):
                    found = True
                elif not isinstance(binding.value, ast.Constant) or (scalar and binding.value.value is None):
                    return False
            elif binding.kind == "parameter" and isinstance(binding.node, Function):
                given = self._module.arguments_for(binding.node, name.id)
                if given is None or not all(self._ask(one, scalar=scalar, depth=depth) for one in given):
                    return False
                found = True
            else:
                return False
        return found

    @cached_property
    def _differentiated(self) -> set[tuple[ast.AST, str]]:
        """The assignments of what `backward()` is called on: one number, and a tensor."""
        return {
            (binding.node, call.func.value.id)
            for call in self._module.index.calls_named("backward")
            if isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name) and not call.args
            for binding in reaching(self._module, call.func.value)
        }

    def _call(self, call: ast.Call, scalar: bool, depth: int) -> bool:
        name = self._module.qualified(call.func) or ""
        if name in _LOSSES:
            return not scalar or _reduces(call)
        if name in ("torch.sum", "torch.mean"):
            return not scalar or (len(call.args) == 1 and not call.keywords)
        if name in _MAKERS or name in _SHAPERS:
            holds_number = name == "torch.tensor" and bool(call.args) and self.is_number(call.args[0])
            return not scalar or holds_number
        function = self._module.function(call.func)
        if function is not None:
            returned = self._module.returned(function)
            return returned is not None and self._ask(returned, scalar=scalar, depth=depth)
        if isinstance(call.func, ast.Attribute) and (
            self._ask(call.func.value, scalar=False, depth=depth) or _reduces_a_tensor(call.func)
        ):
            return self._method(call, call.func, scalar, depth)
        return self._layer(call, scalar)

    def _method(self, call: ast.Call, method: ast.Attribute, scalar: bool, depth: int) -> bool:
        if method.attr in ("min", "max", "median") and (call.args or call.keywords):
            return False  # along a dimension they give a pair
        if method.attr not in _METHODS and method.attr not in FLUENT:
            return False
        reduces = method.attr in _REDUCTIONS and not call.args and not call.keywords
        return not scalar or reduces or self._ask(method.value, scalar=True, depth=depth)

    def _layer(self, call: ast.Call, scalar: bool) -> bool:
        """`criterion(outputs, targets)` and `model(inputs)`, where both are torch's own."""
        found = makers(self._module, call.func) or []
        while found and all(self._is_call_to(maker, _WRAPPERS) for maker in found):
            inner = [maker.args[0] for maker in found if isinstance(maker, ast.Call) and maker.args]
            found = [maker for wrapped in inner for maker in makers(self._module, wrapped) or [wrapped]]
        losses = [maker for maker in found if _is_loss_class(self._module, maker)]
        if found and len(losses) == len(found):
            return not scalar or all(isinstance(maker, ast.Call) and _reduces(maker) for maker in losses)
        return bool(found) and not scalar and all(self._is_call_to(maker, _LAYERS) for maker in found)

    def _is_call_to(self, expression: ast.expr, names: frozenset[str]) -> bool:
        return isinstance(expression, ast.Call) and self._module.qualified(expression.func) in names


def _is_loss_class(module: Module, expression: ast.expr) -> bool:
    name = module.qualified(expression.func) or "" if isinstance(expression, ast.Call) else ""
    return name.startswith("torch.nn.") and name.endswith("Loss")


def _reduces_a_tensor(method: ast.Attribute) -> bool:
    """`(predicted == labels).float().mean`, whatever stands at its start."""
    match method:
        case ast.Attribute(attr=reduction, value=ast.Call(func=ast.Attribute(attr=conversion), args=[])):
            return reduction in _REDUCTIONS and conversion in _OF_TORCH
    return False


def _reduces(call: ast.Call) -> bool:
    """Whether the loss is left to its usual reduction, to one number."""
    given = [argument(call, name) for name in ("reduction", "reduce", "size_average")]
    if has_unseen_arguments(call) or given[1] is not None:
        return False
    return given[0] is None or (isinstance(given[0], ast.Constant) and given[0].value in ("mean", "sum", "batchmean"))
