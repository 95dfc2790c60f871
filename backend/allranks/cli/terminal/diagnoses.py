"""How a diagnosis reads in a terminal."""

from __future__ import annotations

from ...protocol import Diagnosis


def diagnosis_text(diagnosis: Diagnosis) -> str:
    """Its title, what happened, the place, the evidence and the mend. Advice is called that: nothing failed by it."""
    where = diagnosis.where
    lines = [
        f"Advice: {diagnosis.title}" if diagnosis.advice else diagnosis.title,
        diagnosis.what_happened,
        *([f"  at {where.file}:{where.line}  {where.text}"] if where else []),
        *(f"  · {fact}" for fact in diagnosis.evidence),
        f"→ {diagnosis.mend}",
    ]
    return "\n".join(lines)


def diagnosis_style(diagnosis: Diagnosis) -> str:
    """Its colour."""
    return "cyan" if diagnosis.advice else "yellow"
