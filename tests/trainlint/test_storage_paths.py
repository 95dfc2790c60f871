from __future__ import annotations

import ast

import pytest

from parsed_programs import module_of
from trainlint.storage_paths import beginning


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("'./results'", "./results"),
        ("ROOT", "s3://bucket"),
        ("f'/data/{name}'", "/data/"),
        ("f'{name}/data'", None),
        ("os.path.join(ROOT, 'x')", "s3://bucket"),
        ("Path('results') / 'x'", "results"),
        ("str(Path('results'))", "results"),
        ("'a' + name", "a"),
        ("''", None),
        ("os.path.abspath('results')", None),
        ("Path('results').resolve()", None),
        ("name", None),
    ],
)
def test_how_a_path_begins(path: str, expected: str | None) -> None:
    module = module_of(f"import os\nfrom pathlib import Path\nROOT = 's3://bucket'\n{path}\n")
    last = module.tree.body[-1]
    assert isinstance(last, ast.Expr)
    assert beginning(module, last.value) == expected
