from __future__ import annotations

from allranks.diagnosis import diagnose
from failing_runs import FILE_NAME, FailingRun, causes_of, own_frame

DEAD = "The actor is dead because its worker process has died. (1) the process was killed by the OOM killer"
SOURCE = "\n".join(["pass"] * 14 + ["    ctypes.string_at(0)"])
FAULT = f"""*** SIGSEGV received at time=1796187395 on cpu 0 ***
Fatal Python error: Segmentation fault

Stack (most recent call first):
  File "/usr/lib/python3.11/ctypes/__init__.py", line 519 in string_at
  File "{FILE_NAME}", line 15 in train_loop
  File "/lib/site-packages/ray/train/v2/_internal/util.py", line 89 in train_fn
"""
BACKWARD = own_frame(16, "loss.backward()")


def test_the_signal_and_the_line_come_from_the_ranks_own_log() -> None:
    story = FailingRun(SOURCE).workers(2).writes(1, "begin\n").writes(1, FAULT)
    story.worker_fails(0, "RuntimeError", "Connection closed by peer", BACKWARD)

    [diagnosis] = diagnose(story.worker_fails(1, "ActorDiedError", DEAD).fit_passes_it_on().ends().records())

    assert diagnosis.cause == "crashed"
    assert diagnosis.title == "The Python of rank 1 crashed with SIGSEGV at line 15"
    assert diagnosis.where is not None
    assert diagnosis.where.text == "ctypes.string_at(0)"
    assert diagnosis.ranks == [1]
    assert diagnosis.evidence[-1].startswith("rank 0: lost the connection")


def test_an_error_that_native_code_did_not_catch_is_quoted() -> None:
    log = "terminate called after throwing an instance of 'std::bad_function_call'\nFatal Python error: Aborted\n"
    story = FailingRun().workers(1).writes(0, log).worker_fails(0, "ActorDiedError", DEAD)

    [diagnosis] = diagnose(story.fit_passes_it_on().ends().records())

    assert diagnosis.evidence == ["rank 0: ended by SIGABRT", "rank 0: std::bad_function_call"]


def test_without_a_word_of_a_signal_nothing_is_claimed() -> None:
    story = FailingRun().workers(1).writes(0, "epoch 1\n").worker_fails(0, "ActorDiedError", DEAD)

    assert causes_of(diagnose(story.fit_passes_it_on().ends().records())) == ["worker_died"]
