"""What the linter says of a program before it runs: the same rules and the same cluster as in the page."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor

from trainlint import Cluster, Diagnostic, lint

from ..protocol import ClusterSize, Finding, ProblemsFound

logger = logging.getLogger(__name__)
MOST = 50
"""Findings that are listed; the rest is counted."""
CHARACTERS = 500
"""Of one sentence. A name in it may be as long as its author likes."""
SECONDS = 5.0
"""After so long the run goes on without."""

# One at a time, and apart from the threads that judge runs: a file made to be slow keeps up nobody but the next file.
_LINTING = ThreadPoolExecutor(max_workers=1, thread_name_prefix="lint")


def get_ready() -> None:
    """Have the rules imported, so that the first run does not wait for that. Returns at once."""
    _LINTING.submit(lint, "import ray\n")


async def find_problems(source: str, file_name: str, cluster: ClusterSize | None) -> ProblemsFound | None:
    """What is wrong with `source`; None when nothing is, or when it could not be told in `SECONDS`."""
    linting = asyncio.get_running_loop().run_in_executor(_LINTING, problems_in, source, file_name, cluster)
    try:
        return await asyncio.wait_for(linting, SECONDS)
    except TimeoutError:
        logger.warning("a program was not linted before its run: it took more than %g seconds", SECONDS)
    except Exception:  # a mistake of the linter's must not cost anybody the run
        logger.exception("a program could not be linted before its run")
    return None


def problems_in(source: str, file_name: str, cluster: ClusterSize | None) -> ProblemsFound | None:
    """The event that says what is wrong with `source`, or None."""
    known = None if cluster is None else Cluster.from_dict(cluster.model_dump())
    found = lint(source, file_name, cluster=known)
    if not found:
        return None
    return ProblemsFound(findings=[_finding(each) for each in found[:MOST]], left_out=max(0, len(found) - MOST))


def _finding(diagnostic: Diagnostic) -> Finding:
    values = diagnostic.to_dict()
    for name in ("message", "todo"):
        text = values[name].encode(errors="replace").decode()  # a lone surrogate is not JSON
        values[name] = text if len(text) <= CHARACTERS else f"{text[:CHARACTERS]} (cut)"
    return Finding.model_validate(values)
