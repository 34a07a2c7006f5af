"""Playing in the terminal: lines typed in advance, and a real terminal."""

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
from waiting import SOON

from kingdoms import Record
from kingdoms.cli.main import main


class Player:
    """Runs `kingdoms play` with lines typed in advance."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self.monkeypatch, self.capsys = folder, monkeypatch, capsys

    def __call__(self, *arguments: str, typed: str = "") -> str:
        """Return what is printed."""
        self.monkeypatch.setattr(sys, "stdin", io.StringIO(typed.replace("; ", "\n")))
        assert main(["play", "--folder", str(self.folder), *arguments]) == 0
        return self.capsys.readouterr().out

    def record(self) -> Record:
        """Return the game that was kept."""
        (path,) = self.folder.glob("*.jsonl")
        return Record.load(path)


class Terminal:
    """`kingdoms play` in a pseudo-terminal."""

    def __init__(self, folder: Path, *arguments: str, **environment: str) -> None:
        self.master, slave = pty.openpty()
        os.environ.pop("COLUMNS", None)
        command = [sys.executable, "-m", "kingdoms.cli", "play", "--folder", str(folder), *arguments]
        variables = os.environ | {"TERM": "xterm-256color", "COLUMNS": "80", "LINES": "40"} | environment
        self.running = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, env=variables, start_new_session=True)
        os.close(slave)
        self.seen, self.at, self.answered = "", 0, 0

    def wait_for(self, text: str) -> str:
        """Read until a text has come behind what was waited for last, and return all up to it."""
        start, deadline = self.at, time.monotonic() + SOON
        while text not in self.seen[start:]:
            assert time.monotonic() < deadline, f"{text!r} did not come; there came {self.seen[start:]!r}"
            if select.select([self.master], [], [], 0.2)[0]:
                try:
                    self.seen += os.read(self.master, 65536).decode(errors="replace")
                except OSError:
                    break
                # asked where the cursor is, a terminal answers once: a second answer would be taken for something typed
                while self.answered < self.seen.count("\x1b[6n"):
                    os.write(self.master, b"\x1b[1;1R")
                    self.answered += 1
        self.at = self.seen.index(text, start) + len(text)
        return self.seen[start : self.at]

    def type(self, text: str) -> None:
        """Type a text."""
        os.write(self.master, text.encode())

    def close(self) -> int:
        """Wait for the end and return the exit code."""
        return self.running.wait(20)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        if self.running.poll() is None:
            os.killpg(self.running.pid, signal.SIGKILL)
        self.running.wait(20)
        os.close(self.master)


def refused(arguments: list[str], folder: Path, capsys: pytest.CaptureFixture[str], good: object, wrong: object = None) -> str:
    """Run a command that is refused in one sentence, and return it.

    Args:
        arguments: of the command; {good}, {wrong} and others stand for files.
        folder: where the files are written.
        capsys: what hears the command.
        good: a position.
        wrong: one that cannot be.
    """
    files = {name: folder / name for name in ("folder", "newer", "nonsense", "wrong", "good", "binary")}
    files["folder"].mkdir()
    files["newer"].write_text('{"kingdoms": 99}\n{}\n')
    files["nonsense"].write_text("once upon a time")
    files["wrong"].write_text(json.dumps(wrong))
    files["good"].write_text(json.dumps(good))
    files["binary"].write_bytes(b"\xff\xfe\x00\x01")
    code = main([argument.format(**files) for argument in arguments])
    said = capsys.readouterr().err
    assert code == 2
    assert said.count("\n") == 1
    assert "Traceback" not in said
    return said
