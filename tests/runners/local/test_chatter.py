"""Who wrote a line."""

import pytest

from allranks.runners.local.chatter import origin


@pytest.mark.parametrize(
    "line",
    [
        "(TrainController pid=16137) Requesting resources: {'CPU': 1} * 2",
        "(RayTrainWorker pid=16232, ip=10.0.0.1) Wrapping provided model",
        "(pid=1234) something before it had a name",
        "2026-12-01 05:38:13,491\tINFO worker.py:1841 -- Connecting to existing Ray cluster",
        "[2026-12-01 05:35:52,955 W 13638 13638] rpc_client.h:153: Failed to connect",
        "[W1201 05:38:22.375 ProcessGroupGloo.cpp:514] Warning: Unable to resolve hostname",
        "[rank0]:[W1201 05:38:22.375 ProcessGroupNCCL.cpp:1] Warning",
        '{"__magic_token__": "__ray_tqdm_magic_token__", "x": 0, "desc": "Running Dataset eval_1."}',
        "[Gloo] Rank 0 is connected to 1 peer ranks. Expected number of connected peer ranks is : 1",
    ],
)
def test_rays_and_torchs_own_lines_are_chatter(line: str) -> None:
    assert origin(line + "\n") == "ray"


@pytest.mark.parametrize(
    "line",
    [
        "epoch 3 loss 0.12",
        "(my_task pid=18969) task says hi",
        "(see the docs) a remark in parentheses",
        "2026-12-01 my own date",
        "[1, 2, 3]",
        "Ray is great",
        "",
    ],
)
def test_the_learners_lines_are_theirs(line: str) -> None:
    assert origin(line + "\n") == "program"
