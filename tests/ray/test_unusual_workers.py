"""What cannot be forked starts the normal way, and the run's log says so."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from ability import ability
from allranks.diagnosis import diagnose
from allranks.protocol import Job, Limits, LogWritten, Record, RunFinished, RunQueued
from allranks.runners.local import LocalRunner
from allranks.runners.local.enclosure import Enclosure
from allranks.runners.local.plain import Plain
from mini_sandbox import enclosure
from real_runs import execute

pytestmark = [pytest.mark.ray, pytest.mark.timeout(150)]

NORMAL_WAY = "A Ray worker is started the normal way, which takes seconds longer: "
UNUSUAL = """
import json, os, signal, subprocess, sys
import ray

@ray.remote
def about():
    modules = sys.modules
    return [ray.get_runtime_context().get_job_id(), "torch._dynamo" in modules, os.environ.get("MARK")]

@ray.remote
class Worker:
    def about(self):
        return "torch._dynamo" in sys.modules

SECOND_DRIVER = '''
import json, sys, ray
ray.init(address=sys.argv[1], _node_ip_address=sys.argv[1].rpartition(":")[0], log_to_driver=False)

@ray.remote
def about():
    return [ray.get_runtime_context().get_job_id(), "torch._dynamo" in sys.modules]

print("SECOND" + json.dumps([ray.get_runtime_context().get_job_id(), *ray.get(about.remote())]), flush=True)
'''

def zygote():
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            command = open(f"/proc/{pid}/cmdline").read().split("\\0")
            environment = open(f"/proc/{pid}/environ").read()
        except OSError:
            continue
        ours = command[1:3] == ["-m", "allranks.recorder"] and os.environ["ALLRANKS_SANDBOX"] in environment
        if ours and int(pid) != os.getpid():
            return int(pid)

ray.init()
print("FIRST" + json.dumps([ray.get_runtime_context().get_job_id(), *ray.get(about.remote())]))
subprocess.run([sys.executable, "-c", SECOND_DRIVER, ray.get_runtime_context().gcs_address], check=True)
other_python = about.options(runtime_env={"py_executable": f"/usr/bin/env MARK=1 {sys.executable}"})
print("OTHER" + json.dumps(ray.get(other_python.remote())))
os.kill(zygote(), signal.SIGKILL)
print("ALONE" + json.dumps(ray.get(Worker.remote().about.remote())))
"""
PIP = """
import ray

@ray.remote(runtime_env={"pip": ["a-package-that-is-not-there"]})
def task():
    return "installed"

print(ray.get(task.remote()))
"""
STARTS_A_THREAD = """
import sys, threading

def watch(event, arguments):
    if event == "import" and arguments[0] == "torch" and threading.active_count() == 1:
        threading.Thread(target=threading.Event().wait, daemon=True).start()

if "allranks.recorder" in sys.orig_argv:
    sys.addaudithook(watch)
"""
"""As a new version of torch might, when it is imported."""


def sealed() -> Enclosure:
    if ability().level == "D":
        pytest.skip(ability().reason())
    return enclosure()


@pytest.mark.parametrize("where", [Plain, sealed])
async def test_only_what_a_fork_cannot_be_starts_the_normal_way(where: Callable[[], Enclosure]) -> None:
    run, _ = await execute(UNUSUAL, enclosure=where())
    assert run.finished.end == "completed", run.text() + run.text("ray")
    said = {line[:5]: line[5:] for line in run.text().splitlines()}
    job, job_of_task, forked, _ = json.loads(said["FIRST"])
    assert (job_of_task, forked) == (job, True)
    other_job, job_of_its_task, forked = json.loads(said["SECON"].removeprefix("D"))
    assert other_job != job
    assert (job_of_its_task, forked) == (other_job, True), "a worker for another job is an ordinary one"
    assert json.loads(said["OTHER"]) == [job, False, "1"]
    assert json.loads(said["ALONE"]) is False
    _, *notes = run.text("playground").splitlines()
    assert {note.partition(" (")[0] for note in notes} == {
        f"{NORMAL_WAY}its runtime_env asks for another Python.",
        f"{NORMAL_WAY}the process that forks workers does not answer",
    }


async def test_a_runtime_env_that_installs_packages_is_explained() -> None:
    run, _ = await execute(PIP, enclosure=sealed())
    assert run.finished.end == "program_failed"
    events = [RunQueued(exercise_id=None, file_name="program.py", source=PIP, ahead=0), *run.events]
    records = [Record(run_id="r", seq=seq, time=0.0, event=event) for seq, event in enumerate(events, 1)]
    (diagnosis,) = diagnose(records)
    assert diagnosis.cause == "packages_not_installed"
    assert diagnosis.where is not None
    assert diagnosis.where.line == 8


async def test_when_forks_are_not_safe_every_worker_starts_the_normal_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sitecustomize.py").write_text(STARTS_A_THREAD)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    program = tmp_path / "program.py"
    program.write_text(
        "import ray, sys\n"
        "@ray.remote\n"
        "def forked():\n"
        "    return 'torch._dynamo' in sys.modules\n"
        "print('forked', ray.get(forked.remote()))\n"
    )
    with tempfile.TemporaryDirectory(prefix="runs-") as folder:
        runner = LocalRunner(Path(folder), in_place=program)
        job = Job(run_id="unsafe", file_name="program.py", source="", limits=Limits())
        events = [event async for event in runner.execute(job)]
        await runner.close()
    logs = [event for event in events if isinstance(event, LogWritten)]
    assert [event.end for event in events if isinstance(event, RunFinished)] == ["completed"], logs
    assert "forked False\n" in [log.text for log in logs]
    notes = [log.text for log in logs if log.origin == "playground"]
    assert [note for note in notes if "normal way" in note] == [
        "Ray's workers are started the normal way, which takes seconds longer: "
        "the zygote has 2 threads, and a fork keeps only one.\n"
    ]
