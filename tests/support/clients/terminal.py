"""Playing in the terminal, with lines typed in advance or in a pseudo-terminal."""

from __future__ import annotations

import io
import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kingdoms import Record
from kingdoms.cli.main import main
from tests.support.suite.timeouts import SOON


class Player:
    """Runs `kingdoms play` with lines typed in advance."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self.monkeypatch, self.capsys = folder, monkeypatch, capsys

    def __call__(self, *arguments: str, typed: str = "") -> str:
        """Return the output."""
        self.monkeypatch.setattr(sys, "stdin", io.StringIO(typed.replace("; ", "\n")))
        assert main(["play", "--folder", str(self.folder), *arguments]) == 0
        return self.capsys.readouterr().out

    def record(self) -> Record:
        """Return the saved game."""
        (path,) = self.folder.glob("*.jsonl")
        return Record.load(path)


class Terminal:
    """`kingdoms play`, or another command, in a pseudo-terminal."""

    def __init__(self, folder: Path, *arguments: str, command: str = "play", **environment: str) -> None:
        self.master, slave = pty.openpty()
        os.environ.pop("COLUMNS", None)
        options = ["--folder", str(folder)] if command == "play" else []
        words = [sys.executable, "-m", "kingdoms.cli", command, *options, *arguments]
        variables = os.environ | {"TERM": "xterm-256color", "COLUMNS": "80", "LINES": "40"} | environment
        self.running = subprocess.Popen(words, stdin=slave, stdout=slave, stderr=slave, env=variables, start_new_session=True)
        os.close(slave)
        self.seen, self.at, self.answered = "", 0, 0

    def wait_for(self, text: str) -> str:
        """Read until a text occurs after the last one waited for, and return everything up to it."""
        start, deadline = self.at, time.monotonic() + SOON
        while text not in self.seen[start:]:
            assert time.monotonic() < deadline, f"{text!r} did not come; there came {self.seen[start:]!r}"
            if select.select([self.master], [], [], 0.2)[0]:
                try:
                    self.seen += os.read(self.master, 65536).decode(errors="replace")
                except OSError:
                    break
                # a terminal answers a query of the cursor's position once: a second answer would count as input
                while self.answered < self.seen.count("\x1b[6n"):
                    os.write(self.master, b"\x1b[1;1R")
                    self.answered += 1
        self.at = self.seen.index(text, start) + len(text)
        return self.seen[start : self.at]

    def type(self, text: str) -> None:
        """Type a text."""
        os.write(self.master, text.encode())

    def close(self) -> int:
        return self.running.wait(20)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        if self.running.poll() is None:
            os.killpg(self.running.pid, signal.SIGKILL)
        self.running.wait(20)
        os.close(self.master)


def refused(arguments: list[str], folder: Path, capsys: pytest.CaptureFixture[str], good: object, wrong: object = None) -> str:
    """Run a command that must be refused with one sentence, and return the sentence.

    Args:
        arguments: the arguments; {good}, {wrong} and others stand for files.
        folder: the folder for the files.
        capsys: captures the output.
        good: a position.
        wrong: an invalid position.
    """
    files = {name: folder / name for name in ("folder", "newer", "nonsense", "wrong", "good", "binary")}
    files["folder"].mkdir()
    files["newer"].write_text('{"kingdoms": 99}\n{}\n')
    files["nonsense"].write_text("once upon a time")
    files["wrong"].write_text(json.dumps(wrong))
    files["good"].write_text(json.dumps(good))
    files["binary"].write_bytes(b"\xff\xfe\x00\x01")
    code = main([argument.format(**files) for argument in arguments])
    message = capsys.readouterr().err
    assert code == 2
    assert message.count("\n") == 1
    assert "Traceback" not in message
    return message
