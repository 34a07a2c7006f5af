"""`kingdoms serve --workers N`: several processes at one port, started again when one dies, stopped together."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from kingdoms.cli.main import main
from kingdoms.server.http.metrics import Metrics, WorkerMetrics
from tests.support.clients.http import Browser, Json, Live, eventually, shared_game
from tests.support.games.sample_game import STEPS
from tests.support.server.launch import ServerProcess
from tests.support.suite.timeouts import SOON

WORKERS = 2


@pytest.fixture
def workers(tmp_path: Path, postgres_url: str) -> Iterator[ServerProcess]:
    """Two workers on one database."""
    flags = ("--workers", str(WORKERS), "--database", postgres_url)
    with ServerProcess(tmp_path / "data", *flags, environment={"KINGDOMS_CONNECTIONS": "1000"}) as server:
        yield server


def started_workers(server: ServerProcess) -> list[tuple[int, int]]:
    """Return the workers that have started so far, as number and process."""
    lines: list[Json] = [json.loads(line) for line in server.logged().splitlines()]
    return [(line["worker"], line["process"]) for line in lines if line["message"] == "started"]


async def sockets_at(browser: Browser) -> dict[str, float]:
    """Return how many sockets each worker has open, as the figures tell."""
    text = (await browser.http.get("/metrics")).text
    return {worker: float(count) for worker, count in re.findall(r'kingdoms_open_sockets{worker="(\d)"} (\S+)', text)}


async def open_everywhere(stack: contextlib.AsyncExitStack, browser: Browser, url: str, game_id: str) -> list[Live]:
    """Open sockets until each worker has some, and return them."""
    lives: list[Live] = []
    async with asyncio.timeout(SOON):
        while True:
            for _ in range(4):
                lives.append(await stack.enter_async_context(browser.listening(url, game_id)))
            await asyncio.sleep(1)
            sockets = await sockets_at(browser)
            if len(sockets) == WORKERS and all(sockets.values()):
                return lives


@pytest.mark.long
async def test_a_game_at_two_workers_of_which_one_is_killed(workers: ServerProcess) -> None:
    async with Browser(workers.url) as ida, Browser(workers.url) as bob, contextlib.AsyncExitStack() as stack:
        game_id = await shared_game(ida, bob)
        lives = await open_everywhere(stack, bob, workers.url, game_id)
        assert await ida.act(game_id, 0, STEPS[0]) == 1
        for live in lives:
            assert (await live.until(lambda message: message["type"] == "entry"))["number"] == 1
        before = started_workers(workers)
        assert [number for number, _ in sorted(before)] == [1, 2]
        number, process = before[0]
        os.kill(process, signal.SIGKILL)
        await eventually(lambda: [worker for worker, _ in started_workers(workers)].count(number) == 2)
        codes = []
        for live in lives:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(0.5):
                    codes.append(await live.closed())
        assert 0 < len(codes) < len(lives), "those of the other worker are as they were"
        with contextlib.suppress(httpx.TransportError):  # the connection may be the killed worker's
            await ida.act(game_id, 1, STEPS[1], client_id="once")
        assert await ida.act(game_id, 1, STEPS[1], client_id="once") == 2
        async with bob.live(workers.url, game_id, after=0) as live:
            assert [entry["number"] for entry in (await live.next("hello"))["missed"]] == [1, 2]
        died = [json.loads(line) for line in workers.troubles().splitlines()]
        assert [(line["worker"], line["process"], line["status"]) for line in died] == [(number, process, -signal.SIGKILL)]
    assert await asyncio.to_thread(workers.stop) == 0
    for _, process in started_workers(workers):
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)
    lines = [json.loads(line) for line in workers.logged().splitlines()]
    assert {line["worker"] for line in lines if line["message"] == "stopped"} == {1, 2}
    assert len(workers.troubles().splitlines()) == 1


IMPATIENT = """
if __name__ == "__main__":
    import sys
    from kingdoms.cli.main import main
    from kingdoms.server.app import workers
    workers.SIGN_EVERY, workers.HANGS_AFTER = 0.2, 4.0
    sys.exit(main(sys.argv[1:]))
"""
"""A supervisor that soon takes a worker for hanging."""


@pytest.mark.long
async def test_a_worker_that_hangs_is_replaced_and_none_is_left_without_the_first_process(
    tmp_path: Path, postgres_url: str
) -> None:
    script = tmp_path / "impatient.py"
    script.write_text(IMPATIENT)
    flags = ("--workers", str(WORKERS), "--database", postgres_url)
    with ServerProcess(tmp_path / "data", *flags, program=[script]) as server:
        number, process = started_workers(server)[0]
        os.kill(process, signal.SIGSTOP)
        await eventually(lambda: [worker for worker, _ in started_workers(server)].count(number) > 1)
        ended = [line for line in map(json.loads, server.troubles().splitlines()) if "has not responded" in line["message"]]
        assert (number, process) in [(line["worker"], line["process"]) for line in ended]
        async with Browser(server.url) as ida:
            assert (await ida.new_game("me", "me"))["status"] == "playing"
        server.process.kill()
        server.process.wait(SOON)
        processes = [process for _, process in started_workers(server)]
        assert len(processes) > WORKERS
        await eventually(lambda: not any(Path(f"/proc/{process}").exists() for process in processes))


def test_the_reason_for_a_failed_start_is_printed_once(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    flags = ["serve", "--workers", "2", "--port", "0", "--data", str(tmp_path)]
    assert main([*flags, "--database", f"postgresql://nobody@/no?host={tmp_path}"]) == 2
    assert capfd.readouterr().err.count("kingdoms: the database cannot be used: ") == 1
    assert main(flags) == 2
    assert capfd.readouterr().err == "kingdoms: 2 workers need a PostgreSQL database: SQLite allows only one\n"


async def test_the_metrics_of_all_workers_are_exported_together(tmp_path: Path) -> None:
    for number in (1, 2):
        metrics = Metrics()
        metrics.count_action("person")
        metrics.time_decision("greedy", 0.3)
        gathered = WorkerMetrics(tmp_path, number)
        gathered.collect_own = metrics.text
        await gathered.write()
    metrics.count_action("person")
    families = {family.name: family for family in text_string_to_metric_families(gathered.text().decode())}
    actions = [sample for sample in families["kingdoms_actions"].samples if sample.name == "kingdoms_actions_total"]
    assert {sample.labels["worker"]: sample.value for sample in actions} == {"1": 1, "2": 2}
    assert families["kingdoms_bot_decisions_seconds"].type == "histogram"
    assert gathered.text().decode().count("# TYPE kingdoms_actions_total") == 1
