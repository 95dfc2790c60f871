from __future__ import annotations

from allranks.diagnosis.traceback_text import stack_of, traced_errors

CHAINED = """Traceback (most recent call last):
  File "program.py", line 8, in loop
    model(batch)
    ^^^^^^^^^^^^
  File "/lib/site-packages/torch/nn/modules/linear.py", line 130, in forward
    return F.linear(input, self.weight)
RuntimeError: shapes do not fit
(4 and 5)

The above exception was the direct cause of the following exception:

Traceback (most recent call last):
  File "program.py", line 12, in loop
    raise TrainingFailed("step 3") from error
mine.TrainingFailed: step 3
"""


def test_every_error_of_a_chain_comes_with_its_frames_innermost_first() -> None:
    cause, outer = traced_errors(CHAINED, "program.py")

    assert (cause.error_type, cause.message) == ("RuntimeError", "shapes do not fit\n(4 and 5)")
    assert [(frame.file, frame.line, frame.own) for frame in cause.frames] == [
        ("torch/nn/modules/linear.py", 130, False),
        ("program.py", 8, True),
    ]
    assert (outer.error_type, outer.message) == ("TrainingFailed", "step 3")
    assert outer.frames[0].text == 'raise TrainingFailed("step 3") from error'


def test_what_ray_writes_before_each_line_is_passed_over() -> None:
    echoed = "\n".join(f"(RayTrainWorker pid=17, ip=127.0.0.2) {line}" for line in CHAINED.splitlines())

    assert [error.error_type for error in traced_errors(echoed, "program.py")] == ["RuntimeError", "TrainingFailed"]


def test_an_actors_death_has_no_headline() -> None:
    text = "ray::Actor.__init__() (pid=3)\n  File \"a.py\", line 2, in f\n    g()\nKeyError: 'x'\n"

    [error] = traced_errors(text, "program.py")

    assert (error.error_type, error.message) == ("KeyError", "'x'")


def test_other_text_has_no_errors() -> None:
    assert traced_errors("epoch 1: loss 0.5\nValueError: not a traceback\n", "program.py") == []


def test_a_stack_of_the_fault_handler() -> None:
    text = 'x\nFatal Python error: Aborted\n\nStack (most recent call first):\n  File "program.py", line 4 in f\nmore\n'

    frames = stack_of(text, "program.py", lambda line: line.startswith("Fatal"))

    assert [(frame.line, frame.function, frame.own) for frame in frames] == [(4, "f", True)]
