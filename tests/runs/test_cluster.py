"""The cluster that programs are linted for."""

from __future__ import annotations

from pathlib import Path

from allranks.protocol import Limits
from allranks.runs import cluster_of, count_gpus
from allranks.runs.cluster import on_nodes


def test_its_cpus_are_the_logical_ones_of_the_sandbox() -> None:
    cluster = cluster_of(Limits(logical_cpus=12), gpus=2)
    assert (cluster.resources, cluster.nodes) == ({"CPU": 12, "GPU": 2}, 1)


def test_a_sealed_one_has_neither_a_network_nor_files() -> None:
    sealed = cluster_of(Limits(), gpus=0, packages=["ray"], sealed=True)
    assert (sealed.network, sealed.files, sealed.packages, sealed.labels) == (False, False, ["ray"], {})
    known = cluster_of(Limits(), gpus=0)
    assert (known.network, known.files, known.packages) == (None, None, None)


def test_a_second_node_brings_as_many_cpus_and_no_disk_of_its_own() -> None:
    cluster = on_nodes(cluster_of(Limits(), gpus=2), 2)
    assert (cluster.resources, cluster.nodes) == ({"CPU": 32, "GPU": 2}, 1)
    assert cluster.node == {"CPU": 16, "GPU": 2}


def test_gpus_are_counted_by_their_nodes(tmp_path: Path) -> None:
    for name in ("nvidia0", "nvidia1", "nvidiactl", "nvidia-uvm", "null"):
        (tmp_path / name).touch()
    assert count_gpus(tmp_path) == 2
