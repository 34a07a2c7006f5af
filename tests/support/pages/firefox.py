"""Firefox, driven directly over WebDriver BiDi."""

from __future__ import annotations

import contextlib
import json
import re
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.support.suite.timeouts import SOON

Found = TypeVar("Found")

QUIET = (
    "app.update.auto",
    "browser.startup.homepage_override.mstone",
    "datareporting.policy.dataSubmissionEnabled",
    "remote.events.async.enabled",
)
"""Preferences that are set to false: they would make it ask, download something, or wait for a screen."""
TAGS = {"button": ["button"], "heading": ["h1", "h2", "h3"]}
"""Tags by role; Firefox's own search by role takes half a minute."""
RESTS = """async one => {
  const place = () => new Promise(done => requestAnimationFrame(() => done(JSON.stringify(one.getBoundingClientRect()))));
  return one.isConnected && await place() === await place() && one.checkVisibility();
}"""
"""Whether an element stays where it is for a frame."""
OUTSIDE = """(() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  const beyond = one => one.getBoundingClientRect().right > clientWidth + 1;
  return scrollWidth <= clientWidth ? [] : [...document.querySelectorAll("body *:not(svg *)")].filter(beyond).slice(0, 5)
    .map(one => `${one.outerHTML.slice(0, 80)} to ${one.getBoundingClientRect().right} of ${clientWidth}`);
})()"""


