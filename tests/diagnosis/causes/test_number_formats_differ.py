from __future__ import annotations

import pytest

from failing_runs import LOOP_LINE, causes_of, told, told_wrapped


@pytest.mark.parametrize(
    ("error_type", "message", "words"),
    [
        ("RuntimeError", "mat1 and mat2 must have the same dtype, but got Double and Float", "Double and Float"),
        ("RuntimeError", "expected scalar type Long but found Float", "Long and Float"),
        ("RuntimeError", "\"nll_loss_forward_reduce_cpu_kernel_2d_index\" not implemented for 'Int'", "Int"),
    ],
)
def test_the_error_is_known_in_its_forms(error_type: str, message: str, words: str) -> None:
    [diagnosis] = told(error_type, message)

    assert diagnosis.cause == "number_formats_differ"
    assert words in f"{diagnosis.title} {diagnosis.what_happened} {diagnosis.mend} {diagnosis.sketch}"
    assert diagnosis.where is not None
    assert diagnosis.where.line == LOOP_LINE


def test_what_only_sounds_alike_is_another_cause() -> None:
    assert causes_of(told("ValueError", "the learner's own words")) == ["worker_raised"]


def test_it_is_found_below_what_the_learner_raised_from_it() -> None:
    [diagnosis] = told_wrapped("RuntimeError", "mat1 and mat2 must have the same dtype, but got Double and Float")

    assert diagnosis.cause == "number_formats_differ"


@pytest.mark.parametrize(
    ("message", "sketch"),
    [
        ("expected target dtype to be Long or Byte, but got Float", "labels = labels.long()"),
        ("result type Float can't be cast to the desired output type Long", "targets = targets.float()"),
        ("mat1 and mat2 must have the same dtype, but got Double and Float", "inputs = inputs.float()"),
        (
            "Expected tensor for argument #1 'indices' to have one of the following scalar types: Long, Int; but got "
            "torch.FloatTensor instead (while checking arguments for embedding)",
            "tokens = tokens.long()",
        ),
    ],
)
def test_what_has_to_be_turned_is_shown(message: str, sketch: str) -> None:
    [diagnosis] = told("RuntimeError", message)

    assert diagnosis.sketch is not None
    assert diagnosis.sketch.startswith(sketch)
