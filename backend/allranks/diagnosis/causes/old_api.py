"""The program uses something of an API that Ray Train V2 does not have any more."""

from __future__ import annotations

import ast
from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.linted import said_before
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.old_names import OldThing, old_thing
from allranks.diagnosis.raised import Raised
from allranks.protocol import Frame

_RULES = (
    *("RTL401", "RTL402", "RTL403", "RTL404", "RTL405", "RTL407", "RTL408", "RTL409", "RTL410", "RTL411"),
    *("RTL412", "RTL413", "RTL414", "RTL415", "RTL111", "RTL112"),
)
_TYPES = {
    *("DeprecationWarning", "RayDeprecationWarning", "ImportError", "ModuleNotFoundError", "AttributeError"),
    *("TypeError", "ValueError", "SessionMisuseError", "TuneError"),
}


class OldApi(KnownError):
    """Names and arguments of Ray AIR, Ray Tune and Train V1. What to use instead, the linter's tables know; they are
    asked by what the error says, so that a call in whatever form is understood."""

    id: ClassVar[str] = "old_api"
    order: ClassVar[int] = 440

    def explain(self, error: Raised, observed: Observed) -> Known | None:
        where = error.where
        if where is None or error.error_type not in _TYPES:
            return None
        old = old_thing(error.error_type, error.message)
        linted = said_before(observed, _RULES, where.line)
        if old is None and (linted is None or not _is_of_ray(error)):
            return None
        what = old.name if old else "what this line uses"
        instead = old.instead if old and old.instead else linted.todo if linted else ""
        return Known(
            title=f"Line {where.line} uses {what}, which Ray Train V2 does not have"
            if old
            else f"Line {where.line} uses an API of Ray Train that is gone",
            what_happened=(
                f"{what[:1].upper() + what[1:]} is from an API before Ray Train V2: older examples, books and Ray Tune "
                "have it. Ray raises its deprecations, so that they end the run."
            ),
            mend=instead or "Use the class or function of `ray.train` that took its place.",
            sketch=_advised(old, where, observed) if old else None,
            rules=(linted.code,) if linted else (old.rule,) if old else (),
        )


def _advised(old: OldThing, where: Frame, observed: Observed) -> str | None:
    """What to write in the place of this line: an import for an import, a call for a call."""
    last = old.name.strip("`").rpartition(".")[2]
    if last in _SKETCHES:
        return _SKETCHES[last]
    if old.rule == "RTL111":
        calls = [call for call in observed.program.calls("report") if call.lineno == where.line and call.keywords]
        return f"{_with_one_dictionary(calls[0])}\n" if len(calls) == 1 else f"{old.now}\n"
    if not old.now:
        return None
    if "(" in old.now:
        return f"{old.now}()\n"
    module, _, name = old.now.rpartition(".")
    return f"from {module} import {name}\n" if where.text.startswith(("from ", "import ")) else f"{old.now}\n"


def _with_one_dictionary(report: ast.Call) -> str:
    """The call, its metrics in the dictionary that `report` takes, the rest as it was."""
    kept = [each for each in report.keywords if each.arg in _OF_REPORT]
    keys: list[ast.expr | None] = [None for _ in report.args[:1]]
    values: list[ast.expr] = list(report.args[:1])
    for each in report.keywords:
        if each not in kept:
            keys.append(ast.Constant(each.arg) if each.arg else None)
            values.append(each.value)
    return ast.unparse(ast.Call(report.func, [ast.Dict(keys, values), *report.args[1:]], kept))


_OF_REPORT = {
    *("checkpoint", "checkpoint_dir_name", "checkpoint_upload_mode", "checkpoint_upload_fn", "validation"),
    "delete_local_checkpoint_after_upload",
}
_SKETCHES = {
    "from_dict": (
        "with tempfile.TemporaryDirectory() as folder:\n"
        '    torch.save(state, os.path.join(folder, "state.pt"))\n'
        "    train.report(metrics, checkpoint=Checkpoint.from_directory(folder))\n"
    ),
    "to_dict": (
        'with checkpoint.as_directory() as folder:\n    state = torch.load(os.path.join(folder, "state.pt"))\n'
    ),
}


def _is_of_ray(error: Raised) -> bool:
    return error.error_type == "DeprecationWarning" or error.passes("ray/") or "ray" in error.message
