"""Answers that several rules ask for, worked out once for each file."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar
from weakref import WeakKeyDictionary

from .module import Module

Question = TypeVar("Question")
Answer = TypeVar("Answer")


def remembered(work_out: Callable[[Module, Question], Answer]) -> Callable[[Module, Question], Answer]:
    """`work_out`, asked once for each module and question. What it gives back must not be changed."""
    known: WeakKeyDictionary[Module, dict[Question, Answer]] = WeakKeyDictionary()

    @wraps(work_out)
    def answer(module: Module, question: Question) -> Answer:
        of_module = known.setdefault(module, {})
        if question not in of_module:
            of_module[question] = work_out(module, question)
        return of_module[question]

    return answer
