"""Every page in another language: in the pseudo-language, all that it says is from a catalogue, and longer texts have room."""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Iterator

import pytest

from tests.support.pages.browsing import Troubles, Visit
from tests.support.pages.fixtures import skip_or_fail
from tests.support.pages.screens import DESK, NIGHT, PHONE, TABLET, Screen
from tests.support.pages.walks import Walk, all_lessons, hot_seat, lessons, look_over, overviews, puzzles, rules, tables, talk
from tests.support.server.launch import ServerProcess
from tests.support.suite.rings import inner_first
from tests.support.texts import pseudo
from tests.support.texts.untranslated import Translated, build, escaped

SCREENS = inner_first([[PHONE], [DESK, NIGHT, TABLET]])
"""The screens of each walk: at each place, the page is looked at in the size of each."""


@pytest.fixture(scope="session")
def translated(tmp_path_factory: pytest.TempPathFactory, chromium: str) -> Iterator[Translated]:
    """A server in the pseudo-language; one of several test processes builds it for all."""
    # The folder of this run, which its processes share.
    folder = tmp_path_factory.getbasetemp()
    folder = folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder
    tree, built = folder / "translated", folder / "translated.built"
    with (folder / "translated.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not built.exists():
            shutil.rmtree(tree, ignore_errors=True)
            if (fault := build(tree)) is not None:
                skip_or_fail(f"the client cannot be built: {fault[-500:]}")
            built.touch()
    environment = {"KINGDOMS_LANGUAGE": pseudo.TAG, "PYTHONPATH": str(tree / "src")}
    with ServerProcess(tmp_path_factory.mktemp("translated-data"), environment=environment) as process:
        yield Translated(tree, process.url, pseudo.TAG)


@pytest.mark.long
@pytest.mark.parametrize("screens", SCREENS, ids=["phone", "others"])
@pytest.mark.parametrize("walk", [overviews, rules, lessons, puzzles, tables, talk])
def test_all_text_of_a_page_is_from_a_catalogue_and_fits(
    visit: Visit, troubles: Troubles, translated: Translated, walk: Walk, screens: list[Screen]
) -> None:
    if walk is overviews:
        troubles.expect("status of 404")  # of the last one
    look_over(visit, translated, walk, screens, escaped)


@pytest.mark.long
@pytest.mark.outer("more of the same pages: first steps of lessons, and tables are in the inner ring")
@pytest.mark.parametrize(("walk", "every"), [(all_lessons, 5), (hot_seat, 4)])
def test_whole_lessons_and_shared_screens_are_from_a_catalogue(
    visit: Visit, translated: Translated, walk: Walk, every: int
) -> None:
    look_over(visit, translated, walk, [PHONE, DESK, NIGHT, TABLET], escaped, every)
