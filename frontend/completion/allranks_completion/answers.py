"""What the page asks while a program is typed, as JSON. Lines count from 1, columns from 0, in code points."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import jedi
from jedi.api.environment import InterpreterEnvironment

HERE = Path(__file__).parent
MOST = 300
"""Names that are listed at once; who looks for another goes on typing."""


ALIAS = re.compile(r"\b_(?:ray|torch)\w*\.")
"""How a stub names another module; who reads a signature knows the class alone."""
WARMING = "from ray import train\nimport torch\nfrom torch import nn\nx = nn.functional.mse_loss(1, 2)\n"


class Answers:
    """One program at a time. `describe` is of the newest completion."""

    def __init__(self) -> None:
        # The stubs alone: what is installed beside them here is not what a program runs with.
        self._project = jedi.Project(HERE, sys_path=[str(HERE / "stubs")], smart_sys_path=False)
        self._environment = InterpreterEnvironment()
        self._texts: dict[str, dict[str, str]] = tomllib.loads((HERE / "texts.toml").read_text("utf-8"))
        self._listed: list[Any] = []

    def warm(self) -> None:
        """Read once what every program asks for first; the stubs are in memory from then on."""
        for asked in ("x.", "train.", "torch.optim.", "nn."):
            self.complete(WARMING + asked, WARMING.count("\n") + 1, len(asked))

    def complete(self, source: str, line: int, column: int) -> str:
        found = self._script(source).complete(line, column)
        prefix = found[0].get_completion_prefix_length() if found else 0
        hidden = source.split("\n")[line - 1][column - prefix : column].startswith("_")
        self._listed = [one for one in found if hidden or not one.name.startswith("_")][:MOST]
        names = [{"name": one.name, "kind": one.type} for one in self._listed]
        return json.dumps({"prefix": prefix, "names": names})

    def describe(self, index: int) -> str:
        """One of the names that `complete` listed last."""
        return json.dumps(self._said(self._listed[index]))

    def hover(self, source: str, line: int, column: int) -> str:
        found = self._script(source).help(line, column)
        return json.dumps(self._said(found[0]) if found and found[0].type != "keyword" else None)

    def signature(self, source: str, line: int, column: int) -> str:
        """The call that the cursor stands in; which parameter is next, -1 where none is."""
        found = self._script(source).get_signatures(line, column)
        if not found:
            return json.dumps(None)
        call = found[0]
        parameters = [ALIAS.sub("", parameter.to_string()) for parameter in call.params]
        index = -1 if call.index is None else call.index
        said = {"name": call.name, "parameters": parameters, "index": index, **self._text(call.full_name)}
        return json.dumps(said)

    def _script(self, source: str) -> jedi.Script:
        return jedi.Script(source, environment=self._environment, project=self._project)

    def _said(self, name: Any) -> dict[str, str]:
        signatures = name.get_signatures() if name.type in ("function", "class") else []
        shown = signatures[0].to_string() if signatures else name.description
        return {"signature": ALIAS.sub("", shown), **self._text(name.full_name)}

    def _text(self, full_name: str | None) -> dict[str, str]:
        given = self._texts.get((full_name or "").removesuffix(".__init__"), {})
        rule = given.get("rule", "")
        return {"text": given.get("text", ""), "rule": rule, "page": f"rules/{rule}.html" if rule else ""}
