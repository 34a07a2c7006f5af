"""Firefox, driven directly over WebDriver BiDi."""

from __future__ import annotations

import itertools
import json
import re
import shutil
from typing import Any

from websockets.sync.client import connect

from tests.support.pages.driving import Browser
from tests.support.suite.timeouts import SOON

COMMAND = next(filter(None, map(shutil.which, ("firefox", "firefox-esr"))), None)
QUIET = (
    "app.update.auto",
    "browser.startup.homepage_override.mstone",
    "datareporting.policy.dataSubmissionEnabled",
    "remote.events.async.enabled",
)
"""Preferences that are set to false: they would make it ask, download something, or wait for a screen."""


class Firefox(Browser):
    """A headless Firefox, with a profile in the folder."""

    is_installed = COMMAND is not None

    def start(self) -> None:
        """Start the browser, and connect to it."""
        self.numbers = itertools.count(1)
        (self.folder / "user.js").write_text("".join(f"user_pref({json.dumps(name)}, false);\n" for name in QUIET))
        command = [COMMAND or "", "--headless", "--no-remote", "--profile", str(self.folder), "--remote-debugging-port", "0"]
        output = self.folder / "firefox.log"
        with output.open("wb") as log:
            self.run(command, stdout=log, stderr=log)
        [address] = self.wait(lambda: re.findall(r"listening on (ws://\S+)", output.read_text(errors="replace")))
        self.socket = self.opened.enter_context(connect(f"{address}/session", max_size=None, open_timeout=SOON))
        self.send("session.new", capabilities={})
        self.send("session.subscribe", events=["log.entryAdded"])
        self.page = self.send("browsingContext.getTree")["contexts"][0]["context"]

    def send(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Send a command and return its result; record faults that are reported meanwhile."""
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self.socket.recv(SOON))
            if message.get("method") == "log.entryAdded" and message["params"]["level"] in ("warn", "error"):
                self.heard.append(str(message["params"]["text"]))
            if message.get("id") == number:
                if message["type"] == "error":
                    raise RuntimeError(f"{method}: {message['error']}: {message['message']}")
                return dict(message["result"])

    def open(self, address: str) -> None:
        """Open a URL, and wait until it is loaded."""
        self.send("browsingContext.navigate", context=self.page, url=address, wait="complete")

    def set_size(self, width: int, height: int) -> None:
        """Set the size of the page."""
        self.send("browsingContext.setViewport", context=self.page, viewport={"width": width, "height": height})

    def evaluate(self, expression: str) -> Any:
        """Return the value of a JavaScript expression in the page, as far as JSON can express it."""
        options: dict[str, Any] = {"target": {"context": self.page}, "awaitPromise": True}
        result = self.send("script.evaluate", expression=f"Promise.resolve({expression}).then(JSON.stringify)", **options)
        if result["type"] != "success":
            raise RuntimeError(f"{expression}: {result['exceptionDetails']['text']}")
        return json.loads(result["result"].get("value", "null"))

    def perform(self, kind: str, *actions: dict[str, Any]) -> None:
        """Perform actions of a pointer or of keys."""
        self.send("input.performActions", context=self.page, actions=[{"type": kind, "id": kind, "actions": actions}])
