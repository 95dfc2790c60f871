"""Short hashes and norms of tensors, so that ranks can be compared bit for bit without sending their weights.

What has no plain bytes on this process's devices (sparse, quantised, meta, a shard of a distributed tensor) has no
hash and no norm. Nothing here is a collective: a rank that alone looks at its tensors must not wait for the others.
"""

from __future__ import annotations

import functools
import hashlib
import math
import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy
import torch
from torch import Tensor

ELEMENTS_AT_A_REPORT = 10_000_000
"""The most elements that are hashed or normed at one report."""
ELEMENTS_EACH_STEP = 1_000_000
"""The most elements that are looked at after each optimizer step."""
BYTES_EACH_STEP = 2**16
"""The most bytes that are read after each optimizer step. What an optimizer has just written is no longer in a core's
nearest cache: of a few hundred kilobytes, reading all takes longer than the rest of what is observed in a step."""
EACH_STEP_UNTIL = 200
"""So many steps are read one by one. After that it is one in four, and then one in sixteen: a step of a few
milliseconds that finds neither this code nor the weights in its core's caches loses up to a hundred microseconds with
each reading."""
ONE_IN_FOUR_UNTIL = 1_000
WORD = numpy.dtype(numpy.uint64)
_ODD = 0x9E3779B97F4A7C15
_MASK = (1 << 64) - 1


def plain(tensor: Tensor) -> bool:
    """Whether it is an ordinary dense tensor with all its elements here."""
    return (
        type(tensor) in (Tensor, torch.nn.Parameter)
        and tensor.layout == torch.strided
        and not tensor.is_meta
        and not tensor.is_quantized
        and not getattr(tensor, "_is_flat_param", False)  # a shard of FullyShardedDataParallel
    )


def small(tensors: Sequence[Tensor], most: int) -> bool:
    """Whether there are tensors, all plain, of at most `most` elements together."""
    return bool(tensors) and all(map(plain, tensors)) and sum(tensor.numel() for tensor in tensors) <= most


def tensors_hash(tensors: Sequence[Tensor], most: int = ELEMENTS_AT_A_REPORT) -> str:
    """16 hexadecimal digits over shapes and exact bytes; empty without tensors and for what is odd or too much."""
    if not small(tensors, most):
        return ""
    digest = hashlib.blake2b(digest_size=8)
    for tensor in tensors:
        _add(digest, tensor)
    return digest.hexdigest()


def state_hash(optimizer: torch.optim.Optimizer, most: int = ELEMENTS_AT_A_REPORT) -> str:
    """The same over an optimizer's state, parameter by parameter, without its settings (learning rate and the like).
    Empty before the first step of an optimizer and for one that keeps no state."""
    kept = [
        (f"{number} {name}", value)
        for number, parameter in enumerate(parameters_of(optimizer))
        for name, value in sorted(optimizer.state.get(parameter, {}).items())
        if value is not None
    ]
    if not kept or not small([value for _, value in kept if isinstance(value, Tensor)] or [torch.empty(0)], most):
        return ""
    digest = hashlib.blake2b(digest_size=8)
    for name, value in kept:
        digest.update(name.encode())
        if isinstance(value, Tensor):
            _add(digest, value)
        else:
            digest.update(repr(value).encode())
    return digest.hexdigest()


def tensors_norm(tensors: Sequence[Tensor], most: int = ELEMENTS_AT_A_REPORT) -> float | None:
    """The Euclidean norm of all of them together; None where it is no finite number, and as for the hash."""
    if not small(tensors, most):
        return None
    norms = [float(torch.linalg.vector_norm(tensor.detach(), dtype=_accurate(tensor))) for tensor in tensors]
    whole = math.hypot(*norms)
    return whole if math.isfinite(whole) else None


def parameters_of(optimizer: torch.optim.Optimizer) -> list[Tensor]:
    """Its parameters, in the order of its groups."""
    return [parameter for group in optimizer.param_groups for parameter in group["params"]]


