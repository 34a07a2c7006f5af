"""Training on a Ray cluster."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from ray.cluster_utils import Cluster

from kingdoms.learning.plan import TrainingPlan
from kingdoms.learning.training import train
from tests.support.bots.random_nets import trains
from tests.support.games.tested_games import SAMPLE

TOY = TrainingPlan(SAMPLE, 2, seed=3, rounds=1, games=50, leaves=2, simulations=20, hidden=8, epochs=3, match=2)
SMALL = {"object_store_memory": 100_000_000, "include_dashboard": False}


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Yield a cluster of one node with one processor."""
    cluster: Any = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, **SMALL})
    try:
        yield cluster
    finally:
        cluster.shutdown()


@trains
@pytest.mark.outer("takes half a minute of Ray's own work")
def test_a_cluster_trains_the_same_net(cluster: Any, tmp_path: Path) -> None:
    assert train(TOY, tmp_path / "here") is not None
    assert train(TOY, tmp_path / "there", None, cluster=cluster.address) is not None
    for name in ("round-1.net", "round-1.match", "report.json"):
        assert (tmp_path / "there" / name).read_bytes() == (tmp_path / "here" / name).read_bytes()
