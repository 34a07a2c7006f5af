"""Browsers other than Chromium, driven by the WebDriver that each brings."""

from __future__ import annotations

import contextlib
import json
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

from tests.support.suite.timeouts import SOON

Value = TypeVar("Value")

TAGS = {"button": "button", "heading": "h1, h2, h3"}
"""Tags by role; a browser's own search by role takes half a minute."""
VISIBLE = """(tags, names) => [...document.querySelectorAll(tags)].find(one => one.checkVisibility() &&
  (names.includes(one.ariaLabel) || names.includes(one.innerText.replace(/\\s+/g, " ").trim())))"""
"""Returns the first visible element with one of some tags and one of some names."""
MIDDLE = f"""async (tags, names) => {{
  const frame = () => new Promise(done => requestAnimationFrame(done));
  const place = one => JSON.stringify(one.getBoundingClientRect());
  const one = ({VISIBLE})(tags, names);
  if (!one || one.disabled) return null;
  one.scrollIntoView({{ block: "nearest", inline: "nearest", behavior: "instant" }});
  const before = place(one);
  await frame();
  await frame();
  const {{ left, top, width, height }} = one.getBoundingClientRect();
  const middle = [Math.floor(left + width / 2), Math.floor(top + height / 2)];
  return place(one) === before && one.contains(document.elementFromPoint(...middle)) ? middle : null;
}}"""
"""Returns the middle of such an element if it is enabled, and rests there uncovered."""
OUTSIDE = """(() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  const beyond = one => one.getBoundingClientRect().right > clientWidth + 1;
  return scrollWidth <= clientWidth ? [] : [...document.querySelectorAll("body *:not(svg *)")].filter(beyond).slice(0, 5)
    .map(one => `${one.outerHTML.slice(0, 80)} to ${one.getBoundingClientRect().right} of ${clientWidth}`);
})()"""


class Browser(ABC):
    """A browser without a screen, as a context manager.

    Args:
        folder: an empty folder.

    Attributes:
        opened: what is closed at the end.
        heard: faults of pages.
        patience: seconds that anything in a page may take.
    """

    is_installed: bool

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.heard: list[str] = []
        self.patience: float = SOON
        self.opened = contextlib.ExitStack()

    def __enter__(self) -> Self:
        with contextlib.ExitStack() as stack:
            stack.push(self.opened)
            self.start()
            stack.pop_all()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.opened.close()

    def run(self, command: list[str], **options: Any) -> subprocess.Popen[bytes]:
        """Start a program that is ended with the browser."""
        process = self.opened.enter_context(subprocess.Popen(command, **options))
        self.opened.callback(process.terminate)
        return process

    @abstractmethod
    def start(self) -> None:
        """Start the browser."""

    @abstractmethod
    def open(self, address: str) -> None:
        """Open a URL, and wait until it is loaded."""

    @abstractmethod
    def set_size(self, width: int, height: int) -> None:
        """Set the size of the page."""

    @abstractmethod
    def evaluate(self, expression: str) -> Any:
        """Return the value of a JavaScript expression in the page, as far as JSON can express it."""

    @abstractmethod
    def perform(self, kind: str, *actions: dict[str, Any]) -> None:
        """Perform actions of a pointer or of keys."""

    def faults(self) -> list[str]:
        return self.heard

    def resize(self, width: int, height: int) -> None:
        """Resize the page, and wait until it is laid out again."""
        self.set_size(width, height)
        self.wait(lambda: self.evaluate("[innerWidth, innerHeight]") == [width, height])
        self.evaluate("new Promise(done => setTimeout(done, 200))")

    def wait(self, check: Callable[[], Value]) -> Value:
        """Wait until a check returns something true, and return it."""
        until = time.monotonic() + self.patience
        while not (value := check()):
            assert time.monotonic() < until, f"not in time, at {self.evaluate('location.href')}: {self.faults()}"
            time.sleep(0.05)
        return value

    def shows(self, role: str, *names: str) -> bool:
        """Return whether an element of a role and one of some names is visible."""
        return bool(self.evaluate(f"!!({VISIBLE})({json.dumps(TAGS[role])}, {json.dumps(names)})"))

    def wait_for(self, role: str, *names: str) -> None:
        self.wait(lambda: self.shows(role, *names))

    def wait_without(self, role: str, *names: str) -> None:
        self.wait(lambda: not self.shows(role, *names))

    def click(self, role: str, *names: str) -> None:
        """Click in the middle of an element of a role and one of some names, once it can be clicked."""
        x, y = self.wait(lambda: self.evaluate(f"({MIDDLE})({json.dumps(TAGS[role])}, {json.dumps(names)})"))
        press, release = ({"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp"))
        self.perform("pointer", {"type": "pointerMove", "x": x, "y": y}, press, release)

    def press(self, key: str) -> None:
        """Press a key."""
        self.perform("key", {"type": "keyDown", "value": key}, {"type": "keyUp", "value": key})

    def outside(self) -> list[str]:
        return list(self.evaluate(OUTSIDE))
