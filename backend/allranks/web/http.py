"""What is asked for once: exercises, a run's whole record, what the server is."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncGenerator, Sequence
from pathlib import Path

from fastapi import APIRouter
from fastapi.responses import JSONResponse, StreamingResponse

import allranks

from ..protocol import Capabilities, ExerciseSummary, ExerciseView, Record, RunQueued
from ..store import MEDIA_TYPE, EventLog, pack_run
from .services import Services

PAGE_RECORDS = 256


def http_routes(services: Services) -> APIRouter:
    """All routes but the socket."""
    router = APIRouter()

    @router.get("/api/exercises")
    async def exercises() -> list[ExerciseSummary]:
        return [exercise.summary_view() for exercise in services.catalog]

    @router.get("/api/exercises/{exercise_id}")
    async def exercise(exercise_id: str) -> ExerciseView:
        return services.catalog.get(exercise_id).view()

    @router.get("/api/exercises/{exercise_id}/solution")
    async def solution(exercise_id: str) -> dict[str, str]:
        """The only way to the solution: the page calls it when the learner asks, and not before."""
        return {"exercise_id": exercise_id, "source": services.catalog.get(exercise_id).solution}

    @router.get("/api/runs/{run_id}")
    async def run(run_id: str) -> StreamingResponse:
        """`{"run_id": ..., "records": [...]}`: what is recorded by now, in pieces, because it may be large."""
        await services.event_log.page(run_id, 0, 1)  # raises UnknownRun while a status can still say so
        return StreamingResponse(_pieces(services.event_log, run_id), media_type="application/json")

    @router.get("/api/runs/{run_id}/recording")
    async def recording(run_id: str) -> StreamingResponse:
        """The run as one small file that the page replays: what is recorded by now."""
        first = (await services.event_log.page(run_id, 0, 1)).records  # raises UnknownRun while a status can say so
        headers = {"content-disposition": f'attachment; filename="{recording_name(run_id, first)}"'}
        pieces = pack_run(services.event_log, run_id, allranks.__version__)
        return StreamingResponse(pieces, media_type=MEDIA_TYPE, headers=headers)

    @router.get("/api/capabilities")
    async def capabilities() -> Capabilities:
        return services.capabilities

    @router.get("/healthz")
    async def health() -> JSONResponse:
        """For whoever watches the server: it answers, its event log does, and its sandbox holds (else status 503)."""
        await services.event_log.unsealed()
        controller = services.controller
        content = {
            "status": "ok" if controller.failing is None else "failing",
            "running": controller.running,
            "waiting": controller.waiting,
            "ready": controller.ready,
            "sandbox_level": services.capabilities.sandbox_level,
            "sandbox_failing": controller.failing,
        }
        return JSONResponse(content, status_code=200 if controller.failing is None else 503)

    return router


def recording_name(run_id: str, first: Sequence[Record]) -> str:
    """What a downloaded recording is called: after the program and, since one runs it often, the run."""
    queued = first[0].event if first else None
    program = Path(queued.file_name).stem if isinstance(queued, RunQueued) else "run"
    return re.sub(r"[^A-Za-z0-9_-]", "-", f"{program}-{run_id[:8]}") + ".allranks"


async def _pieces(event_log: EventLog, run_id: str) -> AsyncGenerator[str, None]:
    yield f'{{"run_id": {json.dumps(run_id)}, "records": ['
    after_seq, comma = 0, ""
    while records := (await event_log.page(run_id, after_seq, PAGE_RECORDS)).records:
        for record in records:
            yield comma + record.model_dump_json()
            comma = ","
        after_seq = records[-1].seq
    yield "]}"
