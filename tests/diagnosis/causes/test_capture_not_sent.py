from __future__ import annotations

from allranks.protocol import Frame
from failing_runs import causes_of, own_frame, told

SOURCE = """import threading
lock = threading.Lock()

def train_loop(config):
    with lock:
        pass

TorchTrainer(train_loop).fit()
"""
FIT = own_frame(8, "TorchTrainer(train_loop).fit()", "<module>")
INSIDE_RAY = Frame(file="ray/_private/worker.py", line=879, function="put_object", text="", own=False)
REFUSED = """Could not serialize the put value <function loop at 0x7f35c8437ba0>:
=============
Variable:

\tFailTuple(lock [path=train_func -> lock, obj=<unlocked _thread.lock object at 0x7f>, parent=<function loop at 0x7f>])
!!! FAIL serialization: cannot pickle '_thread.lock' object
"""


def test_the_variable_is_named_with_the_line_that_makes_it() -> None:
    [diagnosis] = told("TypeError", REFUSED, FIT, INSIDE_RAY, source=SOURCE, rank=None)

    assert diagnosis.cause == "capture_not_sent"
    assert "uses lock" in diagnosis.title
    assert "_thread.lock" in diagnosis.title
    assert "line 2: lock = threading.Lock()" in diagnosis.evidence
    assert diagnosis.sketch == "def train_loop(config):\n    lock = threading.Lock()\n"
    assert diagnosis.page == "rules/RTL217.html"


def test_without_rays_list_the_kind_alone_is_named() -> None:
    message = "cannot pickle '_io.TextIOWrapper' object"

    [diagnosis] = told("TypeError", message, FIT, INSIDE_RAY, source=SOURCE, rank=None)

    assert diagnosis.cause == "capture_not_sent"
    assert "_io.TextIOWrapper" in diagnosis.title


def test_what_the_loop_itself_pickles_is_its_own_affair() -> None:
    assert causes_of(told("TypeError", "cannot pickle '_thread.lock' object")) == ["worker_raised"]
