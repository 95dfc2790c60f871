"""One exercise folder -> one `Exercise`."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from ..protocol import BadExercise, CheckSpec, Exercise, PlannedFault, Repeat, WrongAnswer
from .manifest import MANIFEST, Manifest, read_manifest

PASSED, RERUN = "passed.md", "rerun.py"


def read_exercise(folder: Path) -> Exercise:
    """Read a folder as `exercises/README.md` describes it. Raises `BadExercise` that names the file and the key."""
    path = folder / MANIFEST
    if not path.is_file():
        raise BadExercise(f"{folder} without {MANIFEST}", f"a file {path}", "write it, or remove the folder")
    manifest = read_manifest(path)
    _check_names(path, manifest)
    _check_wrong_files(folder, manifest)
    return Exercise(
        id=manifest.id,
        title=manifest.title,
        summary=manifest.summary,
        task=_text(folder / "README.md"),
        starter=_text(folder / "starter.py"),
        solution=_text(folder / "solution.py"),
        hints=[hint.strip() for hint in manifest.hints],
        checks=[
            CheckSpec(id=check.id, kind=check.kind, title=check.title, parameters=check.parameters)
            for check in manifest.checks
        ],
        wrong_answers=[
            WrongAnswer(name=wrong.name, source=_text(folder / "wrong" / f"{wrong.name}.py"), fails=wrong.fails)
            for wrong in manifest.wrong
        ],
        explanation=_text(folder / PASSED) if (folder / PASSED).exists() else "",
        further=[text.strip() for text in manifest.further],
        faults=[PlannedFault.model_validate(planned.model_dump()) for planned in manifest.faults],
        faults_allowed=manifest.faults_allowed,
        nodes=manifest.nodes,
        repeat=manifest.repeat and Repeat.model_validate(manifest.repeat.model_dump()),
        rerun=_text(folder / RERUN) if (folder / RERUN).exists() else None,
    )


def _check_names(path: Path, manifest: Manifest) -> None:
    if path.parent.name.split("-", 1)[0] != manifest.id:
        raise BadExercise(
            f"{path}: id: {manifest.id!r} in the folder {path.parent.name!r}",
            f"a folder named `{manifest.id}` or `{manifest.id}-...`",
            "rename the folder, or mend `id`",
        )
    check_ids = [check.id for check in manifest.checks]
    for key, names in (("checks", check_ids), ("wrong", [wrong.name for wrong in manifest.wrong])):
        twice = [name for name, count in Counter(names).items() if count > 1]
        if twice:
            raise BadExercise(f"{path}: {key}: {twice[0]!r} twice", "each name once", "rename one of them")
    for number, wrong in enumerate(manifest.wrong):
        if wrong.fails not in check_ids:
            raise BadExercise(
                f"{path}: wrong[{number}].fails: {wrong.fails!r}",
                f"the id of a check ({', '.join(check_ids)})",
                f"mend `wrong[{number}].fails`",
            )


def _check_wrong_files(folder: Path, manifest: Manifest) -> None:
    named = {wrong.name for wrong in manifest.wrong}
    for file in sorted((folder / "wrong").glob("*.py")):
        if file.stem not in named:
            raise BadExercise(
                f"{file}, which {MANIFEST} does not name",
                f'a [[wrong]] with name = "{file.stem}"',
                "add it and say which check it fails, or remove the file",
            )


def _text(path: Path) -> str:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadExercise(f"{path}: {error}", "a readable UTF-8 file", "write it") from error
    if not text.strip():
        raise BadExercise(f"{path}: an empty file", "some text", "write it")
    return text
