"""Rules that compare a program with the cluster that it will run on, and what whole programs do not show."""

from __future__ import annotations

import pytest

from trainlint.cluster import Cluster
from trainlint.engine import lint
from trainlint.fixing import apply_fixes

SMALL = Cluster({"CPU": 4.0, "memory": 8e9, "fast_disk": 1.0}, name="this playground")
SEVERAL_NODES = Cluster({"CPU": 16.0}, nodes=4)
TWO_OF_FOUR = Cluster({"CPU": 8.0}, node={"CPU": 4.0})

HEAD = """
import ray
from ray import train
from ray.train import Checkpoint, CheckpointConfig, RunConfig, ScalingConfig
from ray.train.torch import TorchTrainer

ray.init(num_cpus=64)


def loop():
    shard = train.get_dataset_shard("train")
    rows = sum(len(batch["id"]) for batch in shard.iter_torch_batches(batch_size=8))
    train.report({"rows": rows}, checkpoint=Checkpoint("s3://bucket/empty"))

"""


def found(scaling: str, cluster: Cluster, data: str = "ray.data.from_items([1])", run: str = "None") -> list[str]:
    program = (
        f'TorchTrainer(loop, datasets={{"train": {data}}}, run_config={run}, scaling_config=ScalingConfig({scaling}))'
    )
    return [
        diagnostic.code
        for diagnostic in lint(HEAD + program, cluster=cluster)
        if diagnostic.code.startswith("RTL2") and not diagnostic.code.startswith("RTL202")
    ]


@pytest.mark.parametrize(
    "scaling",
    [
        "num_workers=5",
        "num_workers=(5, 8)",
        "num_workers=2, resources_per_worker={'CPU': 3}",
        "num_workers=1, use_gpu=True",
        "num_workers=2, resources_per_worker={'memory': 5e9}",
        "num_workers=2, resources_per_worker={'fast_disk': 1}",
    ],
)
def test_more_than_the_cluster_has(scaling: str) -> None:
    assert found(scaling, SMALL) == ["RTL206"]


@pytest.mark.parametrize(
    "scaling",
    [
        "num_workers=3",
        "num_workers=(1, 8)",
        "num_workers=4 if small else 16",
        "num_workers=8, resources_per_worker={'CPU': 0.5}",
        "num_workers=size",
        "num_workers=2, use_gpu=available",
        "num_workers=3, resources_per_worker={'CPU': 1, 'fast_disk': 0.3}",
        "num_workers=2, resources_per_worker={'CPU': 1, 'a_label_that_may_be_there': 9}",
    ],
)
def test_what_fits_or_may_fit(scaling: str) -> None:
    assert found(scaling, SMALL) == []


def test_a_worker_has_to_fit_on_one_node() -> None:
    assert found("num_workers=1, resources_per_worker={'CPU': 6}", TWO_OF_FOUR) == ["RTL206"]
    assert found("num_workers=2, resources_per_worker={'CPU': 3}", TWO_OF_FOUR) == []


def test_the_sentence_names_the_cluster() -> None:
    text = HEAD + "TorchTrainer(loop, scaling_config=ScalingConfig(num_workers=8))"
    (diagnostic,) = [one for one in lint(text, cluster=SMALL) if one.code == "RTL206"]
    assert diagnostic.message == (
        "8 workers with 1 CPU each need 8, and this playground has 4: the run waits for ever."
    )


@pytest.mark.parametrize(
    "data",
    [
        "ray.data.range(8)",
        "ray.data.read_parquet('s3://bucket/x')",
        "ray.data.from_items([1]).map(str)",
        "ray.data.from_items([1]).map_batches(f).limit(3)",
    ],
)
def test_no_cpu_is_left_to_read_the_data(data: str) -> None:
    assert found("num_workers=4", SMALL, data) == ["RTL207"]
    assert found("num_workers=3", SMALL, data) == []


