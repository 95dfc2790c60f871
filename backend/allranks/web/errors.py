"""Our errors, as HTTP and the socket tell them."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse

from ..catalog import UnknownExercise
from ..protocol import AllranksError, BadInput, Refused, StoreFailed, UnknownRun
from ..runs import QueueFull
from ..store import FilesGone


@dataclass(frozen=True)
class Explanation:
    """What came, what was expected, what to do."""

    code: str
    came: str
    expected: str
    todo: str


def explain(error: AllranksError) -> Explanation:
    """Put an error into the words of a refusal."""
    match error:
        case BadInput():
            return Explanation(error.code, error.came, error.expected, error.todo)
        case UnknownRun():
            return Explanation(
                "unknown_run", f"the run {error.run_id[:64]!r}", "a run that this server knows", "run the program again"
            )
        case FilesGone():
            came = f"a request for the files of {error.name[:100]!r}"
            expected = "a checkpoint that this server has kept"
            return Explanation(
                "files_gone", came, expected, "run the program again; files of old runs make room for new"
            )
        case StoreFailed():
            return Explanation("store_failed", str(error), "a working event log", "tell whoever runs this server")
        case _:
            return Explanation("failed", str(error), "that it works", "tell whoever runs this server")


def status(error: AllranksError) -> int:
    """The HTTP status of an error."""
    match error:
        case UnknownRun() | UnknownExercise() | FilesGone():
            return 404
        case QueueFull() | StoreFailed():
            return 503
        case BadInput():
            return 400
        case _:
            return 500


def refusal(error: AllranksError, request_id: str | None = None, run_id: str | None = None) -> Refused:
    """The answer to a command that could not be carried out."""
    return Refused(**asdict(explain(error)), request_id=request_id, run_id=run_id)


def add_error_handlers(app: FastAPI) -> None:
    """Answer every error of ours with its explanation as JSON."""

    @app.exception_handler(AllranksError)
    async def answer(request: Request, error: Exception) -> JSONResponse:
        if not isinstance(error, AllranksError):
            raise error
        return JSONResponse(asdict(explain(error)), status_code=status(error))
