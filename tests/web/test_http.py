"""What is asked for once."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import httpx
import pytest

from allranks.protocol import Capabilities, ExerciseSummary, ExerciseView, LogWritten, Record, RunQueued
from allranks.runners import ScriptedRunner
from allranks.store import MemoryEventLog, read_recording
from allranks.web import Settings, create_app
from stories import Story, solved, submitted


@pytest.fixture
def event_log() -> MemoryEventLog:
    return MemoryEventLog()


@pytest.fixture
async def client(page_dir: Path, event_log: MemoryEventLog) -> AsyncGenerator[httpx.AsyncClient, None]:
    settings = Settings(page_dir=page_dir, allowed_origins=("https://pages.example",))
    app = create_app(settings, runner=ScriptedRunner(), event_log=event_log)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1") as client:
        yield client


async def test_exercises_are_listed(client: httpx.AsyncClient) -> None:
    listed = [ExerciseSummary.model_validate(each) for each in (await client.get("/api/exercises")).json()]
    assert "train01" in [summary.id for summary in listed]


async def test_an_exercise_is_shown_without_its_answers(client: httpx.AsyncClient) -> None:
    response = await client.get("/api/exercises/train01")
    view = ExerciseView.model_validate(response.json())
    assert view.file_name == "train01.py"
    assert len(view.hints) >= 3
    assert set(response.json()) == set(ExerciseView.model_fields)


async def test_the_solution_is_given_when_asked_for(client: httpx.AsyncClient) -> None:
    answer = (await client.get("/api/exercises/train01/solution")).json()
    assert answer["exercise_id"] == "train01"
    assert "prepare_model" in answer["source"]


@pytest.mark.parametrize(
    "path",
    ["/api/exercises/train99", "/api/exercises/train99/solution", "/api/runs/nobody", "/api/runs/nobody/recording"],
)
async def test_what_is_not_there_is_explained(client: httpx.AsyncClient, path: str) -> None:
    response = await client.get(path)
    assert response.status_code == 404
    assert set(response.json()) == {"code", "came", "expected", "todo"}


async def test_a_runs_whole_record_comes_in_order(client: httpx.AsyncClient, event_log: MemoryEventLog) -> None:
    await event_log.create("run", "request-1")
    await event_log.append("run", RunQueued(exercise_id=None, file_name="scratch.py", source="pass", ahead=0))
    for number in range(600):
        line = LogWritten(attempt=None, rank=None, stream="stdout", origin="program", text=f"{number}")
        await event_log.append("run", line)
    answer = (await client.get("/api/runs/run")).json()
    assert answer["run_id"] == "run"
    assert [Record.model_validate(record) for record in answer["records"]] == await event_log.read("run")


async def test_an_empty_run_has_an_empty_record(client: httpx.AsyncClient, event_log: MemoryEventLog) -> None:
    await event_log.create("run", "request-1")
    assert (await client.get("/api/runs/run")).json() == {"run_id": "run", "records": []}


async def test_a_run_downloads_as_one_small_file(client: httpx.AsyncClient, event_log: MemoryEventLog) -> None:
    await event_log.create("0123456789", "request-1")
    for event in [submitted("pass"), *solved().events]:
        await event_log.append("0123456789", event)
    going_on = await client.get("/api/runs/0123456789/recording")
    assert going_on.headers["content-disposition"] == 'attachment; filename="train01-01234567.allranks"'
    assert not read_recording(going_on.content).end.complete
    await event_log.seal("0123456789")
    recording = read_recording((await client.get("/api/runs/0123456789/recording")).content)
    assert recording.records == await event_log.read("0123456789")
    assert recording.end.complete


async def test_capabilities_and_health_are_told(client: httpx.AsyncClient) -> None:
    assert Capabilities.model_validate((await client.get("/api/capabilities")).json()).sandboxed
    health = await client.get("/healthz")
    assert health.status_code == 200
    assert health.json() == {
        "status": "ok",
        "running": 0,
        "waiting": 0,
        "ready": 0,
        "sandbox_level": "A",
        "sandbox_failing": None,
    }


async def test_pages_on_allowed_hosts_may_read(client: httpx.AsyncClient) -> None:
    ours = await client.get("/api/exercises", headers={"origin": "https://pages.example"})
    assert ours.headers["access-control-allow-origin"] == "https://pages.example"
    other = await client.get("/api/exercises", headers={"origin": "https://evil.example"})
    assert "access-control-allow-origin" not in other.headers


async def test_every_event_kind_of_a_story_survives_the_way(
    client: httpx.AsyncClient, event_log: MemoryEventLog
) -> None:
    await event_log.create("run", "request-1")
    story = (
        Story().group(2).prepared([0, 1]).report([0], loss=float("nan")).rank_raised(0).group_ended().raised().ended()
    )
    for event in story.events:
        await event_log.append("run", event)
    records = (await client.get("/api/runs/run")).json()["records"]
    assert [Record.model_validate(record).event for record in records] == story.events


class Failing(ScriptedRunner):
    """A runner whose sandbox held once."""

    @property
    def failing(self) -> str | None:
        return "memory is not limited any more"


async def test_a_sandbox_that_holds_no_more_makes_the_server_unhealthy(page_dir: Path) -> None:
    app = create_app(Settings(page_dir=page_dir), runner=Failing(), event_log=MemoryEventLog())
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1") as client:
        health = await client.get("/healthz")
    assert health.status_code == 503
    assert health.json()["sandbox_failing"] == "memory is not limited any more"
