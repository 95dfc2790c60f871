"""A collective in words, whatever it was given."""

from __future__ import annotations

from typing import Any

import pytest

from allranks.recorder.activity import Call

pytestmark = pytest.mark.ray


def shape_of(name: str, *arguments: Any, **keywords: Any) -> str:
    from allranks.recorder.describing import collective_of

    described = collective_of(Call(name, 1, arguments, keywords))
    assert (described["name"], described["sequence"], described["group"]) == (name, 1, "")
    return str(described["shape"])


def test_the_tensor_is_the_one_that_this_rank_puts_in() -> None:
    import torch

    mine, other = torch.ones(2, 3, dtype=torch.bfloat16), torch.ones(9)
    assert shape_of("all_reduce", mine) == "bfloat16[2, 3]"
    assert shape_of("all_reduce", op=None, tensor=mine) == "bfloat16[2, 3]"
    assert shape_of("gather", mine, [other, other]) == "bfloat16[2, 3]"
    assert shape_of("all_gather", [other, other], mine) == "bfloat16[2, 3]"
    assert shape_of("reduce_scatter_tensor", other, mine) == "bfloat16[2, 3]"
    assert shape_of("reduce_scatter", other, [mine, mine]) == "2 x bfloat16[2, 3]"


@pytest.mark.parametrize("odd", [None, "no tensor", [], [1, 2], {}, object()])
def test_what_is_no_tensor_has_no_shape(odd: Any) -> None:
    assert shape_of("all_reduce", odd) == ""
    assert shape_of("all_gather", odd) == ""
    assert shape_of("barrier") == ""


def test_the_root_is_the_one_that_this_rank_names() -> None:
    import torch

    from allranks.recorder.describing import collective_of

    def root_of(name: str, *arguments: Any, **keywords: Any) -> Any:
        return collective_of(Call(name, 1, arguments, keywords))["root"]

    mine = torch.ones(2)
    assert root_of("broadcast", mine, 1) == 1
    assert root_of("broadcast", mine, src=2) == 2
    assert root_of("broadcast", mine) == 0
    assert root_of("gather", mine, None, dst=3) == 3
    assert root_of("scatter", mine, None, 1) == 1
    assert root_of("broadcast", mine, group_src=1) is None
    assert root_of("all_reduce", mine) is None
    assert root_of("send", mine, 1) == 1
    assert root_of("recv", mine, src=2) == 2
    assert root_of("recv", mine) is None
    for odd in (-1, "0", 1.0, True):
        assert root_of("broadcast", mine, odd) is None
