from __future__ import annotations

import ast

import pytest

from parsed_programs import module_of
from trainlint.ray_data import ray_data_sources, shards_of


@pytest.mark.parametrize(
    ("expression", "source", "shard"),
    [
        ("ray.data.range(4).map(f).iter_rows()", "ray.data.range(4)", None),
        ("train.get_dataset_shard('a').iter_torch_batches()", None, "train.get_dataset_shard('a')"),
        ("ray.data.range(4).split(2)[0].iter_rows()", None, None),
        ("other(ray.data.range(4))", None, None),
    ],
)
def test_methods_of_data_sets_are_followed(expression: str, source: str | None, shard: str | None) -> None:
    module = module_of("import ray.data\nfrom ray import train\n" + expression)
    last = module.tree.body[-1]
    assert isinstance(last, ast.Expr)
    assert [ast.unparse(call) for call in ray_data_sources(module, last.value)] == ([source] if source else [])
    assert [ast.unparse(call) for call in shards_of(module, last.value)] == ([shard] if shard else [])
