"""`kingdoms print` writes the rules of any game as a PDF: every clause, on its paper, with pieces of the right size."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from PIL import Image

import kingdoms
from kingdoms import Game
from kingdoms.cli.main import main
from kingdoms.core.printing import Printing
from kingdoms.core.registry import game_class
from tests.cli.conftest import Run
from tests.support.games.tested_games import TESTED
from tests.support.suite.rings import inner_first

SIZES = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height of papers in millimetres."""
POINTS = 72 / 25.4
"""Points in a millimetre."""
DOTS = 4
"""Dots in a millimetre of a drawn page."""


PRINTED = [(TESTED[0], "a4"), (TESTED[-1], "letter")]


@pytest.fixture(scope="module", params=inner_first(PRINTED), ids="-".join)
def printed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[type[Game], str, Any]:
    """A game, a paper, and the PDF of the game's rules on it."""
    game, paper = request.param
    path = tmp_path_factory.mktemp("print") / f"{game}.pdf"
    assert main(["print", game, "-o", str(path), "--paper", paper]) == 0
    return game_class(game), paper, pypdfium2.PdfDocument(path)


def text_of(page: Any) -> str:
    """Return the text of a page, with single spaces."""
    return " ".join(page.get_textpage().get_text_range().replace("\ufffe", "").split())


def drawn(page: Any, dots: float = DOTS) -> Image.Image:
    """Return a page as a picture."""
    picture = page.render(scale=dots / POINTS).to_pil().convert("L")
    assert isinstance(picture, Image.Image)
    return picture


@pytest.mark.long
def test_every_clause_is_there_in_order_and_every_page_has_its_number(printed: tuple[type[Game], str, Any]) -> None:
    game, _, document = printed
    pages = [text_of(page) for page in document]
    for number, page in enumerate(pages, 1):
        assert f"{game.title}: rules" in page
        assert f"{number} / {len(pages)}" in page
    footer = re.compile(re.escape(f"{game.title}: rules") + rf" \d+ / {len(pages)}")
    pages = [footer.sub("", page).strip() for page in pages]
    assert not any(page.endswith(title) for page in pages for title in game.chapters), "a heading stands alone"
    text, at = " ".join(" ".join(pages).split()), 0
    assert game.introduction in text
    for title, clauses in game.chapters.items():
        assert text.count(title) >= 2, "a chapter stands in the contents too"
        for name, clause in clauses.items():
            start = text.find(f"{name} {clause}", at)
            assert start >= 0, name
            at = start


def test_pages_have_the_size_of_the_paper_and_an_empty_margin(printed: tuple[type[Game], str, Any]) -> None:
    _, paper, document = printed
    for page in document:
        assert page.get_size() == pytest.approx([side * POINTS for side in SIZES[paper]], abs=0.5)
        picture = drawn(page, 2)
        ink = picture.point(lambda tone: 255 if tone < 250 else 0).getbbox()
        assert ink is not None
        left, top, right, bottom = ink
        assert min(left, top, picture.width - right, picture.height - bottom) >= 7 * 2, "printers cut the margin off"


def test_the_reference_card_is_one_page_with_the_clauses_it_names(printed: tuple[type[Game], str, Any]) -> None:
    game, _, document = printed
    clauses = {name: text for chapter in game.chapters.values() for name, text in chapter.items()}
    title = f"{game.title}: reference card"
    (text,) = (text for text in map(text_of, document) if text.find(title) in range(60))
    for heading, names in game.printing().card().items():
        assert heading in text
        for name in names:
            assert f"{name} {clauses[name]}" in text


def grids(document: Any, game: type[Game], title: str) -> Iterator[Image.Image]:
    """Yield the pictures of the grids with a heading: what is between it and the next one, or the foot of the page."""
    titles = {cutouts.title for cutouts in game.printing().cutouts()}
    for page in list(document)[1:]:  # the first page has the contents
        text, (_, high) = page.get_textpage(), page.get_size()
        tops = {name: high - text.get_charbox(at[0])[1] for name in titles if (at := text.search(name).get_next())}
        if title in tops:
            below = min((top - 16 for top in tops.values() if top > tops[title]), default=high)
            picture = drawn(page)
            box = (0, round(tops[title] / POINTS * DOTS) + 8, picture.width, round(below / POINTS * DOTS))
            yield picture.crop(box) if below < high else picture.crop((*box[:3], box[3] - 12 * DOTS))


def lines_across(picture: Image.Image, vertical: bool) -> Iterator[float]:
    """Yield where cutting lines are, in millimetres, from the marks that reach beyond the pieces."""
    ink = picture.point(lambda tone: 255 * (tone < 200)).getbbox()
    assert ink is not None
    _, _, right, bottom = ink
    strip = (0, bottom - 4, picture.width, bottom - 2) if vertical else (right - 4, 0, right - 2, bottom)
    tones = list(picture.crop(strip).resize((picture.width, 1) if vertical else (1, bottom)).tobytes())
    dark = [at for at, tone in enumerate(tones) if tone < 215]
    for at in dark:
        if at - 1 not in dark:
            yield at / DOTS


def test_pieces_have_their_size_and_number_on_the_grid(printed: tuple[type[Game], str, Any]) -> None:
    game, _, document = printed
    for cutouts in game.printing().cutouts():
        room = 0
        for picture in grids(document, game, cutouts.title):
            columns, rows = (list(lines_across(picture, vertical)) for vertical in (True, False))
            for lines in (columns, rows[-2:]):
                steps = [later - line for line, later in pairwise(lines)]
                assert steps == pytest.approx([cutouts.size] * len(steps), abs=0.5)
            height = rows[-1] - rows[0]
            room += (len(columns) - 1) * round(height / cutouts.size)
        assert len(cutouts.pieces) <= room < len(cutouts.pieces) + 12


def test_a_game_without_parts_has_its_clauses_alone_and_one_without_rules_is_refused(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    outside = next(name for name in kingdoms.game_names() if name not in TESTED)
    game, path = game_class(outside), tmp_path / "rules.pdf"
    assert type(game.printing()) is Printing
    monkeypatch.setattr(game, "chapters", {"All of it": {"A-1": "Take one & <win>."}})
    run("print", outside, path)
    document = pypdfium2.PdfDocument(path)
    assert "A-1 Take one & <win>." in " ".join(text_of(page) for page in document)
    monkeypatch.setattr(game, "chapters", {})
    assert "has no text of its rules to print" in run("print", outside, path, code=2)


def test_a_missing_library_is_named_by_its_extra(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "kingdoms.export.book", raising=False)
    monkeypatch.setitem(sys.modules, "reportlab", None)
    monkeypatch.setitem(sys.modules, "reportlab.lib.enums", None)
    assert "[print]" in run("print", TESTED[0], "x.pdf", code=2)
