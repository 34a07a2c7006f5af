"""The start-up times of the package and its commands, in processor time, compared with Python itself and python-chess.

    python benchmarks/start.py [--runs 20]

The programs run in turn, several times each. The minimum counts, since other load on the machine can only add time. Programs
that need an extra or a peer that is not installed are left out.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import urllib.request
from importlib.util import find_spec
from resource import RUSAGE_CHILDREN, getrusage

from kingdoms.core.registry import game_class, game_names

GAME = game_names()[0]
CLAUSE = next(iter(next(iter(game_class(GAME).chapters.values()))))
REQUEST = json.dumps({"new": {"game": GAME, "players": 2}, "quiet": True}).encode()

PROGRAMS: dict[str, tuple[list[str], bytes, str]] = {
    "`python -c pass`": (["-c", "pass"], b"", "sys"),
    "`import kingdoms`": (["-c", "import kingdoms"], b"", "kingdoms"),
    "`import kingdoms`, a game and its first legal actions": (
        ["-c", f"import kingdoms; kingdoms.load_game({GAME!r}).new_initial_state().legal_actions()"],
        b"",
        "kingdoms",
    ),
    "`kingdoms --version`": (["-m", "kingdoms.cli", "--version"], b"", "kingdoms"),
    "`kingdoms referee`, one request": (["-m", "kingdoms.cli", "referee"], REQUEST, "kingdoms"),
    f"`kingdoms rules {CLAUSE}`": (["-m", "kingdoms.cli", "rules", CLAUSE], b"", "rich"),
    "`kingdoms --help`": (["-m", "kingdoms.cli", "--help"], b"", "rich"),
    "python-chess: `import chess`": (["-c", "import chess"], b"", "chess"),
    "python-chess: `import chess`, a board and its legal moves": (
        ["-c", "import chess; list(chess.Board().legal_moves)"],
        b"",
        "chess",
    ),
    "OpenSpiel: `import pyspiel`": (["-c", "import pyspiel"], b"", "pyspiel"),
}
"""The programs, by label: the arguments of Python, standard input, and the module that the program needs."""


def processor_time(arguments: list[str], said: bytes) -> float:
    """Return the processor time of a program in seconds."""
    before = getrusage(RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], input=said, stdout=subprocess.DEVNULL, check=True)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def server_time(folder: str) -> float:
    """Return the processor time of a server on SQLite in seconds: to start, answer one request, and stop."""
    command = [sys.executable, "-m", "kingdoms.cli", "serve", "--port", "0", "--data", folder]
    before = getrusage(RUSAGE_CHILDREN)
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout is not None
        address = next(word for word in server.stdout.readline().split() if word.startswith("http"))
        urllib.request.urlopen(f"{address}api/me").close()
        server.terminate()
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=20)
    runs = parser.parse_args().runs
    here = {name: what[:2] for name, what in PROGRAMS.items() if find_spec(what[2])}
    best = dict.fromkeys(here, float("inf"))
    serves = "`kingdoms serve` on SQLite, until its first answer"
    with tempfile.TemporaryDirectory() as folder:
        if is_server := find_spec("uvicorn") is not None:
            server_time(folder)  # the first start creates the tables
            best[serves] = float("inf")
        for _ in range(runs):
            for name, what in here.items():
                best[name] = min(best[name], processor_time(*what))
            if is_server:
                best[serves] = min(best[serves], server_time(folder))
    print(f"| least processor time of {runs} runs | ms |\n| --- | ---: |")
    for name, seconds in best.items():
        print(f"| {name} | {1000 * seconds:.0f} |")


if __name__ == "__main__":
    main()
