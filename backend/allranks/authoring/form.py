"""What can be told of an exercise without running it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from trainlint.claim import answers, read_claim

from ..grading import accept, kinds
from ..protocol import BadExercise, Exercise

PLAIN = frozenset({"ray", "torch", "numpy", "os", "tempfile", "time"})
"""What an exercise's programs may import: they run the same with plain Ray Train and nothing of ours."""
HINTS = 3


def problems(exercise: Exercise) -> list[str]:
    """What is not as `exercises/README.md` asks, a sentence each that says what to do; empty when all is well."""
    unacceptable = [*_unacceptable(exercise)]
    claims = [] if unacceptable else [*_claims(exercise)]
    return [
        *unacceptable,
        *_unfinished(exercise),
        *_hints(exercise),
        *_wrong(exercise),
        *_rerun(exercise),
        *_repeat(exercise),
        *claims,
        *_imports(exercise),
    ]


def programs(exercise: Exercise) -> dict[str, str]:
    """Every program of it, by the file that it stands in."""
    wrong = {f"wrong/{answer.name}.py": answer.source for answer in exercise.wrong_answers}
    return {"starter.py": exercise.starter, "solution.py": exercise.solution, **wrong}


def _unacceptable(exercise: Exercise) -> Iterator[str]:
    try:
        accept(exercise)
    except BadExercise as error:
        yield str(error)


def _unfinished(exercise: Exercise) -> Iterator[str]:
    if "TODO" not in exercise.starter:
        yield "starter.py has no TODO: mark each change that a learner is to make"
    if "TODO" in exercise.solution:
        yield "solution.py still has a TODO: do it, and remove the word"


def _hints(exercise: Exercise) -> Iterator[str]:
    if len(exercise.hints) < HINTS:
        yield f"there are {len(exercise.hints)} hints: write at least {HINTS}, each giving away more than the last"
    elif "```" in exercise.hints[0] or "```python" not in exercise.hints[-1]:
        yield "the hints do not grow: the first holds no code block, the last shows the changed lines in a python block"


def _wrong(exercise: Exercise) -> Iterator[str]:
    failed = {answer.fails for answer in exercise.wrong_answers}
    for check in exercise.checks:
        if check.id not in failed and check.claim is None:
            yield f"no wrong answer fails the check {check.id!r}: write one, or leave the check out"
    seen: dict[str, str] = {}
    for file, source in programs(exercise).items():
        try:
            shape = ast.dump(ast.parse(source))
        except SyntaxError as error:
            yield f"{file}, line {error.lineno}: {error.msg}"
            continue
        if shape in seen:
            yield f"{file} is the same program as {seen[shape]}: change it, or remove it"
        seen.setdefault(shape, file)


def _rerun(exercise: Exercise) -> Iterator[str]:
    if exercise.rerun is None:
        return
    try:
        ast.parse(exercise.rerun)
    except SyntaxError as error:
        yield f"rerun.py, line {error.lineno}: {error.msg}"
    if not _asked(exercise, "rerun"):
        yield "rerun.py tells numbers that no check asks for: add a check of the kind rerun_metric, or remove it"


def _repeat(exercise: Exercise) -> Iterator[str]:
    if exercise.repeat is not None and not _asked(exercise, "repeat"):
        yield "[repeat] is drawn and no check asks for it: add a check of the kind holds_again, or remove it"


def _asked(exercise: Exercise, needs: str) -> bool:
    return any(check.kind in kinds() and kinds()[check.kind].needs == needs for check in exercise.checks)


def _claims(exercise: Exercise) -> Iterator[str]:
    """What the checks of the source say needs no run: each must hold where it should and fail where it should."""
    claims = {check.id: read_claim(check.claim) for check in exercise.checks if check.claim is not None}
    fails = {f"wrong/{answer.name}.py": answer.fails for answer in exercise.wrong_answers}
    found = {file: answers(source, claims) for file, source in programs(exercise).items() if _parses(source)}
    for check_id in claims:
        if found.get("starter.py", {}).get(check_id) is not False and check_id not in fails.values():
            yield f"nothing fails the check {check_id!r}: neither starter.py nor a wrong answer that names it"
        for file, answer in found.items():
            wanted = fails.get(file) != check_id
            if file != "starter.py" and answer[check_id] is not wanted:
                yield f"{file}: the check {check_id!r} must {'hold' if wanted else 'fail'} in it, and does not"


def _parses(source: str) -> bool:
    try:
        ast.parse(source)
    except SyntaxError:
        return False
    return True


def _imports(exercise: Exercise) -> Iterator[str]:
    for file, source in programs(exercise).items():
        try:
            strange = sorted(_imported(ast.parse(source)) - PLAIN)
        except SyntaxError:
            continue
        if strange:
            yield f"{file} imports {', '.join(strange)}: use only {', '.join(sorted(PLAIN))}"


def _imported(tree: ast.AST) -> set[str]:
    """The top packages."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {name.name.split(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add((node.module or "").split(".")[0])
    return found
