from __future__ import annotations

import ast

import pytest

from parsed_programs import module_of
from trainlint.files import Stored, loads, saves

HEAD = """
import json, os, pickle
from pathlib import Path
import numpy as np
import torch
with some() as folder:
    pass
"""


def told(stored: Stored) -> tuple[str | None, str | None, str | None]:
    content = ast.unparse(stored.content) if stored.content is not None else None
    return ast.unparse(stored.place.root) if stored.place.root else None, stored.place.rest, content


@pytest.mark.parametrize(
    ("program", "root", "rest"),
    [
        ("torch.save(x, 'a.pt')", None, "a.pt"),
        ("torch.save(x, os.path.join(folder, 'a.pt'))", "folder", "a.pt"),
        ("torch.save(x, os.path.join(folder, 'a', 'b.pt'))", "folder", "a/b.pt"),
        ("torch.save(x, f'{folder}/a.pt')", "folder", "a.pt"),
        ("torch.save(x, folder + '/a.pt')", "folder", "a.pt"),
        ("torch.save(x, Path(folder) / 'a.pt')", "folder", "a.pt"),
        ("torch.save(f=str(Path(folder, 'a.pt')), obj=x)", "folder", "a.pt"),
        ("path = f'{folder}/a.pt'\ntorch.save(x, path)", "folder", "a.pt"),
        ("torch.save(x, os.path.join(folder, f'a{n}.pt'))", "folder", None),
        ("with open(f'{folder}/a.pt', 'wb') as file:\n    pickle.dump(x, file)", "folder", "a.pt"),
        ("with Path(folder, 'a.pt').open('w') as file:\n    json.dump(x, file)", "folder", "a.pt"),
        ("json.dump(x, open('/tmp/a.json', 'w'))", None, "/tmp/a.json"),
        ("np.save(f'{folder}/a', x)", "folder", "a"),
        ("Path(folder, 'a').write_text(x)", "folder", "a"),
        ("Path(folder, 'a').write_text(json.dumps(x))", "folder", "a"),
        ("with open(f'{folder}/a', 'w') as file:\n    file.write(x)", "folder", "a"),
    ],
)
def test_a_write_names_its_file_and_what_it_writes(program: str, root: str | None, rest: str | None) -> None:
    module = module_of(HEAD + program)
    (stored,) = saves(module, module.index)
    assert told(stored) == (root, rest, "x")


@pytest.mark.parametrize(
    ("program", "root", "rest"),
    [
        ("torch.load('a.pt', weights_only=True)", None, "a.pt"),
        ("torch.load(f'{folder}/a.pt')", "folder", "a.pt"),
        ("with open(os.path.join(folder, 'a.json')) as file:\n    json.load(file)", "folder", "a.json"),
        ("with open(os.path.join(folder, 'a.json')) as file:\n    file.read()", "folder", "a.json"),
        ("json.loads(Path(folder, 'a.json').read_text())", "folder", "a.json"),
    ],
)
def test_a_read_names_its_file(program: str, root: str | None, rest: str | None) -> None:
    module = module_of(HEAD + program)
    (stored,) = loads(module, module.index)
    assert told(stored) == (root, rest, None)


def test_what_writes_to_something_else_is_no_file() -> None:
    module = module_of(HEAD + "logger.write('x')\nsys.stdout.write('x')\nresponse.read()")
    assert [*saves(module, module.index), *loads(module, module.index)] == []