@pytest.mark.parametrize(
    "data",
    [
        "ray.data.from_items([1])",
        "ray.data.range(8).materialize()",
        "ray.data.from_items([1]).map_batches(f, num_cpus=0.1)",
        "ray.data.from_items([1]).limit(3)",
        "made_elsewhere()",
    ],
)
def test_data_that_needs_no_whole_cpu(data: str) -> None:
    assert found("num_workers=4", SMALL, data) == []


@pytest.mark.parametrize("run", ["None", "RunConfig()", "RunConfig(storage_path='/tmp/x')", "RunConfig(name='a')"])
def test_local_storage_where_there_are_several_nodes(run: str) -> None:
    assert found("num_workers=4", SEVERAL_NODES, run=run) == ["RTL215"]
    assert found("num_workers=4, placement_strategy='STRICT_PACK'", SEVERAL_NODES, run=run) == []
    assert found("num_workers=1", SEVERAL_NODES, run=run) == []
    assert found("num_workers=3", SMALL, run=run) == []


@pytest.mark.parametrize(
    "run",
    ["RunConfig(storage_path='s3://b')", "RunConfig(storage_path='/mnt/x')", "RunConfig(**options)", "make()"],
)
def test_storage_that_may_be_shared(run: str) -> None:
    assert found("num_workers=4", SEVERAL_NODES, run=run) == []


def test_reports_that_lack_the_score() -> None:
    text = (
        HEAD
        + """
def scored():
    train.report({"score": 1.0, "epoch": 1}, checkpoint=Checkpoint("s3://bucket/empty"))
    train.report({"epoch": 2}, checkpoint=Checkpoint("s3://bucket/empty"))
    train.report({"epoch": 3})

TorchTrainer(scored, run_config=RunConfig(checkpoint_config=CheckpointConfig(2, "score")))
"""
    )
    (diagnostic,) = [one for one in lint(text) if one.code == "RTL213"]
    assert text.splitlines()[diagnostic.line - 1].strip().startswith('train.report({"epoch": 2}')


def test_dicts_that_a_for_goes_through_are_reported_one_by_one() -> None:
    text = (
        HEAD
        + """
ROWS = ({"loss": 0.1}, {"val": 0.9}, {"loss": 0.2})

def scored():
    for metrics in ROWS:
        train.report(metrics, checkpoint=Checkpoint("s3://bucket/empty"))

keep = CheckpointConfig(2, "loss", "min")
TorchTrainer(scored, run_config=RunConfig(checkpoint_config=keep))
"""
    )
    (diagnostic,) = [one for one in lint(text) if one.code == "RTL213"]
    line = text.splitlines()[diagnostic.line - 1]
    assert line[diagnostic.column : diagnostic.end_column] == '{"val": 0.9}'


def test_a_score_may_be_nested() -> None:
    text = (
        HEAD
        + """
def scored():
    train.report({"val": {"score": 0.1}}, checkpoint=Checkpoint("s3://bucket/empty"))

TorchTrainer(scored, run_config=RunConfig(checkpoint_config=CheckpointConfig(2, "val/score")))
"""
    )
    assert [one for one in lint(text) if one.code == "RTL213"] == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("from ray.train import RunConfig\nRunConfig(storage_path='x')", "import os\nfrom ray"),
        (
            "from __future__ import annotations\nimport ray.train\nray.train.RunConfig(storage_path='x')",
            "import os\nimport ray",
        ),
        ("import os\nimport ray.train\nray.train.RunConfig(storage_path='x')", "import os\nimport ray"),
    ],
)
def test_a_relative_path_is_made_absolute(before: str, after: str) -> None:
    mended, made = apply_fixes(before, [one for one in lint(before) if one.code == "RTL216"])
    assert made == 1
    assert after in mended
    assert mended.count("import os") == 1
    assert "storage_path=os.path.abspath('x')" in mended


def test_a_default_that_a_call_relies_on_is_not_taken_away() -> None:
    text = HEAD + "def my(config=None): pass\nTorchTrainer(my, train_loop_config={'a': 1})\n"
    assert [one.fix is not None for one in lint(text) if one.code == "RTL211"] == [True]
    assert [one.fix is not None for one in lint(text + "my()\n") if one.code == "RTL211"] == [False]
