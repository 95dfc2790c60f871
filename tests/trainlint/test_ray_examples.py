"""Programs that other people wrote and that run well: no rule may say a word about them."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

from trainlint.engine import lint

FOLDERS = ("examples/pytorch", "v2/examples")
SNIPPET = Path(__file__).parents[2] / "../shared/inputs/chapter_snippet.py"


def ray_examples() -> list[Path]:
    """Ray's own example files; found without importing Ray."""
    spec = find_spec("ray")
    if spec is None or not spec.submodule_search_locations:
        return []
    train = Path(spec.submodule_search_locations[0]) / "train"
    return sorted(path for folder in FOLDERS for path in (train / folder).rglob("*.py") if path.stat().st_size)


EXAMPLES = ray_examples()


@pytest.mark.skipif(not EXAMPLES, reason="RAY IS NOT INSTALLED: ITS OWN EXAMPLES WERE NOT LINTED")
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.name)
def test_no_rule_misfires_on_an_example_of_ray(example: Path) -> None:
    assert [found for found in lint(example.read_text()) if found.source != "pyflakes"] == []


@pytest.mark.skipif(not SNIPPET.exists(), reason="THE CHAPTER'S SNIPPET IS NOT BESIDE THE PROJECT: IT WAS NOT LINTED")
def test_the_chapters_snippet_has_exactly_the_missing_checkpoint() -> None:
    found = [diagnostic for diagnostic in lint(SNIPPET.read_text()) if diagnostic.source != "pyflakes"]
    assert [(diagnostic.code, diagnostic.line) for diagnostic in found] == [("RTL301", 28)]
