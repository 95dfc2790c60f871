"""How many warm sandboxes fit."""

import pytest

from allranks.web.fitting import MOST, SANDBOX_BYTES, fitting


@pytest.mark.parametrize(
    ("sandboxes_of_memory", "processors", "fit"), [(10, 2, 2), (1.5, 8, 1), (0.1, 8, 1), (1000, 64, MOST)]
)
def test_memory_and_cores_bound_the_pool(sandboxes_of_memory: float, processors: int, fit: int) -> None:
    assert fitting(int(sandboxes_of_memory * SANDBOX_BYTES), processors) == fit


def test_without_numbers_the_machine_is_asked() -> None:
    assert 1 <= fitting() <= MOST
