"""Real browsers at a real server, with the client as it is built: what tests need that visit pages.

Such tests need a Chromium and, where no built client is installed, what it is built with. Without them they are skipped;
with KINGDOMS_BROWSER=require that is an error. What they have seen is kept in artifacts/browser.
"""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import urljoin

import pytest
from browsing import PATIENCE, Troubles, Visit, kept_settings
from playwright.sync_api import BrowserContext, Page, expect
from serving import ServerProcess

import hatch_build
from kingdoms.server import static

ROOT = Path(__file__).parent.parent.parent
KEPT = ROOT / "artifacts" / "browser"
# The first has no windows to keep up, which takes a fifth less.
CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")
# Nothing but the server under test is to be reached.
ARGUMENTS = ["--disable-gpu", "--disable-quic", "--disable-sync", "--disable-component-update"]
ALONE = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost"


def configure(config: pytest.Config) -> None:
    """Be patient with pages, and keep a picture of each at which a test fails."""
    expect.set_options(timeout=PATIENCE)
    if config.option.screenshot == "off":
        config.option.screenshot = "only-on-failure"
        config.option.output = str(KEPT / "failed")


def pages_last(items: list[pytest.Item]) -> None:
    """Mark these tests, and put them last: as long as Playwright runs, its event loop keeps others from running theirs."""
    for item in items:
        if visits(item):
            item.add_marker(pytest.mark.browser)
    items.sort(key=visits)


def visits(item: pytest.Item) -> bool:
    """Say whether a test visits pages."""
    return "visit" in getattr(item, "fixturenames", ())


def lacking(what: str) -> NoReturn:
    """Leave a test out, or fail, for want of something."""
    if os.environ.get("KINGDOMS_BROWSER") == "require":
        pytest.fail(f"{what}, and KINGDOMS_BROWSER=require")
    pytest.skip(f"{what}: the pages are NOT tested")


@pytest.fixture(scope="session")
def chromium() -> str:
    """Where the browser is."""
    found = next(filter(None, map(shutil.which, CHROMIUM)), None)
    return found or lacking("there is no Chromium")


@pytest.fixture(scope="session")
def built_client(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the client, built from its present sources where the package is run from them."""
    if ROOT in static.FOLDER.parents:
        hook: Any = hatch_build.KingdomsBuildHook
        with (tmp_path_factory.getbasetemp().parent / "client.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # one of several test processes builds
            if not hatch_build.is_built(ROOT):
                fault = hook(str(ROOT), {}, None, None, str(ROOT / "dist"), "wheel", None).build_client()
                if fault is not None:
                    lacking(f"the client cannot be built: {fault[-500:]}")
    if not (static.FOLDER / static.INDEX).is_file():
        lacking("the installed package has no client in it")
    return static.FOLDER


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any], chromium: str) -> dict[str, Any]:
    """How the browser is started."""
    return browser_type_launch_args | {"executable_path": chromium, "args": [*ARGUMENTS, ALONE]}


@pytest.fixture(scope="session")
def base_url(tmp_path_factory: pytest.TempPathFactory, built_client: Path) -> Iterator[str]:
    """The address that pages are asked for at, of a server that is started as people start it."""
    with ServerProcess(tmp_path_factory.mktemp("server")) as process:
        yield process.url


@pytest.fixture
def troubles() -> Iterator[Troubles]:
    """What goes wrong in the pages; there must be none of it at the end."""
    troubles = Troubles()
    troubles.expect("Service Worker registration blocked by Playwright")
    yield troubles
    assert troubles.found == [], troubles.found


@pytest.fixture
def visit(new_context: Callable[..., BrowserContext], base_url: str, troubles: Troubles) -> Visit:
    """Open a page of the server, or any address, in a new browser; others' turns are shown at once there."""

    def open_page(path: str = "/", *, settings: dict[str, Any] | None = None, **context: Any) -> Page:
        address = urljoin(base_url, path)
        kept = {"name": "kingdoms.settings", "value": kept_settings(**settings or {})}
        origin = {"origin": urljoin(address, "/").rstrip("/"), "localStorage": [kept]}
        given: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}, "locale": "en-GB"}
        # what a page keeps for when it is offline is for the test that is about that
        given |= {"service_workers": "block"} | context
        opened = new_context(**given, storage_state={"origins": [origin]})
        opened.set_default_timeout(PATIENCE)
        troubles.watch(opened)
        page = opened.new_page()
        page.goto(address)
        return page

    return open_page


@pytest.fixture
def artifacts() -> Path:
    """The folder for what is kept of the tests."""
    KEPT.mkdir(parents=True, exist_ok=True)
    return KEPT


@pytest.fixture
def picture(artifacts: Path) -> Callable[[Page, str], None]:
    """Keep what a page looks like, to be looked at."""

    def keep(page: Page, name: str) -> None:
        page.screenshot(path=artifacts / f"{name}.png", animations="disabled")

    return keep
