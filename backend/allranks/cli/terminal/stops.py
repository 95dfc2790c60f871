"""Why nothing goes on, in a few lines."""

from __future__ import annotations

from ...protocol import ProgressResumed, ProgressStopped


def stop_lines(event: ProgressStopped | ProgressResumed) -> str:
    """What stands still and where, what each rank does, and what to do; or that it goes on."""
    if isinstance(event, ProgressResumed):
        return f"goes on: all ranks made progress again after {event.seconds:.1f} s"
    diagnosis = event.diagnosis
    where = diagnosis.where
    return "\n".join(
        [
            f"{'nothing goes on' if event.hang else 'slow'}: {diagnosis.title}"
            + (f" at {where.file}:{where.line}  {where.text}" if where else ""),
            diagnosis.what_happened,
            *(f"  {line}" for line in diagnosis.evidence),
            f"→ {diagnosis.mend}",
        ]
    )
