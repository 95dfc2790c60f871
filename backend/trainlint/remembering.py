"""Answers that several rules ask for, worked out once for each file."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from .module import Module

Question = ParamSpec("Question")
Answer = TypeVar("Answer")


def remembered(
    work_out: Callable[Concatenate[Module, Question], Answer],
) -> Callable[Concatenate[Module, Question], Answer]:
    """`work_out`, asked once for each module and question. What it gives back must not be changed.

    The module keeps the answers, which may refer to it: kept anywhere else they would keep it alive.
    """

    ask: Callable[..., Answer] = work_out

    @wraps(work_out)
    def answer(module: Module, /, *question: Any) -> Answer:
        known, key = module.answers, (work_out, *question)
        if key not in known:
            known[key] = ask(module, *question)
        found: Answer = known[key]
        return found

    return answer  # type: ignore[return-value] # questions are given in their order, never by name
