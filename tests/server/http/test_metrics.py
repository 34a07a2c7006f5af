"""The metrics for operators: counts, durations, refusals and failures."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy import text

from kingdoms.server.bots.processes import Pool
from kingdoms.server.database.engine import Database
from kingdoms.server.http import metrics as measuring
from kingdoms.server.http.metrics import Metrics
from kingdoms.table.game.entries import Account
from tests.support.clients.http import Browser, eventually
from tests.support.server.rows import execute
from tests.support.suite.timeouts import SOON


def figures(metrics: Metrics) -> dict[str, float]:
    """Return the samples by name and labels in the text format: `kingdoms_refusals_total{code="origin"}`."""
    samples = {}
    for family in text_string_to_metric_families(metrics.text().decode()):
        for sample in family.samples:
            labels = ",".join(f'{name}="{value}"' for name, value in sorted(sample.labels.items()))
            samples[sample.name + f"{{{labels}}}" * bool(labels)] = sample.value
    return samples


async def test_requests_refusals_actions_and_errors_of_the_database_are_counted(
    sqlite_app: FastAPI, client: httpx.AsyncClient
) -> None:
    await client.put("/api/me", json={"name": "Ida"}, headers={"Origin": "https://elsewhere.example"})
    await client.put("/api/me", json={"nome": "Ida"})
    for path in ("/no-such-file.js", "/api/me", "/api/games/one", "/api/games/two", "/claim/token", "/healthz"):
        await client.get(path)
    assert (await client.get("/metrics")).headers["content-type"].startswith("text/plain")
    samples = figures(sqlite_app.state.metrics)
    assert {name: value for name, value in samples.items() if name.startswith("kingdoms_refusals_total")} == {
        f'kingdoms_refusals_total{{code="{code}"}}': count
        for code, count in (("origin", 1), ("invalid", 1), ("not_found", 1), ("no_game", 2))
    }
    requests = {name: value for name, value in samples.items() if name.startswith("kingdoms_requests_seconds_count")}
    for route, status, count in (("/api/games/{game_id}", 404, 2), ("/healthz", 200, 1)):
        assert [requests[name] for name in requests if f'route="{route}"' in name and f'"{status}"' in name] == [count]
    assert not [name for name in requests if "token" in name or "one" in name]
    assert samples[f'kingdoms_server_info{{database="sqlite",version="{sqlite_app.version}"}}'] == 1
    async with Browser(sqlite_app) as ida:
        game = await ida.new_game("me", "me")
        info = await ida.settled(game["id"])
        before = figures(sqlite_app.state.metrics)["kingdoms_keeping_seconds_count"]
        await ida.act(game["id"], info["number"], (await ida.choices(game["id"]))[0])
        assert figures(sqlite_app.state.metrics)["kingdoms_keeping_seconds_count"] == before + 1
    await execute(sqlite_app, text("ALTER TABLE visitors RENAME TO gone"))
    assert (await client.put("/api/me", json={"name": "Ida"})).status_code >= 500
    assert figures(sqlite_app.state.metrics)['kingdoms_database_errors_total{kind="OperationalError"}'] >= 1


async def test_errors_of_an_unreachable_database_are_reported() -> None:
    errors: list[BaseException] = []
    database = Database("postgresql://somebody@/nothing?host=/no/such/folder")
    database.report_errors_to(errors.append)
    with pytest.raises(Exception, match=r"."):
        await database.check()
    assert errors
    await database.close()


async def test_a_blocked_event_loop_is_measured() -> None:
    metrics = Metrics()
    async with metrics.watch_loop():
        await eventually(lambda: figures(metrics)["kingdoms_loop_delay_seconds_count"] > 0)
        time.sleep(1)
        await eventually(lambda: figures(metrics)["kingdoms_loop_delay_seconds_sum"] > 0.5)
    samples = figures(metrics)
    assert samples['kingdoms_loop_delay_seconds_bucket{le="+Inf"}'] > samples['kingdoms_loop_delay_seconds_bucket{le="0.5"}']


async def test_waiting_questions_are_counted() -> None:
    metrics = Metrics()
    pool = Pool(1, waiting=lambda: metrics.waiting("bots"))
    try:
        first, second = (asyncio.create_task(pool.ask(Account(name), SOON, time.sleep, 0.2)) for name in ("ida", "bob"))
        await asyncio.sleep(0)
        assert figures(metrics)['kingdoms_thinking_queue{desk="bots"}'] == 1
        await asyncio.gather(first, second)
    finally:
        pool.stop()
    samples = figures(metrics)
    assert samples['kingdoms_thinking_queue{desk="bots"}'] == 0
    assert samples['kingdoms_thinking_waits_seconds_count{desk="bots"}'] == 2
    assert samples['kingdoms_thinking_waits_seconds_sum{desk="bots"}'] > 0.1


@pytest.mark.skipif(not Path("/proc/self/cgroup").exists(), reason="only Linux has groups of processes")
def test_the_memory_limit_is_that_of_the_control_group(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    samples = figures(Metrics())
    for name in ("process_open_fds", "process_max_fds", "process_resident_memory_bytes"):
        assert samples[name] > 0, name
    machine = measuring.memory_limit()
    monkeypatch.setattr(measuring, "CGROUPS", tmp_path)
    (tmp_path / "memory.max").write_text("max\n")
    assert measuring.memory_limit() >= machine, "no more than the machine has, and no group says less"
    (tmp_path / "memory.max").write_text("50000000\n")
    assert measuring.memory_limit() == 50_000_000


def test_groups_of_version_1_and_those_around_them_count_too(tmp_path: Path) -> None:
    groups = "12:cpu,cpuacct:/docker/abc\n4:memory:/docker/abc\n1:name=systemd:/docker/abc\n0::/system.slice\n"
    inner = tmp_path / "memory" / "docker" / "abc"
    inner.mkdir(parents=True)
    (inner / "memory.limit_in_bytes").write_text("9223372036854771712\n")  # as Linux writes that there is no limit
    (inner.parent / "memory.limit_in_bytes").write_text("50000000\n")
    assert min(measuring.limits_of_groups(groups, tmp_path)) == 50_000_000

    container = tmp_path / "in-a-container"
    (container / "memory").mkdir(parents=True)
    (container / "memory" / "memory.limit_in_bytes").write_text("40000000\n")
    assert measuring.limits_of_groups(groups, container) == [40_000_000], "there it sees its own group as the outermost one"
