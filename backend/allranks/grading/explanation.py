"""What just happened, told with the run's own numbers."""

from __future__ import annotations

import re

from ..protocol import BadExercise, Exercise
from .facts import FACTS
from .observed import Observed

NAME = re.compile(r"\{([a-z_]+)\}")


def explain(text: str, observed: Observed) -> str:
    """`text`, Markdown, with each `{name}` replaced by that fact.

    A paragraph with a fact that this run does not have is left out.
    """
    told = []
    for paragraph in text.strip().split("\n\n"):
        facts = {name: FACTS[name](observed) for name in NAME.findall(paragraph)}
        if None not in facts.values():
            parts = NAME.split(paragraph)  # text and names by turns
            told.append("".join(str(facts[part]) if place % 2 else part for place, part in enumerate(parts)))
    return "\n\n".join(told)


def accept(exercise: Exercise) -> None:
    """Raise `BadExercise` when the text names what is no fact."""
    for name in NAME.findall(exercise.explanation):
        if name not in FACTS:
            raise BadExercise(
                f"passed.md: {{{name}}}", f"the name of a fact ({', '.join(FACTS)})", "mend the name in passed.md"
            )
