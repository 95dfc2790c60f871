"""What the page's worker calls in Pyodide: text in, text out, so that no object crosses between the languages."""

from __future__ import annotations

import gc
import json

from .claim import answers, answers_of, read_claim
from .cluster import Cluster
from .engine import examine
from .module import Module
from .reading import LastRead

_newest: dict[str, Module | None] = {}
"""The text that was linted last, as the rules have seen it: the page asks for claims about it at once. Only what was
linted to its end is kept: in a lint that was interrupted, half an answer may lie."""
_last = LastRead()


def lint_json(source: str, cluster_json: str | None = None) -> str:
    """The findings in `source` as a JSON list of `Diagnostic.to_dict()`. `cluster_json` is what `Cluster.from_dict`
    takes, None where the page knows of no cluster.

    A lone surrogate, which a JavaScript string may hold, is as good as any other text: it becomes a finding.
    """
    _newest.clear()
    cluster = None if cluster_json is None else Cluster.from_dict(json.loads(cluster_json))
    found, module = examine(source, cluster=cluster, last=_last)
    _newest[source] = module
    return json.dumps([diagnostic.to_dict() for diagnostic in found])


def wait_to_tidy() -> None:
    """From now on leave what lints have made lying until `tidy`: a collection in the midst of one takes longer than the
    lint itself. For a process that does nothing else."""
    gc.disable()


def tidy() -> None:
    """Collect what lints have left lying, for a moment when nobody waits. What is there then for good (Python, the
    rules) is never looked at again."""
    _newest.clear()
    if gc.get_freeze_count() == 0:
        _last.forget()
        gc.collect()
        gc.freeze()
    else:
        gc.collect()


def claims_json(source: str, claims_json: str) -> str:
    """Whether each claim holds in `source`: JSON `{"name": {"kind": …}}` in, `{"name": true, false or null}` out."""
    claims = {name: read_claim(values) for name, values in json.loads(claims_json).items()}
    module = _newest.pop(source, None)
    return json.dumps(answers(source, claims) if module is None else answers_of(module, claims))
