"""WebKitGTK, the engine of Safari, driven over WebDriver on a screen in memory."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from typing import Any

import httpx

from tests.support.pages.driving import Browser
from tests.support.server.proxies import free_port
from tests.support.suite.timeouts import SOON

PROGRAMS = ("WebKitWebDriver", "Xvfb")
SCREEN = "1920x1280x24"
LISTEN = """(() => {
  window.faults = [];
  for (const level of ["error", "warn"]) console[level] = (...said) => faults.push(said.join(" "));
  for (const kind of ["error", "unhandledrejection"])
    addEventListener(kind, event => faults.push(String(event.reason ?? event.message)));
})()"""
"""Collects faults once a page is loaded: the driver has no log."""


class WebKit(Browser):
    """The MiniBrowser that the driver brings, without its toolbar."""

    is_installed = all(map(shutil.which, PROGRAMS))

    def start(self) -> None:
        """Start a screen, the driver, and the browser."""
        quiet = {"stderr": subprocess.DEVNULL}
        screen = self.run(["Xvfb", "-displayfd", "1", "-screen", "0", SCREEN], stdout=subprocess.PIPE, **quiet)
        assert screen.stdout is not None
        display = screen.stdout.readline().decode().strip()
        port = free_port()
        command = ["WebKitWebDriver", "--host=127.0.0.1", f"--port={port}"]
        self.run(command, env=os.environ | {"DISPLAY": f":{display}"}, stdout=subprocess.DEVNULL, **quiet)
        self.client = self.opened.enter_context(httpx.Client(base_url=f"http://127.0.0.1:{port}/session", timeout=SOON))
        self.wait(self._is_ready)
        # where no window manager is, a window that fills its screen has any size
        options = {"webkitgtk:browserOptions": {"args": ["--automation", "--full-screen"]}}
        session = self.send("", capabilities={"alwaysMatch": options})["sessionId"]
        self.client.base_url = self.client.base_url.join(session)
        self.opened.callback(self.client.delete, "")

    def _is_ready(self) -> bool:
        """Return whether the driver answers."""
        try:
            return self.client.get("/status").status_code > 0
        except httpx.ConnectError:
            return False

    def send(self, command: str, **parameters: Any) -> Any:
        """Send a command and return its result."""
        value = self.client.post(command, json=parameters).json()["value"]
        if isinstance(value, dict) and "error" in value:
            raise RuntimeError(f"{command}: {value['error']}: {value['message']}")
        return value

    def open(self, address: str) -> None:
        """Open a URL, and wait until it is loaded."""
        self.faults()
        self.send("/url", url=address)
        self.evaluate(LISTEN)

    def set_size(self, width: int, height: int) -> None:
        """Set the size of the page."""
        self.send("/window/rect", width=width, height=height)

    def evaluate(self, expression: str) -> Any:
        """Return the value of a JavaScript expression in the page, as far as JSON can express it."""
        script = f"return Promise.resolve({expression}).then(JSON.stringify)"
        return json.loads(self.send("/execute/sync", script=script, args=[]) or "null")

    def perform(self, kind: str, *actions: dict[str, Any]) -> None:
        """Perform actions of a pointer or of keys."""
        self.send("/actions", actions=[{"type": kind, "id": kind, "actions": actions}])

    def faults(self) -> list[str]:
        """Return the warnings and errors of pages so far."""
        self.heard += self.evaluate("(window.faults ?? []).splice(0)")
        return self.heard
