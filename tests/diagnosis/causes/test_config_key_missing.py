from __future__ import annotations

from failing_runs import AT_THE_LINE, PROGRAM, causes_of, library_frame, own_frame, told


def test_the_key_is_named_with_what_was_given() -> None:
    source = PROGRAM.replace('{"lr": 0.1}', '{"learning_rate": 0.1, "lrs": 2}')

    [diagnosis] = told("KeyError", "'lr'", source=source)

    assert diagnosis.cause == "config_key_missing"
    assert diagnosis.where == AT_THE_LINE
    assert "learning_rate, lrs" in diagnosis.what_happened
    assert "`lrs` is near" in diagnosis.what_happened
    assert diagnosis.page == "rules/RTL210.html"


def test_a_configuration_out_of_sight_still_lacks_the_key() -> None:
    source = PROGRAM.replace('{"lr": 0.1}', "load()")

    assert causes_of(told("KeyError", "'lr'", source=source)) == ["config_key_missing"]


def test_a_key_that_was_given_is_missing_from_something_else() -> None:
    assert causes_of(told("KeyError", "'lr'")) == ["key_not_found"]


def test_a_key_of_another_dictionary_is_another_error() -> None:
    source = PROGRAM.replace('config["lr"]', 'tokens["lr"]')

    assert causes_of(told("KeyError", "'lr'", source=source)) == ["key_not_found"]


def test_a_key_that_a_library_looked_for_is_not_the_configurations() -> None:
    frames = (own_frame(7, "step()", "train_loop"), library_frame())
    source = PROGRAM.replace('{"lr": 0.1}', "{}").replace('step(config["lr"])', "step()")

    assert causes_of(told("KeyError", "'lr'", *frames, source=source)) == ["worker_raised"]
