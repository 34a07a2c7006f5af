"""The cost of pages in a browser, compared with their budgets: bytes to load, and scripting time for each board update.

    python benchmarks/pages.py [--updates 40] [--language de] [--chromium /usr/bin/chromium]

Needs Playwright and a Chromium. For each game, four bots finish a game, and the benchmark steps through the end of its review.
Each step puts another position on the board, as an update at a table does, and moves the log and the chart as well. Scripting
time is Chromium's `ScriptDuration`, in processor time of the page's thread, from the key press until the board is at rest, with
animations on. Bytes are the gzipped size of scripts, styles, fonts and texts; for a table, the larger of those for a player and
for an onlooker. tests/browser/test_measures.py counts the same.
"""

from __future__ import annotations

import argparse
import gzip
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import BrowserContext, CDPSession, Page, Request, sync_playwright

import kingdoms
from kingdoms.bots import BOTS
from kingdoms.core.registry import game_class, game_names

SCRIPTING = 16.0
"""The budget for the scripting of a board update, in milliseconds."""
LOADED = 157.5
"""The budget for the size of the start page, and of a table, in kilobytes."""
KINDS = ("script", "stylesheet", "font")
MOST = 600
"""The time limit for the bots to finish their game, in seconds."""


@contextmanager
def server() -> Iterator[str]:
    """Start a temporary server, yield its address, and stop it at the end."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "kingdoms.cli", "serve", "--port", "0", "--data", folder]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert process.stdout is not None
        try:
            yield next(word for word in process.stdout.readline().split() if word.startswith("http")).rstrip("/")
        finally:
            process.terminate()
            process.wait()


def new_game(page: Page, game: str, kind: str, address: str) -> str:
    """Create a game with four seats, the first held by `kind` and the others by bots; return its id."""
    seats = kingdoms.load_game(game, 4).seats
    held = [{"seat": seat, "kind": "bot", "bot": BOTS.usual(game)} for seat in seats]
    if kind != "bot":
        held[0] = {"seat": seats[0], "kind": kind}
    answer = page.request.post(f"{address}/api/games", data={"game": game, "seats": held}, headers={"Origin": address})
    assert answer.status == 201, answer.text()
    return str(answer.json()["id"])


def loaded(visitor: BrowserContext, address: str) -> float:
    """Return the gzipped kilobytes that a page loads, in the context of a visitor."""
    page = visitor.new_page()
    asked: dict[str, str] = {}

    def note(request: Request) -> None:
        if request.resource_type in KINDS or request.url.endswith(".json"):  # texts
            asked[request.url] = request.resource_type

    page.on("request", note)
    page.goto(address)
    page.wait_for_load_state("networkidle")
    bodies = [(kind, page.request.get(url).body()) for url, kind in [*asked.items()]]
    page.close()
    return sum(len(body if kind == "font" else gzip.compress(body, 9)) for kind, body in bodies) / 1000


def scripting(session: CDPSession) -> float:
    """Return the processor time that a page has spent in scripts so far, in milliseconds."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return next(1000 * float(metric["value"]) for metric in metrics if metric["name"] == "ScriptDuration")


def updates(page: Page, address: str, game_id: str, number: int) -> list[float]:
    """Step through the end of a finished game, and return the scripting time of each step in milliseconds."""
    until = time.monotonic() + MOST
    while (info := page.request.get(f"{address}/api/games/{game_id}").json())["status"] != "over":
        assert time.monotonic() < until, "the bots have not finished their game"
        time.sleep(1)
    first = max(0, info["number"] - number - 5)
    page.goto(f"{address}/g/{game_id}/review/{first}")
    page.wait_for_load_state("networkidle")
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    found: list[float] = []
    for step in range(number + 5):
        before = scripting(session)
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(700)  # longer than any animation
        if step >= 5:  # the first steps run before the scripts are compiled
            found.append(scripting(session) - before)
    return found


def main() -> None:
    """Print a table, and whether the budgets are kept."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--updates", type=int, default=40, help="how many updates of each board are measured")
    parser.add_argument("--language", default="en", help="the language of the pages")
    parser.add_argument("--chromium", default=shutil.which("chromium") or shutil.which("google-chrome"))
    asked = parser.parse_args()
    print("| game | its table, kB | median update, ms | p95, ms | slowest, ms |")
    print("| --- | ---: | ---: | ---: | ---: |")
    kept = True
    with server() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=asked.chromium, args=["--disable-gpu"])
        start = loaded(browser.new_context(locale=asked.language), address)
        for game in game_names():
            page = browser.new_context(viewport={"width": 1440, "height": 900}, locale=asked.language).new_page()
            page.goto(address)
            ended = new_game(page, game, "bot", address)
            played = f"{address}/g/{new_game(page, game, 'me', address)}"
            table = max(loaded(page.context, played), loaded(browser.new_context(locale=asked.language), played))
            taken = sorted(updates(page, address, ended, asked.updates))
            typical, nearly, most = statistics.median(taken), taken[int(0.95 * len(taken)) - 1], taken[-1]
            print(f"| {game_class(game).title} | {table:.0f} | {typical:.1f} | {nearly:.1f} | {most:.1f} |")
            kept &= max(start, table) <= LOADED and nearly <= SCRIPTING
            page.context.close()
        browser.close()
    said = "kept" if kept else "NOT kept"
    print(f"\nThe start page loads {start:.0f} kB. Budgets: {LOADED:.0f} kB, {SCRIPTING:.0f} ms: {said}.")
    sys.exit(not kept)


if __name__ == "__main__":
    main()
