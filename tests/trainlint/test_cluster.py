from __future__ import annotations

import pytest

from trainlint.cluster import Cluster


def test_a_cluster_comes_from_plain_values() -> None:
    cluster = Cluster.from_dict({"resources": {"CPU": 16, "GPU": 1}, "nodes": 2, "name": "this playground"})
    assert (cluster.cpus, cluster.gpus, cluster.nodes, cluster.name) == (16.0, 1.0, 2, "this playground")


def test_what_is_left_out_is_one_node_without_resources() -> None:
    cluster = Cluster.from_dict({})
    assert (cluster.cpus, cluster.gpus, cluster.nodes, cluster.name) == (0.0, 0.0, 1, "this cluster")


def test_what_more_is_known_comes_from_plain_values_too() -> None:
    values = {"node": {"CPU": 8}, "labels": {"zone": ["west"]}, "packages": ["ray"], "network": False, "files": False}
    cluster = Cluster.from_dict(values)
    assert (cluster.node, cluster.labels) == ({"CPU": 8.0}, {"zone": frozenset({"west"})})
    assert (cluster.packages, cluster.network, cluster.files) == (frozenset({"ray"}), False, False)
    assert Cluster.from_dict({"packages": None}).packages is None


def test_what_is_no_number_is_refused() -> None:
    with pytest.raises(ValueError, match="could not convert"):
        Cluster.from_dict({"resources": {"CPU": "many"}})