class History:
    """A running hash over some parameters after each of many steps, cheap enough to be taken each time.

    A step adds to it the sum of each parameter's bytes, read as 64-bit words. Ranks that part and meet again differ in
    it. (To hash all bytes takes dozens of times as long as to sum them. What a sum cannot see, such as two words that
    changed places, it would have to miss at every step.) Of parameters of more than `BYTES_EACH_STEP`, a step reads a
    part, and the steps take turns: what parts in one weight alone and stays so is seen within a turn. Empty for ever
    once a step was odd or too much.

    Of a long run's steps, `due` names one in four or one in sixteen, by their number alone, so that they are the same
    on each rank. The gaps between them are uneven, so that ranks which meet again at each fourth step are not looked
    at only then.
    """

    def __init__(self, most_bytes: int = BYTES_EACH_STEP) -> None:
        self._most_bytes = most_bytes
        self._mixed = 0
        self._parameters: list[Tensor] = []
        self._views: list[_Words] = []
        self._parts: list[list[Callable[[], int]]] = []
        self._steps = self._added = 0
        self._blind = False
        self._copied = False
        """Whether some are not read in their own memory, and have to be copied each time."""

    @property
    def text(self) -> str:
        """16 hexadecimal digits, or nothing."""
        return f"{self._mixed:016x}" if self._added and not self._blind else ""

    def due(self) -> bool:
        """Whether the step that was just made, and is counted by this, is one to `add`."""
        self._steps += 1
        share = 62 if self._steps <= ONE_IN_FOUR_UNTIL else 60
        return self._steps <= EACH_STEP_UNTIL or self._steps * _ODD & _MASK < 1 << share

    def add(self, parameters: Sequence[Tensor]) -> None:
        """Take in the parameters as they are now."""
        if self._blind:
            return
        if not self._fits(parameters):
            self._views, self._parameters = [], []
            if not _on_cpu(parameters) or not small(parameters, ELEMENTS_EACH_STEP):
                self._blind = True
                return
            self._parameters = list(parameters)
            self._views = [_Words(parameter) for parameter in parameters]
            self._copied = any(view.pointer < 0 for view in self._views)
            self._parts = _parts(self._views, self._most_bytes)
        mixed = self._mixed
        for read in self._parts[self._added % len(self._parts)]:
            mixed = ((mixed ^ read()) * _ODD + 1) & _MASK
        self._mixed = mixed
        self._added += 1

    def _fits(self, parameters: Sequence[Tensor]) -> bool:
        """Whether they are those of the last time, in their places: of these one is looked at, another each time, since
        each question to a tensor costs a step. Who moves parameters, moves them all."""
        views = self._views
        if not 0 < len(views) == len(parameters) or self._copied:
            return False
        looked_at = self._added % len(views)
        return views[looked_at].pointer == parameters[looked_at].data_ptr() and all(
            map(operator.is_, self._parameters, parameters)
        )


class _Words:
    """A parameter's memory as 64-bit words; kept from step to step while it stays in its place."""

    __slots__ = ("_tail", "_words", "pointer")

    def __init__(self, tensor: Tensor) -> None:
        # A tensor that is not contiguous is copied to be read, so it is never found in its place.
        self.pointer = tensor.data_ptr() if tensor.is_contiguous() else -1
        raw = _bytes(tensor)
        whole = len(raw) // WORD.itemsize * WORD.itemsize
        words = raw[:whole]
        self._words = words.view(WORD) if raw.ctypes.data % WORD.itemsize == 0 else words
        self._tail = raw[whole:]

    def pieces(self, most_bytes: int) -> Iterator[tuple[int, Callable[[], int]]]:
        """Its memory in pieces of at most that many bytes: the size of each, and what sums it as it then is."""
        length = max(most_bytes // self._words.itemsize, 1)
        for start in range(0, len(self._words), length):
            words = self._words[start : start + length]
            yield words.nbytes, functools.partial(_sum, words)
        if len(self._tail):
            yield self._tail.nbytes, functools.partial(_number, self._tail)


def _parts(views: Iterable[_Words], most_bytes: int) -> list[list[Callable[[], int]]]:
    """What to read at a step, turn by turn: everything in one where it is at most `most_bytes`. The same on each rank,
    because sizes alone decide."""
    parts: list[list[Callable[[], int]]] = [[]]
    room = most_bytes
    for view in views:
        for size, read in view.pieces(most_bytes):
            if size > room and parts[-1]:
                parts.append([])
                room = most_bytes
            parts[-1].append(read)
            room -= size
    return parts


def _sum(words: numpy.ndarray[Any, Any]) -> int:
    return int(numpy.add.reduce(words))


def _number(tail: numpy.ndarray[Any, Any]) -> int:
    return int.from_bytes(tail.tobytes(), "little")


def _add(digest: Any, tensor: Tensor) -> None:
    digest.update(f"{tensor.dtype} {tuple(tensor.shape)}".encode())
    digest.update(_bytes(tensor))


def _bytes(tensor: Tensor) -> numpy.ndarray[Any, Any]:
    raw: numpy.ndarray[Any, Any] = tensor.detach().cpu().contiguous().reshape(-1).view(torch.uint8).numpy()
    return raw


def _on_cpu(tensors: Iterable[Tensor]) -> bool:
    return all(tensor.device.type == "cpu" for tensor in tensors)


def _accurate(tensor: Tensor) -> torch.dtype:
    return torch.complex128 if tensor.is_complex() else torch.float64
