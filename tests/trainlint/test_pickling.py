from __future__ import annotations

import ast

import pytest

from parsed_programs import module_of
from trainlint.loop import TrainLoop
from trainlint.pickling import cannot_be_sent, captured, on_gpu

HEAD = """
import gzip, io, queue, socket, sqlite3, tempfile, threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
import torch
from torch.utils.data import DataLoader
class Plain: pass
class Holder:
    def __init__(self): self.inner = Guarded()
class Guarded:
    def __init__(self): self.lock = threading.Lock()
class Careful(Guarded): pass
class Own:
    def __init__(self): self.lock = threading.Lock()
    def __getstate__(self): return {}
def gen(): yield 1
def make(): return threading.Lock()
lock = threading.Lock()
either = lock if x else make()
perhaps = lock if x else None
loader = DataLoader([1])
with open("log", "w") as log: pass
"""


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        ("lock", "a lock"),
        ("make()", "a lock"),
        ("either", "a lock"),
        ("gen()", "a generator"),
        ("(n for n in [])", "a generator"),
        ("open('x', 'w')", "an open file"),
        ("open('x', mode='rb')", "an open file"),
        ("io.open('x', 'a')", "an open file"),
        ("Path('x').open('wb')", "an open file"),
        ("gzip.open('x')", "an open file"),
        ("tempfile.NamedTemporaryFile()", "an open file"),
        ("log", "an open file"),
        ("socket.socket()", "a socket"),
        ("sqlite3.connect('x')", "a database connection"),
        ("queue.Queue()", "a queue with a lock in it"),
        ("ThreadPoolExecutor(2)", "a pool of workers"),
        ("iter(loader)", "an iterator over a DataLoader"),
        ("Guarded()", "an object that holds a lock"),
        ("Holder()", "an object that holds an object that holds a lock"),
        ("perhaps", None),
        ("open('x')", None),
        ("open('x', 'r+')", None),
        ("open('x', mode)", None),
        ("Path('x').open()", None),
        ("loader", None),
        ("iter([1])", None),
        ("Plain()", None),
        ("Careful()", None),
        ("Own()", None),
        ("unknown", None),
        ("lambda: lock", None),
        ("3", None),
    ],
)
def test_what_cannot_be_sent(made: str, expected: str | None) -> None:
    module = module_of(HEAD + made)
    last = module.tree.body[-1]
    assert isinstance(last, ast.Expr)
    assert cannot_be_sent(module, last.value) == expected


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        ("torch.ones(1).cuda()", True),
        ("torch.ones(1).to('cuda:1')", True),
        ("torch.ones(1).to(torch.device('cuda'))", True),
        ("torch.ones(1, device='cuda')", True),
        ("torch.ones(1, device='cuda').clone()", True),
        ("torch.ones(1)", False),
        ("torch.ones(1).to('cpu')", False),
        ("torch.ones(1).to(device)", False),
        ("torch.device('cuda')", False),
        ("'cuda'", False),
    ],
)
def test_what_is_on_a_gpu(made: str, expected: bool) -> None:
    module = module_of(HEAD + made)
    last = module.tree.body[-1]
    assert isinstance(last, ast.Expr)
    assert on_gpu(module, last.value) is expected


def test_what_the_loop_takes_along() -> None:
    module = module_of("""
import os
table = [1]
unused = [2]
inner = table

def helper(value=unused): return inner, value

class Saver:
    folder = unused
    def save(self): return self.folder, path

path = "x"

def main():
    local = [3]
    def train_loop():
        own = [4]
        for n in own: print(n, os.sep)
        helper()
        Saver().save()
        return local, [row for row in local], table, table
    return train_loop
""")
    loop = TrainLoop(module, next(f for f in module.functions if getattr(f, "name", "") == "train_loop"))
    assert [(name.id, name.lineno) for name in captured(loop)] == [
        ("unused", 7),
        ("inner", 7),
        ("path", 11),
        ("local", 22),
        ("table", 22),
    ]
