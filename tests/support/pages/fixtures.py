"""Fixtures for tests of pages: real browsers, a real server, and the built client.

They need a Chromium and, unless an installed package has the built client, the tools to build it. Without these, the tests are
skipped, or fail with KINGDOMS_BROWSER=require. Screenshots and traces are in artifacts/browser.
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
from playwright.sync_api import BrowserContext, Page, expect

import hatch_build
from kingdoms.server.http import static
from tests.support.pages import anywhere, painting
from tests.support.pages.browsing import PATIENCE, Picture, Troubles, Visit, kept_settings
from tests.support.pages.driving import Browser
from tests.support.pages.firefox import Firefox
from tests.support.pages.webkit import WebKit
from tests.support.server.launch import ServerProcess

ROOT = Path(__file__).parents[3]
KEPT = ROOT / "artifacts" / "browser"
# The first one has no window to update, which saves a fifth of the time.
CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")
# Fewer processes and threads, no sound and no optimised scripts save some processor time.
SAVING = [
    "--js-flags=--no-opt --no-maglev",
    "--disable-gpu",
    "--in-process-gpu",
    "--num-raster-threads=1",
    "--disable-audio-output",
]
# Nothing but the server under test can be reached.
ARGUMENTS = [*SAVING, "--disable-quic", "--disable-sync", "--disable-component-update"]
ALONE = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost"


def configure(config: pytest.Config) -> None:
    """Set the timeout for pages, and take a screenshot of pages when a test fails."""
    expect.set_options(timeout=PATIENCE)
    if config.option.screenshot == "off":
        config.option.screenshot = "only-on-failure"
        config.option.output = str(KEPT / "failed")


def pages_last(items: list[pytest.Item]) -> None:
    """Mark tests with pages, and move them to the end: while Playwright runs, its event loop blocks others.

    On a busy machine a browser now and then misses its time: a failed test of a page gets a second try, and the run names it.
    """
    for item in items:
        if visits(item):
            item.add_marker(pytest.mark.browser)
        if item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.flaky(reruns=1))
    items.sort(key=visits)


def visits(item: pytest.Item) -> bool:
    """Return whether a test visits pages."""
    return "visit" in getattr(item, "fixturenames", ())


def skip_or_fail(fault: str) -> NoReturn:
    """Skip or fail a test because something is missing."""
    if os.environ.get("KINGDOMS_BROWSER") == "require":
        pytest.fail(f"{fault}, and KINGDOMS_BROWSER=require")
    pytest.skip(f"{fault}: the pages are NOT tested")


def shared_folder(factory: pytest.TempPathFactory, name: str, build: Callable[[Path], None]) -> Path:
    """Return a folder that one of the test processes of a run builds for all; `build` raises `RuntimeError` if it cannot."""
    base = factory.getbasetemp()
    base = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    folder, built = base / name, base / f"{name}.built"
    with (base / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not built.exists():
            shutil.rmtree(folder, ignore_errors=True)
            try:
                build(folder)
            except RuntimeError as fault:
                skip_or_fail(f"{name} cannot be built: {fault}")
            built.touch()
    return folder


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of the browser."""
    path = next(filter(None, map(shutil.which, CHROMIUM)), None)
    return path or skip_or_fail("there is no Chromium")


