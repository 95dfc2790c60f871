"""What is asked for once: exercises, a run's whole record, what the server is."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator

from fastapi import APIRouter
from fastapi.responses import JSONResponse, StreamingResponse

from ..protocol import Capabilities, ExerciseSummary, ExerciseView
from ..store import EventLog
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


async def _pieces(event_log: EventLog, run_id: str) -> AsyncGenerator[str, None]:
    yield f'{{"run_id": {json.dumps(run_id)}, "records": ['
    after_seq, comma = 0, ""
    while records := (await event_log.page(run_id, after_seq, PAGE_RECORDS)).records:
        for record in records:
            yield comma + record.model_dump_json()
            comma = ","
        after_seq = records[-1].seq
    yield "]}"
