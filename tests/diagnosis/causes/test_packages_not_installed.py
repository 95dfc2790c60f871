from __future__ import annotations

import pytest

from allranks.diagnosis import diagnose
from failing_runs import FailingRun, causes_of, own_frame

LINE = own_frame(8, "print(ray.get(task.remote()))", "<module>")
MESSAGE = (
    "Failed to set up runtime environment.\n[Node 127.0.0.1] Traceback (most recent call last):\n"
    '  File "site-packages/ray/_private/runtime_env/{tool}.py", line 132, in __init__\n'
    "RuntimeError: Please install virtualenv to enable it.\n\n"
)


@pytest.mark.parametrize("tool", ["pip", "uv", "conda"])
def test_what_asked_for_packages_is_named_with_rays_reason(tool: str) -> None:
    story = FailingRun().program_fails("RuntimeEnvSetupError", MESSAGE.format(tool=tool), LINE).ends()

    [diagnosis] = diagnose(story.records())

    assert diagnosis.cause == "packages_not_installed"
    assert diagnosis.title == f"The packages of a runtime_env with {tool} could not be installed"
    assert "no network" in diagnosis.what_happened
    assert diagnosis.evidence == ["driver: RuntimeEnvSetupError: RuntimeError: Please install virtualenv to enable it."]
    assert diagnosis.where == LINE


@pytest.mark.parametrize(
    ("error_type", "message"),
    [("RuntimeEnvSetupError", MESSAGE.format(tool="working_dir")), ("ValueError", MESSAGE.format(tool="pip"))],
)
def test_other_failures_are_explained_by_others(error_type: str, message: str) -> None:
    story = FailingRun().program_fails(error_type, message, LINE).ends()

    assert causes_of(diagnose(story.records())) == ["program_raised"]


def test_packages_of_the_workers_are_told_by_the_controllers_error() -> None:
    message = f"{MESSAGE.format(tool='pip')}Could not create the actor because its runtime env failed to be created."
    story = FailingRun().program_fails("ControllerError", message, LINE).ends()

    assert causes_of(diagnose(story.records())) == ["packages_not_installed"]
