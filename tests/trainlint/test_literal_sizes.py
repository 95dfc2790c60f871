from __future__ import annotations

import ast

import pytest

from parsed_programs import module_of
from trainlint.literal_sizes import literal_bytes


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        ("np.zeros((10, 10))", 800),
        ("np.zeros(shape=(10, 10), dtype=np.float32)", 400),
        ("np.ones(SIDE)", 800),
        ("np.empty([SIDE, 2 * 5], dtype='int8')", 1000),
        ("np.full((10,), 0.0)", 80),
        ("np.random.rand(10, 10)", 800),
        ("np.random.normal(0, 1, (10, 10))", 800),
        ("np.random.normal(0, 1, size=10)", 80),
        ("torch.zeros(10, 10)", 400),
        ("torch.randn((10, 10))", 400),
        ("torch.ones(10, dtype=torch.float64)", 80),
        ("torch.full((10,), 3)", 40),
        ("torch.randint(0, 5, (10,))", 40),
        ("torch.empty(10, dtype=kind)", 10),
        ("torch.zeros(n)", 0),
        ("np.zeros((n, 10))", 0),
        ("np.load('x')", 0),
        ("'text'", 0),
    ],
)
def test_the_bytes_of_an_array(made: str, expected: int) -> None:
    module = module_of(f"import numpy as np\nimport torch\nSIDE = 100\n{made}\n")
    last = module.tree.body[-1]
    assert isinstance(last, ast.Expr)
    assert literal_bytes(module, last.value) == expected
