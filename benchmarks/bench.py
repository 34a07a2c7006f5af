"""The source of the figures in docs/performance.md: `python benchmarks/bench.py [--json FILE]`.

All figures come from one run, with one process at a time on one core (except for searches with two threads), so they are
comparable: the engine, compiled and interpreted, and the peers that are installed (`make bench` installs them).
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import time
from pathlib import Path

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).parent.parent
WORKERS = [
    ("kingdoms, compiled", "kingdoms_worker.py", None),
    ("kingdoms, interpreted", "kingdoms_worker.py", ROOT / "src"),
    ("OpenSpiel", "openspiel_worker.py", None),
    ("Catanatron", "catanatron_worker.py", None),
    ("python-chess", "chess_worker.py", None),
]
UNITS = {"decisions/s": "{:,.0f}", "ns": "{:,.0f}", "requests/s": "{:,.0f}"}
UNITS |= {"simulations/s": "{:,.0f}", "bytes": "{:,.0f}", "%": "{:,.0f}"}


def run_worker(script: str, path: Path | None, seconds: float) -> dict[str, object]:
    """Run one worker in a process of its own, and return its figures."""
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    environment.pop("PYTHONPATH", None)
    if path is not None:
        environment["PYTHONPATH"] = str(path)
    command = [sys.executable, str(ROOT / "benchmarks" / script), str(seconds)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        return {"missing": done.stderr.strip().splitlines()[-1] if done.stderr.strip() else "it failed"}
    figures: dict[str, object] = json.loads(done.stdout.splitlines()[-1])
    return figures


def as_table(name: str, figures: dict[str, object]) -> Table:
    """Return the figures of one worker as a table."""
    table = Table(box=SIMPLE_HEAD, title=f"[bold]{name}[/]", title_justify="left", show_header=False)
    table.add_column(min_width=68)
    table.add_column(min_width=12, justify="right")
    table.add_column(min_width=14)
    for what, value in figures.items():
        if what == "missing":
            table.add_row("not measured", "", str(value))
        elif isinstance(value, list):
            table.add_row(what, UNITS[value[1]].format(value[0]), value[1])
        else:
            table.add_row(what, str(value), "")
    return table


def main() -> None:
    """Run all workers, and print their tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="how long each figure is measured")
    parser.add_argument("--json", type=Path, help="write the figures there as well")
    arguments = parser.parse_args()
    console = Console(highlight=False)
    results: dict[str, object] = {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "when": time.strftime("%Y-%m-%d"),
    }
    console.print(f"Python {platform.python_version()}, {platform.machine()}, one core")
    for name, script, path in WORKERS:
        with console.status(f"measuring {name} ..."):
            figures = run_worker(script, path, arguments.seconds)
        results[name] = figures
        console.print(as_table(name, figures))  # at once, so that an interrupted run shows its figures
    if arguments.json:
        arguments.json.write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
