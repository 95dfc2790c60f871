"""Answers that several rules ask for, worked out once for each file."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from .module import Module

Question = TypeVar("Question")
Answer = TypeVar("Answer")


def remembered(work_out: Callable[[Module, Question], Answer]) -> Callable[[Module, Question], Answer]:
    """`work_out`, asked once for each module and question. What it gives back must not be changed."""

    @wraps(work_out)
    def answer(module: Module, question: Question) -> Answer:
        known: dict[Question, Answer] | None = module.answers.get(work_out)
        if known is None:
            known = module.answers[work_out] = {}
        if question not in known:
            known[question] = work_out(module, question)
        return known[question]

    return answer
