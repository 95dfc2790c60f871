"""What the page's worker calls in Pyodide: text in, text out, so that no object crosses between the languages."""

from __future__ import annotations

import json

from .engine import lint


def lint_json(source: str) -> str:
    """The findings in `source` as a JSON list of `Diagnostic.to_dict()`.

    A lone surrogate, which a JavaScript string may hold, is as good as any other text: it becomes a finding.
    """
    return json.dumps([diagnostic.to_dict() for diagnostic in lint(source)])
