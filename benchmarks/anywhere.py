"""How soon a game can be played from a folder of static files, and how long its bots think there.

    kingdoms site build/site
    python benchmarks/anywhere.py build/site [--chromium /usr/bin/chromium] [--levels]

Needs Playwright and a Chromium. The folder is served by Python's own server, and the line is held to 20 Mbit/s with 40 ms
of delay. A visitor opens the page and clicks *Play now* at once; what counts is the time until the table is there. The
first visit has an empty cache; the second has everything in it, with the memory of Python. A phone is a page whose processes
are stopped for three quarters of the time: the browser's own throttling slows the page down, but not its workers. Besides
the time, it prints the processor time of the page's own thread and of the worker with the tables, which other work on the
machine changes less: one mostly waits for the other, so on an idle machine the time is about their sum and the download.
With `--levels`, it prints the seconds of a move as the device has measured them.
"""

from __future__ import annotations

import argparse
import contextlib
import gzip
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, sync_playwright

LINE = {"offline": False, "latency": 40, "downloadThroughput": 20e6 / 8, "uploadThroughput": 5e6 / 8}
SLOWER = {"laptop": 1, "phone": 4}
PATIENCE = 600_000
SLICE = 0.005  # seconds that a slowed page runs at a time
KEPT = """async () =>
  navigator.serviceWorker.controller !== null && (await caches.keys()).some(name => name.startsWith("kingdoms-memory"))"""
SPEEDS = """async () => (await indexedDB.databases()).length && new Promise((resolve, reject) => {
  const opening = indexedDB.open("kingdoms");
  opening.onerror = reject;
  opening.onsuccess = () => {
    const reading = opening.result.transaction("documents").objectStore("documents").get("speeds");
    reading.onsuccess = () => resolve(reading.result ?? null);
  };
})"""


def renderers(pid: int) -> list[Path]:
    """Return the processes of pages among all that a process has started, as folders of /proc."""
    children: dict[int, list[int]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            children.setdefault(int(path.read_text().rpartition(")")[2].split()[1]), []).append(int(path.parent.name))
    waiting, folders = [pid], []
    while waiting:
        for child in children.get(waiting.pop(), []):
            waiting.append(child)
            with contextlib.suppress(OSError):
                if b"--type=renderer" in Path(f"/proc/{child}/cmdline").read_bytes():
                    folders.append(Path(f"/proc/{child}"))
    return folders


def thread_seconds() -> dict[str, tuple[float, float]]:
    """Return the processor time of each page's own thread, and of its first worker, which has the tables, by process."""
    times = {}
    for folder in renderers(os.getpid()):
        own, workers = 0.0, [0.0]
        for thread in sorted((folder / "task").iterdir(), key=lambda path: -int(path.name)):
            with contextlib.suppress(OSError):
                used = int((thread / "schedstat").read_text().split()[0]) / 1e9
                if thread.name == folder.name:
                    own = used
                elif "DedicatedWorker" in (thread / "comm").read_text():
                    workers.append(used)
        times[folder.name] = own, workers[-1]
    return times


@contextlib.contextmanager
def slowed(factor: int) -> Iterator[None]:
    """Let all pages run for one part of the time out of `factor`."""
    over = threading.Event()
    folders: list[Path] = []

    def signal_all(number: int) -> None:
        for folder in folders:
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(folder.name), number)

    def run() -> None:
        nonlocal folders
        while not over.is_set():
            folders = renderers(os.getpid())
            for _ in range(50):
                signal_all(signal.SIGSTOP)
                time.sleep(SLICE * (factor - 1))
                signal_all(signal.SIGCONT)
                time.sleep(SLICE)

    thread = threading.Thread(target=run)
    if factor > 1:
        thread.start()
    try:
        yield
    finally:
        over.set()
        if factor > 1:
            thread.join()


def visit(context: BrowserContext, address: str, slower: int) -> tuple[float, float, tuple[float, float], Page]:
    """Open the page, and begin a game.

    Return the seconds until the page is readable, the seconds until the table is there, the processor time of the threads of
    the page and of the tables until then, and the page.
    """
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", LINE)
    before = thread_seconds()
    with slowed(slower):
        start = time.perf_counter()
        page.goto(address, wait_until="commit")
        button = page.get_by_role("button", name=re.compile("^Play now")).first
        button.wait_for()
        readable = time.perf_counter() - start
        button.click()
        page.locator(".asked").wait_for()
        playable = time.perf_counter() - start
        after = thread_seconds().items()
    own, tables = max((own - before.get(process, (0.0, 0.0))[0], tables) for process, (own, tables) in after)
    return readable, playable, (own, tables), page


def measure(browser: Browser, address: str, kind: str) -> None:
    """Print the figures of a first and a second visit."""
    size: ViewportSize = {"width": 390, "height": 844} if kind == "phone" else {"width": 1366, "height": 768}
    context = browser.new_context(viewport=size, reduced_motion="reduce")  # drawing without a graphics card would count, too
    for name in ("first visit", "from the cache"):
        readable, playable, (own, tables), page = visit(context, address, SLOWER[kind])
        print(
            f"{kind:7} {name:15} readable {readable:5.1f} s   table {playable:5.1f} s   "
            f"processor: page {own:4.1f} s, tables {tables:4.1f} s",
            flush=True,
        )
        while not page.evaluate(KEPT):
            page.wait_for_timeout(500)
        page.close()
    context.close()


def levels(browser: Browser, address: str) -> None:
    """Print the seconds that a move of each level takes, as the device has measured them."""
    page = browser.new_page()
    page.goto(address)
    while not (speeds := page.evaluate(SPEEDS)):  # not before the page itself has made its database
        page.wait_for_timeout(1000)
    for name, seconds in json.loads(speeds).items():
        print(f"{name:24} {seconds:8.3f} s")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--chromium", default=shutil.which("chromium-headless-shell") or shutil.which("chromium"))
    parser.add_argument("--levels", action="store_true")
    options = parser.parse_args()
    for path in sorted(options.folder.rglob("*")):
        if path.is_file() and path.stat().st_size > 100_000:
            print(f"{path.relative_to(options.folder)}: {len(gzip.compress(path.read_bytes())) / 1e3:.0f} kB packed")
    command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", str(options.folder)]
    with (
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server,
        sync_playwright() as driver,
    ):
        assert server.stdout is not None
        address = f"http://localhost:{re.findall(r'port ([0-9]+)', server.stdout.readline())[0]}/"
        browser = driver.chromium.launch(executable_path=options.chromium)
        if options.levels:
            levels(browser, address)
        else:
            for kind in SLOWER:
                measure(browser, address, kind)
        browser.close()
        server.terminate()


if __name__ == "__main__":
    main()
