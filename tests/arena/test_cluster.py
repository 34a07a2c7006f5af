"""Playing and training on a Ray cluster of several nodes: the same games and nets, even if a node dies."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from ray.cluster_utils import Cluster

import kingdoms
from kingdoms import Record
from kingdoms.arena import running
from kingdoms.arena.cluster import ClusterStaff
from kingdoms.arena.errors import ArenaError
from kingdoms.arena.folder import Folder
from kingdoms.arena.playing import path_of, play
from kingdoms.cli.main import main
from kingdoms.learning.plan import TrainingPlan
from kingdoms.learning.training import train
from tests.support.bots.arenas import plan_of, reproducible
from tests.support.bots.random_nets import trains
from tests.support.games.sample_game import limited
from tests.support.games.tested_games import SAMPLE

SMALL = {"object_store_memory": 100_000_000, "include_dashboard": False}
RAY = pytest.mark.outer("takes half a minute of Ray's own work")


@pytest.fixture(scope="module")
def three_nodes() -> Iterator[Any]:
    """Yield a cluster of three nodes; the first one only leads."""
    cluster: Any = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, **SMALL})
    try:
        for _ in range(2):
            cluster.add_node(num_cpus=1, object_store_memory=SMALL["object_store_memory"])
        cluster.wait_for_nodes()
        yield cluster
    finally:
        cluster.shutdown()


@RAY
def test_another_version_on_the_cluster_is_refused(three_nodes: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan, real = plan_of(), kingdoms.__version__
    monkeypatch.setattr(kingdoms, "__version__", "0.0.1")
    wrong = rf"no worker could begin to play: .*has kingdoms {re.escape(real)}, not 0\.0\.1"
    with Folder.play_in(tmp_path, plan) as folder, pytest.raises(ArenaError, match=wrong):
        running.run(folder, ClusterStaff(plan, False, three_nodes.address, 1), threading.Event(), lambda _: None)


@RAY
def test_the_command_plays_on_a_cluster(three_nodes: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rulings = ",".join(f"{name}={value}" for name, value in limited(1).items())
    arguments = ["arena", "--bots", "random,random", "--game", SAMPLE, "--games", "6", "--rulings", rulings, "--json"]
    for name, more in (("here", ["--workers", "1"]), ("there", ["--cluster", three_nodes.address])):
        assert main([*arguments, "--out", str(tmp_path / name), *more]) == 0
        assert json.loads(capsys.readouterr().out)["games"] == 6
    local_rows, cluster_rows = (
        [reproducible(row) for row in Folder.read(tmp_path / name).rows()] for name in ("here", "there")
    )
    assert local_rows == cluster_rows


@trains
@RAY
def test_a_cluster_trains_the_same_net(three_nodes: Any, tmp_path: Path) -> None:
    plan = TrainingPlan(SAMPLE, 2, seed=3, rounds=1, games=50, leaves=2, simulations=20, hidden=8, epochs=3, match=2)
    assert train(plan, tmp_path / "here") is not None
    assert train(plan, tmp_path / "there", None, cluster=three_nodes.address) is not None
    for name in ("round-1.net", "round-1.match", "report.json"):
        assert (tmp_path / "there" / name).read_bytes() == (tmp_path / "here" / name).read_bytes()


@RAY
def test_a_cluster_plays_the_same_games_though_a_node_dies(three_nodes: Any, tmp_path: Path) -> None:
    plan = plan_of(games=1500, records=True)
    numbers: list[int] = []

    def finished(lines: Sequence[bytes]) -> None:
        numbers.extend(json.loads(line)["number"] for line in lines)
        nodes = three_nodes.worker_nodes
        if len(numbers) >= 100 and len(nodes) == 2:
            three_nodes.remove_node(next(iter(nodes)), allow_graceful=False)

    with Folder.play_in(tmp_path, plan) as folder:
        staff = ClusterStaff(plan, True, three_nodes.address)
        assert staff.size == 2
        running.run(folder, staff, threading.Event(), finished)
    assert len(three_nodes.worker_nodes) == 1, "no node was killed while games were missing"
    assert sorted(numbers) == list(range(1500)), "a game was lost, or played again"
    rows = {row["number"]: row for row in Folder.read(tmp_path).rows()}
    assert all(reproducible(rows[number]) == reproducible(play(plan, number)) for number in range(0, 1500, 50))
    record = Record.load(path_of(tmp_path / "records", 1499), strict=True)
    assert record.players == dict(zip(rows[1499]["seats"], rows[1499]["bots"], strict=True))


def test_a_missing_cluster_is_an_error() -> None:
    with pytest.raises(ArenaError, match=r"no Ray cluster can be reached at 127\.0\.0\.1:1"):
        ClusterStaff(plan_of(), False, "127.0.0.1:1")
