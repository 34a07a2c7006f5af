"""Programs that misbehave as bots: the first argument names the fault, the second the number of good answers before it."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import time
from pathlib import Path


def command(how: str, *more: object) -> str:
    """Return the command of such a program, for `program:`."""
    return " ".join(shlex.quote(str(part)) for part in (sys.executable, "-S", "-E", __file__, how, *more))


READY = {"type": "ready", "protocol": 1}


def say(message: object) -> None:
    """Write a line of JSON."""
    print(json.dumps(message), flush=True)


def answer(how: str, request: dict[str, object], number: int) -> None:
    """Answer a request for a decision, with a fault."""
    legal = request["legal"]
    assert isinstance(legal, list)
    first = {"id": number, "action": legal[0]}
    answers: dict[str, object] = {
        "illegal": first | {"action": "fly to the moon"},
        "number": first | {"action": 0},
        "missing": {"id": number},
        "other": first | {"id": number + 1},
        "text": "pass",
        "gives_up": {"id": number, "error": "I am\x1b[31m lost"},
        "thinks": first | {"thoughts": {"chance": 0.5, "of": number, "by": "me\x9b"}},
        "ponders": first | {"thoughts": "hm " * 10_000},
    }
    if how == "hang":
        time.sleep(1000)
    elif how == "end":
        print("it went wrong", file=sys.stderr)
        sys.exit(3)
    elif how == "kill":
        os.kill(os.getpid(), 9)
    elif how == "nonsense":
        print("pass the \x1b[31m salt", flush=True)
    elif how == "endless":
        while True:
            print("x" * 10_000, end="", flush=True)
    elif how == "close":
        os.close(1)
        time.sleep(1000)
    elif how == "flood":  # far more than a pipe holds, on both, before the answer
        print("y" * 3_000_000, file=sys.stderr)
        say(first)
    else:
        say(answers.get(how, first))


def main(how: str, after: int = 0, *more: str) -> None:
    """Play the first legal action a number of times, then show the fault."""
    if how == "child":
        child = subprocess.Popen([sys.executable, "-S", "-c", "import time; time.sleep(1000)"])
        Path(more[0]).write_text(f"{os.getpid()} {child.pid}", encoding="utf-8")
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            if how == "mute":
                time.sleep(1000)
            say({"error": "I play chess"} if how == "chess" else READY | {"protocol": 2} if how == "newer" else READY)
        elif message["type"] == "decide":
            number = message["id"]
            answer(how if number > after else "", message, number)
        elif how in ("child", "stays"):
            time.sleep(1000)
        else:
            return


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 0, *sys.argv[3:])
