"""Every page in another language: in the pseudo-language, all that it says is from a catalogue, and longer texts have room."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.pages.browsing import Troubles, Visit
from tests.support.pages.fixtures import shared_folder
from tests.support.pages.screens import NIGHT, PHONE, TABLET, Screen
from tests.support.pages.walks import Walk, all_lessons, hot_seat, lessons, look_over, overviews, puzzles, rules, tables, talk
from tests.support.server.launch import ServerProcess
from tests.support.suite.rings import inner_first
from tests.support.texts import pseudo
from tests.support.texts.untranslated import Translated, build, escaped

SCREENS = inner_first([[PHONE], [NIGHT, TABLET]])
"""The screens of each walk: at each place, the page is looked at in the size of each. A desk is for `test_languages.py`."""


@pytest.fixture(scope="session")
def translated(tmp_path_factory: pytest.TempPathFactory, chromium: str) -> Iterator[Translated]:
    """A server in the pseudo-language."""
    tree = shared_folder(tmp_path_factory, "translated", build)
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
    look_over(visit, translated, walk, [PHONE, NIGHT, TABLET], escaped, every)
