"""Which statements are certain to be reached."""

from __future__ import annotations

import ast
import textwrap

import pytest

from trainlint.module import Module
from trainlint.source import Source
from trainlint.surroundings import is_reached


def reached(text: str) -> bool:
    """Whether the `import it` of a program is."""
    source = Source(textwrap.dedent(text))
    module = Module(source, ast.parse(source.text))
    (found,) = [node for node in module.index.all(ast.Import) if node.names[0].name == "it"]
    return is_reached(module, found)


@pytest.mark.parametrize(
    "text",
    [
        "import it\n",
        "def loop():\n    import it\n\nrun(loop)\n",
        "if __name__ == '__main__':\n    import it\n",
        "with open('x') as file:\n    import it\n",
        "try:\n    import it\nfinally:\n    pass\n",
        "for epoch in range(3):\n    import it\n",
    ],
)
def test_what_nothing_decides_about_is_reached(text: str) -> None:
    assert reached(text)


@pytest.mark.parametrize(
    "text",
    [
        "try:\n    import it\nexcept ImportError:\n    it = None\n",
        "try:\n    import other\nexcept ImportError:\n    import it\n",
        "if TYPE_CHECKING:\n    import it\n",
        "if wanted:\n    pass\nelse:\n    import it\n",
        "import contextlib\nwith contextlib.suppress(ImportError):\n    import it\n",
        "def nobody():\n    import it\n",
        "class Lazy:\n    def load(self):\n        import it\n",
    ],
)
def test_what_is_tried_or_chosen_or_never_called_may_not_be(text: str) -> None:
    assert not reached(text)
