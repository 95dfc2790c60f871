"""Packs the linter for the page: one wheel built, wheels locked, everything compiled to bytecode.

Runs inside Pyodide under Node (see `build.mjs`), so the interpreter that compiles the bytecode is the very one
that the page boots. Nothing here uses the network.
"""

import json
import os
import sys
import zipfile
from pathlib import Path


def use_tools(folder: str) -> None:
    """Make the wheels in `folder` importable, as zip files: none of them needs to be unpacked."""
    sys.path[:0] = sorted(str(wheel) for wheel in Path(folder).glob("*.whl"))


def build_wheel(project: str, folder: str) -> None:
    """Build the wheel of `project` into `folder` with its own build backend (PEP 517)."""
    from hatchling.build import build_wheel as backend_build_wheel

    before = Path.cwd()
    os.chdir(project)
    try:
        backend_build_wheel(folder)
    finally:
        os.chdir(before)


def trim_jedi(folder: str) -> None:
    """Leave out of jedi's wheel the stubs of other projects' packages, which are nine tenths of its files.

    The licences of what stays, jedi's own and typeshed's, stay with it.
    """
    (wheel,) = Path(folder).glob("jedi-*.whl")
    left_out = ("jedi/third_party/django-stubs/", "jedi/third_party/typeshed/stubs/")
    with zipfile.ZipFile(wheel) as whole:
        kept = [(entry, whole.read(entry)) for entry in whole.infolist() if not entry.filename.startswith(left_out)]
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as trimmed:
        for entry, content in kept:
            if entry.filename.endswith("/RECORD"):
                lines = content.decode().splitlines(keepends=True)
                content = "".join(line for line in lines if not line.startswith(left_out)).encode()
            trimmed.writestr(entry, content)


def lock_wheels(folder: str) -> None:
    """Write `pyodide-lock.json` into `folder`, naming the wheels that lie there and no others.

    The lock file that comes with Pyodide names some three hundred packages that are not served; only its `info`
    (Python version, platform, ABI) is kept.
    """
    from pyodide_lock.cli import add_wheels

    path = Path(folder) / "pyodide-lock.json"
    core = json.loads(path.read_text())
    path.write_text(json.dumps({"info": core["info"], "packages": {}}))
    wheels = sorted(str(wheel) for wheel in Path(folder).glob("*.whl"))
    add_wheels.main([*wheels, "--input", str(path), "--output", str(path)], standalone_mode=False)


def compile_archives(folder: str) -> None:
    """Compile the wheels and the standard library in `folder` to bytecode, and the lock file's checksums with them."""
    from pyodide_build.cli.py_compile import main as py_compile

    py_compile.main([folder, "--silent"], standalone_mode=False)


def write_rule_pages(backend: str, folder: str) -> None:
    """Write the page of each rule into `folder`/rules, out of the linter's sources in `backend`."""
    sys.path.insert(0, backend)
    from trainlint.pages import write_pages

    write_pages(Path(folder))
    for page in Path(folder, "rules").iterdir():
        page.chmod(0o644)  # here is no umask, and everybody could write them
