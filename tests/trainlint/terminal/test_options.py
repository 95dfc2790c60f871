from __future__ import annotations

import re

import pytest

from trainlint.cluster import Cluster
from trainlint.terminal.errors import UsageError
from trainlint.terminal.options import cluster_of, parsed


@pytest.mark.parametrize(
    ("arguments", "cluster"),
    [
        ([], None),
        (["--cpus", "8"], Cluster({"CPU": 8.0, "GPU": 0.0})),
        (["--cpus", "8", "--gpus", "2", "--nodes", "2"], Cluster({"CPU": 8.0, "GPU": 2.0}, 2)),
        (["--cluster", '{"resources": {"CPU": 8, "tpu_host": 1}}'], Cluster({"CPU": 8.0, "tpu_host": 1.0})),
        (["--cluster", '{"resources": {}, "nodes": 3, "name": "ours"}'], Cluster({}, 3, "ours")),
    ],
)
def test_a_cluster_is_known_as_far_as_it_is_named(arguments: list[str], cluster: Cluster | None) -> None:
    assert cluster_of(parsed(["x.py", *arguments])) == cluster


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--cluster", "{"], "--cluster: Expecting property name"),
        (["--cluster", "[]"], "--cluster: expected an object with any of resources, nodes and name"),
        (["--cluster", '{"cpus": 1}'], "--cluster: expected an object with any of resources, nodes and name"),
        (["--cluster", '{"resources": {"CPU": "many"}}'], "--cluster: could not convert"),
        (["--cluster", '{"resources": {"CPU": [1]}}'], "--cluster: float() argument"),
        (["--cluster", '{"nodes": Infinity}'], "--cluster: cannot convert float infinity"),
        (["--cluster", '{"nodes": 0}'], "one node or more"),
        (["--cluster", '{"resources": {"CPU": NaN}}'], "no resource of it is negative"),
        (["--cluster", "{}", "--cpus", "1"], "--cluster says it all"),
        (["--cpus", "-1"], "no resource of it is negative"),
        (["--gpus", "1"], "--cpus is missing"),
        (["--nodes", "2"], "--cpus is missing"),
    ],
)
def test_an_impossible_cluster_is_refused(arguments: list[str], sentence: str) -> None:
    with pytest.raises(UsageError, match=re.escape(sentence)):
        cluster_of(parsed(["x.py", *arguments]))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "name a file or a folder, or - for standard input"),
        (["x.py", "--format", "xml"], "invalid choice: 'xml'"),
        (["x.py", "--statistics", "--format", "json"], "--statistics goes with --format text alone"),
        (["x.py", "-", "--fix"], "take standard input alone, or files"),
        (["x.py", "--stdin-filename", "y.py"], "--stdin-filename goes with -"),
    ],
)
def test_options_that_do_not_go_together_are_refused(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        parsed(arguments)
    assert ended.value.code == 2
    assert sentence in capsys.readouterr().err