@pytest.fixture(scope="session")
def built_client(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the client, which is built first if the package is run from its sources."""
    if static.FOLDER == ROOT / hatch_build.STATIC:
        hook: Any = hatch_build.KingdomsBuildHook
        with (tmp_path_factory.getbasetemp().parent / "client.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # only one of several test processes builds
            if not hatch_build.is_built(ROOT):
                fault = hook(str(ROOT), {}, None, None, str(ROOT / "dist"), "wheel", None).build_client()
                if fault is not None:
                    skip_or_fail(f"the client cannot be built: {fault[-500:]}")
    if not (static.FOLDER / static.INDEX).is_file():
        skip_or_fail("the installed package has no client in it")
    return static.FOLDER


@pytest.fixture(scope="session")
def site_folder(tmp_path_factory: pytest.TempPathFactory, built_client: Path) -> Path:
    """The folder that `kingdoms site` writes."""
    return shared_folder(tmp_path_factory, "site", anywhere.write_folder)


@pytest.fixture
def device_context(new_context: Callable[..., BrowserContext], troubles: Troubles) -> Iterator[Callable[..., BrowserContext]]:
    """Make contexts for pages that play on the device, which starts Python and searches more slowly than a server."""
    troubles.expect("svelte.dev/e/derived_inert")  # a table that is left while its news come

    def make_context(**options: Any) -> BrowserContext:
        usual = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"}
        context = new_context(**usual | options)
        context.set_default_timeout(anywhere.LONG)
        context.add_init_script(f"if (location.host) localStorage['kingdoms.settings'] ??= {kept_settings()!r}")
        troubles.watch(context)
        return context

    expect.set_options(timeout=anywhere.LONG)
    yield make_context
    expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any], chromium: str) -> dict[str, Any]:
    """The arguments with which the browser is started."""
    return browser_type_launch_args | {"executable_path": chromium, "args": [*ARGUMENTS, ALONE]}


@pytest.fixture(scope="session")
def base_url(tmp_path_factory: pytest.TempPathFactory, built_client: Path) -> Iterator[str]:
    """The URL of a server that is started from the command line."""
    with ServerProcess(tmp_path_factory.mktemp("server")) as process:
        yield process.url


@pytest.fixture
def troubles() -> Iterator[Troubles]:
    """The faults of the pages; a test fails if there are any."""
    troubles = Troubles()
    troubles.expect("Service Worker registration blocked by Playwright")
    yield troubles
    assert troubles.found == [], troubles.found


@pytest.fixture
def visit(
    request: pytest.FixtureRequest, new_context: Callable[..., BrowserContext], base_url: str, troubles: Troubles
) -> Iterator[Visit]:
    """Open a page of the server, or any URL, in a new browser context.

    Animations are off, except with `MOVING`. A page without animations is painted only for `picture`, axe and screenshots of
    failed tests; a test that looks at pixels itself visits it with `painted=True`.
    """
    contexts: list[BrowserContext] = []

    def open_page(path: str = "/", *, settings: dict[str, Any] | None = None, painted: bool = False, **context: Any) -> Page:
        address = urljoin(base_url, path)
        entry = {"name": "kingdoms.settings", "value": kept_settings(**settings or {})}
        origin = {"origin": urljoin(address, "/").rstrip("/"), "localStorage": [entry]}
        options: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}, "locale": "en-GB"}
        # offline caching is tested on its own
        options |= {"service_workers": "block", "reduced_motion": "reduce"} | context
        browser_context = new_context(**options, storage_state={"origins": [origin]})
        browser_context.set_default_timeout(PATIENCE)
        troubles.watch(browser_context)
        if not painted and options["reduced_motion"] == "reduce":
            painting.begin(browser_context)
        contexts.append(browser_context)
        page = browser_context.new_page()
        page.goto(address)
        return page

    yield open_page
    call = getattr(request.node, "rep_call", None)  # missing if the setup failed
    if call is not None and call.failed:  # for the screenshots that follow
        for page in (page for context in contexts for page in context.pages):
            painting.paint(page)


@pytest.fixture(params=[Firefox, WebKit], ids=["firefox", "webkit"])
def navigator(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Browser]:
    """A browser; without it the test is left out, or fails with KINGDOMS_FIREFOX=require or KINGDOMS_WEBKIT=require."""
    name = request.param.__name__
    variable = f"KINGDOMS_{name.upper()}"
    if not request.param.is_installed and os.environ.get(variable) == "require":
        pytest.fail(f"there is no {name}, and {variable}=require")
    if not request.param.is_installed:
        pytest.skip(f"there is no {name}: the pages are NOT tested in it")
    (tmp_path / "browser").mkdir()
    with request.param(tmp_path / "browser") as navigator:
        yield navigator


@pytest.fixture
def artifacts() -> Path:
    """The folder for screenshots and the like."""
    KEPT.mkdir(parents=True, exist_ok=True)
    return KEPT


@pytest.fixture
def picture(artifacts: Path) -> Picture:
    """Save a screenshot of a page."""

    def keep(page: Page, name: str) -> None:
        with painting.painted(page):
            page.screenshot(path=artifacts / f"{name}.png", animations="disabled")

    return keep
