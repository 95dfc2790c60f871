"""Writes stubs/ from the installed ray and torch: names and signatures, by looking at the packages themselves.

    python frontend/completion/write_stubs.py [--check]

No wording is taken: what the page says of a name is in texts.toml and is ours. `--check` writes nothing and fails when
the stubs that are here are not what would be written.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from pathlib import Path

from stub_names import Known
from stub_writing import module_stub

HERE = Path(__file__).parent
STUBS = HERE / "allranks_completion" / "stubs"


def written() -> dict[str, str]:
    """Every stub, by its path below stubs/."""
    chosen = tomllib.loads((HERE / "names.toml").read_text())
    known = Known({module: list(given["names"]) for module, given in chosen.items()})
    stubs = {}
    for module in chosen:
        path = module.replace(".", "/")
        inside = [other for other in chosen if other.rpartition(".")[0] == module]
        stubs[f"{path}/__init__.pyi"] = module_stub(module, known, inside)
    return stubs


def stale() -> list[str]:
    """The stubs that are not what the installed packages give, by name."""
    wanted = written()
    there = {str(path.relative_to(STUBS)): path.read_text() for path in STUBS.rglob("*.pyi")}
    return sorted(name for name in {*wanted, *there} if wanted.get(name) != there.get(name))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing, and fail when a stub is stale")
    if parser.parse_args().check:
        if found := stale():
            sys.exit(f"Stale: {', '.join(found)}. Run python frontend/completion/write_stubs.py")
        return
    for old in STUBS.rglob("*.pyi"):
        old.unlink()
    for name, text in written().items():
        path = STUBS / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


if __name__ == "__main__":
    main()
