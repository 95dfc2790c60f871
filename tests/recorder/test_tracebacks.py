"""Tracebacks as the learner reads them."""

import traceback
from pathlib import Path
from typing import Any

import pytest

from allranks.recorder import tracebacks
from allranks.recorder.tracebacks import describe, lines_of, readable, without_ours


def failing(tmp_path: Path, source: str) -> tuple[BaseException, str]:
    program = tmp_path / "train01.py"
    program.write_text(source)
    with pytest.raises(BaseException) as caught:  # noqa: PT011  # whatever the program raises is what is looked at
        exec(compile(source, str(program), "exec"), {"__name__": "__main__"})
    return caught.value, str(program)


def test_the_learners_own_frame_comes_first(tmp_path: Path) -> None:
    error, program = failing(tmp_path, "import json\n\ndef load():\n    return json.loads('{')\n\nload()\n")
    told = describe(error, program)
    first = told["frames"][0]
    assert (first["file"], first["line"], first["function"], first["text"], first["own"]) == (
        "train01.py",
        4,
        "load",
        "return json.loads('{')",
        True,
    )
    assert [frame["own"] for frame in told["frames"]][:3] == [True, True, False]


def test_the_text_names_the_file_as_the_learner_knows_it(tmp_path: Path) -> None:
    error, program = failing(tmp_path, "raise ValueError(__file__ if False else 'no')\n")
    text = readable(error, program)
    assert 'File "train01.py", line 1, in <module>' in text
    assert str(tmp_path) not in text
    assert text.endswith("ValueError: no\n")


def test_a_syntax_error_is_in_the_learners_file(tmp_path: Path) -> None:
    error, program = failing(tmp_path, "x = 1\nif x = 2:\n    pass\n")
    told = describe(error, program)
    assert told["error_type"] == "SyntaxError"
    assert (told["frames"][0]["line"], told["frames"][0]["own"]) == (2, True)


def test_the_error_that_the_learner_raised_is_described_and_not_rays_wrapper(tmp_path: Path) -> None:
    source = "class StartTraceback(Exception): pass\n"
    source += "try:\n    raise KeyError('lr')\nexcept KeyError as e:\n    raise StartTraceback from e\n"
    error, program = failing(tmp_path, source)
    assert describe(error, program)["error_type"] == "KeyError"


def test_the_error_on_top_of_a_chain_that_the_learner_wrote_is_described(tmp_path: Path) -> None:
    source = "try:\n    raise KeyError('lr')\nexcept KeyError as e:\n    raise RuntimeError('no lr') from e\n"
    error, program = failing(tmp_path, source)
    told = describe(error, program)
    assert told["error_type"] == "RuntimeError"
    assert "The above exception was the direct cause" in told["traceback"]


def test_an_error_whose_text_cannot_be_made_is_still_described(tmp_path: Path) -> None:
    error, program = failing(tmp_path, "class Bad(Exception):\n    def __str__(self): return 1 / 0\nraise Bad\n")
    assert describe(error, program)["message"] == "<the error's own text could not be made>"


def test_a_huge_message_is_cut(tmp_path: Path) -> None:
    error, program = failing(tmp_path, "raise ValueError('x' * 1_000_000)\n")
    told = describe(error, program)
    assert len(told["message"]) == 4_000
    assert len(told["traceback"]) == 16_000


def test_the_lines_of_a_thread_are_told_innermost_first_without_ours(tmp_path: Path) -> None:
    inner = tmp_path / "site-packages/torch/nn.py"
    inner.parent.mkdir(parents=True)
    inner.write_text("import sys\ndef wait(): return sys._getframe()\n")
    program = tmp_path / "program.py"
    program.write_text("def loop(wait):\n    return wait()\n")
    scope: dict[str, Any] = {}
    for path in (inner, program):
        exec(compile(path.read_text(), str(path), "exec"), scope)
    first, second, *_ = lines_of(scope["loop"](scope["wait"]), str(program))
    assert (first.own, first.within("torch"), first.within("torch_other")) == (False, True, False)
    assert first.described()["file"] == "torch/nn.py"
    assert second.described() == {
        "file": "program.py",
        "line": 2,
        "function": "loop",
        "text": "return wait()",
        "own": True,
    }
    assert lines_of(None, str(program)) == []


def test_what_was_called_through_us_reads_as_if_it_had_not_been(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = "def call(f): return f()\n"
    ours, scope = tmp_path / "ours/wrapper.py", dict[str, Any]()
    exec(compile(source, str(ours), "exec"), scope)
    monkeypatch.setattr(tracebacks, "_OURS", str(ours.parent))
    with pytest.raises(ZeroDivisionError) as caught:
        scope["call"](lambda: scope["call"](lambda: 1 / 0))
    trace = without_ours(caught.value.__traceback__)
    functions = [entry.name for entry in traceback.extract_tb(trace)]
    assert functions == [test_what_was_called_through_us_reads_as_if_it_had_not_been.__name__, "<lambda>", "<lambda>"]
    assert without_ours(None) is None
