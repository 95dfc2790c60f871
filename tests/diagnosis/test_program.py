from __future__ import annotations

from allranks.diagnosis.program import Program

SOURCE = """import ray
CONFIG = {"lr": 0.1, "epochs": 2}

def train_loop(config, scale=1):
    def inner():
        return config["lr"]
    for _ in range(3):
        train.report(
            {"loss": 1.0},
        )

TorchTrainer(train_loop, train_loop_config=CONFIG, datasets=dict(train=1), name="x").fit()
"""
PROGRAM = Program(SOURCE, "program.py")


def test_a_place_that_no_traceback_named() -> None:
    frame = PROGRAM.frame(6)

    assert frame is not None
    assert (frame.line, frame.function, frame.text, frame.own) == (6, "inner", 'return config["lr"]', True)
    assert PROGRAM.frame(99) is None


def test_what_a_keyword_was_given() -> None:
    assert PROGRAM.keys("train_loop_config") == ["lr", "epochs"]
    assert PROGRAM.keys("datasets") == ["train"]
    assert PROGRAM.keys("unknown") is None
    assert PROGRAM.literal("name") == "x"
    assert PROGRAM.literal("datasets") is None


def test_the_loop_and_its_parameters() -> None:
    assert PROGRAM.loops() == {"train_loop"}
    assert [argument.arg for argument in PROGRAM.parameters(7)] == ["config", "scale"]
    assert PROGRAM.defaults(7) == 1


def test_a_statement_over_several_lines() -> None:
    assert PROGRAM.statement(9) == (8, 10)
    assert PROGRAM.only_call("report") == PROGRAM.frame(8)


def test_a_file_that_is_no_python_has_lines_only() -> None:
    broken = Program("def (:\n", "program.py")

    assert broken.text(1) == "def (:"
    assert broken.calls("print") == []


def test_a_loop_that_partial_fills() -> None:
    program = Program("TorchTrainer(functools.partial(work, scale=2))\n", "program.py")

    assert program.loops() == {"work"}


def test_what_a_call_takes_is_read_in_functions_classes_and_dataclasses() -> None:
    source = "def step(a, *, b): ...\nclass Net:\n    def __init__(self, width): ...\nclass Args:\n    lr: float = 1\n"
    program = Program(source, "program.py")

    assert [program.parameters_of(name) for name in ("step", "Net", "Args", "other")] == [
        ["a", "b"],
        ["width"],
        ["lr"],
        [],
    ]


def test_a_line_of_a_branch_stands_in_a_test() -> None:
    program = Program("def loop():\n    if rank == 0:\n        barrier()\n    report()\n", "program.py")

    assert (program.in_a_test(3), program.in_a_test(4)) == (True, False)
