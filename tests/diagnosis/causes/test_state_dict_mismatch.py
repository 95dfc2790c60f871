from __future__ import annotations

import pytest

from failing_runs import causes_of, told


@pytest.mark.parametrize(
    ("error_type", "message", "words"),
    [
        (
            "RuntimeError",
            'Error(s) in loading state_dict for Linear:\n\tMissing key(s) in state_dict: "weight", '
            '"bias". \n\tUnexpected key(s) in state_dict: "module.weight", "module.bias". ',
            "begin with module.",
        ),
        (
            "RuntimeError",
            "Error(s) in loading state_dict for DistributedDataParallel:\n\tMissing key(s) in "
            'state_dict: "module.weight". \n\tUnexpected key(s) in state_dict: "weight". ',
            "do not begin with module.",
        ),
        (
            "RuntimeError",
            "Error(s) in loading state_dict for Net:\n\tsize mismatch for fc.weight: copying a param "
            "with shape torch.Size([10, 4]) from checkpoint, the shape in current model is torch.Size([12, 4]).",
            "[10, 4]",
        ),
        (
            "RuntimeError",
            'Error(s) in loading state_dict for Net:\n\tMissing key(s) in state_dict: "head.weight". ',
            "other names",
        ),
    ],
)
def test_the_error_is_known_in_its_forms(error_type: str, message: str, words: str) -> None:
    [diagnosis] = told(error_type, message)

    assert diagnosis.cause == "state_dict_mismatch"
    assert words in f"{diagnosis.title} {diagnosis.what_happened} {diagnosis.evidence}"
    assert diagnosis.ranks == [0]
    assert diagnosis.mend


@pytest.mark.parametrize(
    ("error_type", "message"),
    [
        ("KeyError", "'module.weight'"),
        ("RuntimeError", "size mismatch, got 3 and 4"),
    ],
)
def test_what_only_sounds_alike_is_another_cause(error_type: str, message: str) -> None:
    [cause] = causes_of(told(error_type, message))

    assert cause != "state_dict_mismatch"


def test_a_dictionary_of_several_states_is_told_to_be_opened() -> None:
    message = (
        "Error(s) in loading state_dict for Linear:\n"
        '\tMissing key(s) in state_dict: "weight", "bias". \n\tUnexpected key(s) in state_dict: "opt", "model". '
    )
    [diagnosis] = told("RuntimeError", message)

    assert diagnosis.cause == "state_dict_mismatch"
    assert diagnosis.sketch == 'model.load_state_dict(state["model"])\n'
