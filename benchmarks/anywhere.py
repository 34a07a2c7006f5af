"""How soon a game can be played from a folder of static files, and how long its bots think there.

    kingdoms site build/site
    python benchmarks/anywhere.py build/site [--chromium /usr/bin/chromium] [--levels]

Needs Playwright and a Chromium. The folder is served by Python's own server, and the line is held to 20 Mbit/s with 40 ms
of delay. A visitor opens the page and clicks *Play now* at once; what counts is the time until the table is there. The
first visit has an empty cache; the second has everything in it. A phone is a page whose processor is slowed four times.
Besides the time, it prints the processor time of all of the browser, which other work on the machine hardly changes. With
`--levels`, it prints the seconds of a move as the device has measured them.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, sync_playwright

LINE = {"offline": False, "latency": 40, "downloadThroughput": 20e6 / 8, "uploadThroughput": 5e6 / 8}
SLOWER = {"laptop": 1, "phone": 4}
PATIENCE = 600_000
SPEEDS = """() => new Promise((resolve, reject) => {
  const opening = indexedDB.open("kingdoms");
  opening.onerror = reject;
  opening.onsuccess = () => {
    const reading = opening.result.transaction("documents").objectStore("documents").get("speeds");
    reading.onsuccess = () => resolve(reading.result ?? null);
  };
})"""


def processor_seconds(pid: int) -> float:
    """Return the processor time of a process and all that it has started."""
    ticks = 0
    children: dict[int, list[tuple[int, int]]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        children.setdefault(int(fields[1]), []).append((int(path.parent.name), int(fields[11]) + int(fields[12])))
    waiting = [pid]
    while waiting:
        for child, used in children.get(waiting.pop(), []):
            ticks += used
            waiting.append(child)
    return ticks / os.sysconf("SC_CLK_TCK")


def held(page: Page, slower: int) -> None:
    """Hold a page to a line and a processor."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", LINE)
    session.send("Emulation.setCPUThrottlingRate", {"rate": slower})


def visit(context: BrowserContext, address: str, slower: int) -> tuple[float, float, Page]:
    """Open the page, and begin a game; return the seconds until the page is readable, and until the table is there."""
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    held(page, slower)
    start = time.perf_counter()
    page.goto(address, wait_until="commit")
    button = page.get_by_role("button", name=re.compile("^Play now")).first
    button.wait_for()
    readable = time.perf_counter() - start
    button.click()
    page.locator(".asked").wait_for()
    return readable, time.perf_counter() - start, page


def measure(browser: Browser, address: str, kind: str) -> None:
    """Print the figures of a first and a second visit."""
    size: ViewportSize = {"width": 390, "height": 844} if kind == "phone" else {"width": 1366, "height": 768}
    context = browser.new_context(viewport=size, reduced_motion="reduce")  # drawing without a graphics card would count, too
    for name in ("first visit", "from the cache"):
        before = processor_seconds(os.getpid())
        readable, playable, page = visit(context, address, SLOWER[kind])
        used = processor_seconds(os.getpid()) - before
        print(f"{kind:7} {name:15} readable {readable:5.1f} s   table {playable:5.1f} s   processor {used:5.1f} s", flush=True)
        page.wait_for_function("() => navigator.serviceWorker?.controller")
        page.wait_for_timeout(3000)
        page.close()
    context.close()


def levels(browser: Browser, address: str) -> None:
    """Print the seconds that a move of each level takes, as the device has measured them."""
    page = browser.new_page()
    page.goto(address)
    while (speeds := page.evaluate(SPEEDS)) is None:
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