class Firefox:
    """A headless Firefox, as a context manager.

    Args:
        command: the program.
        profile: an empty folder for its profile.

    Attributes:
        faults: warnings and errors of pages.
    """

    def __init__(self, command: str, profile: Path) -> None:
        (profile / "user.js").write_text("".join(f"user_pref({json.dumps(name)}, false);\n" for name in QUIET))
        self.command = [command, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0"]
        self.log = profile / "firefox.log"
        self.faults: list[str] = []
        self.process: subprocess.Popen[bytes]
        self.socket: ClientConnection
        self.page = ""
        self.opened = contextlib.ExitStack()
        self._sent = 0

    def __enter__(self) -> Self:
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(self.command, stdout=log, stderr=log)
        try:
            opened = connect(f"{self._address()}/session", max_size=None, open_timeout=SOON)
            self.socket = self.opened.enter_context(opened)
            self.send("session.new", capabilities={})
            self.send("session.subscribe", events=["log.entryAdded"])
            self.page = self.send("browsingContext.getTree")["contexts"][0]["context"]
        except BaseException:
            self.process.kill()
            self._stop()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        try:
            self.send("browser.close")
        except (ConnectionClosed, TimeoutError, RuntimeError):
            self.process.kill()
        finally:
            self._stop()

    def _stop(self) -> None:
        """Close the connection, and wait for the end of the process."""
        self.opened.close()
        try:
            self.process.wait(SOON)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def _address(self) -> str:
        until = time.monotonic() + SOON
        while time.monotonic() < until and self.process.poll() is None:
            if match := re.search(r"listening on (ws://\S+)", self.log.read_text(errors="replace")):
                return match[1]
            time.sleep(0.05)
        raise RuntimeError(f"Firefox has not started: {self.log.read_text(errors='replace')[-500:]}")

    def send(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Send a command and return its result; record faults that are reported meanwhile."""
        self._sent += 1
        self.socket.send(json.dumps({"id": self._sent, "method": method, "params": parameters}))
        while True:
            message = json.loads(self.socket.recv(SOON))
            if message.get("method") == "log.entryAdded" and message["params"]["level"] in ("warn", "error"):
                self.faults.append(str(message["params"]["text"]))
            if message.get("id") == self._sent:
                if message["type"] == "error":
                    raise RuntimeError(f"{method}: {message['error']}: {message['message']}")
                return dict(message["result"])

    def open(self, address: str) -> None:
        """Open a URL, and wait until it is loaded."""
        self.send("browsingContext.navigate", context=self.page, url=address, wait="complete")

    def resize(self, width: int, height: int) -> None:
        """Resize the page, and wait until it is laid out again."""
        self.send("browsingContext.setViewport", context=self.page, viewport={"width": width, "height": height})
        self.wait(lambda: self.evaluate("innerWidth") == width)
        self.evaluate("new Promise(done => setTimeout(done, 200))")

    def evaluate(self, expression: str) -> Any:
        """Return the value of a JavaScript expression in the page, as far as JSON can express it."""
        options: dict[str, Any] = {"target": {"context": self.page}, "awaitPromise": True}
        result = self.send("script.evaluate", expression=f"Promise.resolve({expression}).then(JSON.stringify)", **options)
        if result["type"] != "success":
            raise RuntimeError(f"{expression}: {result['exceptionDetails']['text']}")
        return json.loads(result["result"].get("value", "null"))

    def find(self, role: str, name: str) -> str | None:
        """Return the first visible element of a role and a name, or None."""
        path = " | ".join(f"//{tag}[normalize-space(.)={name!r} or @aria-label={name!r}]" for tag in TAGS[role])
        locator = {"type": "xpath", "value": path}
        nodes = self.send("browsingContext.locateNodes", context=self.page, locator=locator)["nodes"]
        return next((str(node["sharedId"]) for node in nodes if self._shows(str(node["sharedId"]))), None)

    def _shows(self, element: str) -> bool:
        """Return whether an element is visible."""
        return self._call("one => one.checkVisibility()", element)

    def _call(self, function: str, element: str) -> bool:
        """Return what a JavaScript predicate says of an element; False where the element has gone."""
        call = {"functionDeclaration": function, "arguments": [{"sharedId": element}]}
        try:
            result = self.send("script.callFunction", target={"context": self.page}, awaitPromise=True, **call)
        except RuntimeError as error:
            if "no such node" in str(error):
                return False
            raise
        return bool(result.get("result", {}).get("value"))

    def wait(self, check: Callable[[], Found]) -> Found:
        """Wait until a check returns something true, and return it."""
        until = time.monotonic() + SOON
        while not (value := check()):
            assert time.monotonic() < until, f"not in time, at {self.evaluate('location.href')}: {self.faults}"
            time.sleep(0.05)
        return value

    def wait_for(self, role: str, *names: str) -> str:
        """Wait until there is an element of a role and one of some names, and return it."""
        element = self.wait(lambda: next(filter(None, (self.find(role, name) for name in names)), None))
        assert element is not None
        return element

    def wait_without(self, role: str, *names: str) -> None:
        """Wait until no element of a role and one of some names is left."""
        self.wait(lambda: not any(self.find(role, name) for name in names))

    def click(self, role: str, name: str) -> None:
        """Click in the middle of an element; find it again where the page has replaced it meanwhile."""
        self.wait(lambda: self._clicks(self.wait_for(role, name)))

    def _clicks(self, element: str) -> bool:
        """Click on an element once it rests; return False where it is not, or no longer, displayed."""
        origin = {"type": "element", "element": {"sharedId": element}}
        moves = [{"type": "pointerMove", "x": 0, "y": 0, "origin": origin}]
        moves += [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        if not self._call(RESTS, element):
            return False
        try:
            self._perform({"type": "pointer", "id": "mouse", "actions": moves})
        except RuntimeError as error:
            if "move target out of bounds" in str(error) or "no such element" in str(error):
                return False  # replaced before the pointer was there: nothing was clicked
            raise
        return True

    def press(self, key: str) -> None:
        """Press a key."""
        self._perform(
            {"type": "key", "id": "keys", "actions": [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]}
        )

    def _perform(self, source: dict[str, Any]) -> None:
        self.send("input.performActions", context=self.page, actions=[source])

    def outside(self) -> list[str]:
        """Return the elements that make the page wider than its window."""
        return list(self.evaluate(OUTSIDE))
