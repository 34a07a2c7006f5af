"""The table of Two Rivers as text and as SVG."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from kingdoms import Random, render_svg
from kingdoms.core.playouts import playout
from kingdoms.games.rivers.engine.geometry import BOARDS, CELLS, COLOURS, SEATS
from kingdoms.games.rivers.engine.state import State
from kingdoms.games.rivers.picture.art import ART
from kingdoms.games.rivers.picture.map import outline
from kingdoms.games.rivers.picture.svg import board_svg
from kingdoms.games.rivers.picture.text import board_text, dynasties_text, table_text
from tests.games.rivers.support.scenes import rulebook_war
from tests.games.rivers.support.tables import lay, new, play, table

SVG = "{http://www.w3.org/2000/svg}"


def after(seed: int, decisions: int) -> State:
    """Return a game after a number of random decisions."""
    state = new(2 + seed % 3, wonder=True)
    playout(state, Random(seed), decisions)
    return state


def at(text: str, cell: str) -> str:
    """Return the content of a cell in a text."""
    start = 4 + 4 * (ord(cell[0]) - ord("A"))
    return text.splitlines()[int(cell[1:])][start : start + 3]


# -- text -------------------------------------------------------------------------------------------------------------


def test_a_text_shows_what_is_on_each_cell() -> None:
    board = lay(red="E5", blue="D4", black="G6", green="M6", catastrophe="O11", down="C10 D10 C11 D11")
    state = table(board, {"A": {"black": "E6"}}, monuments={"red-blue": "C10"}, A={"catastrophes": 1})
    text = board_text(state.view(None).facts(), colour=False).plain
    expected = {"B2": "T+", "I7": "T*", "E5": "T", "D4": "F", "G6": "S", "M6": "M", "E6": "Ak", "C10": "##", "O11": "xx"}
    assert {cell: at(text, cell).strip() for cell in expected} == expected
    assert (at(text, "A1"), at(text, "A4")) == (" . ", "~~~")


@pytest.mark.parametrize("seed", range(3))
def test_texts_and_svgs_of_any_board_are_well_formed(seed: int) -> None:
    """A text fits 80 columns; an SVG names all dynasties."""
    for decisions in (0, 40, 300):
        state = after(seed, decisions)
        for seat in (None, *state.game.seats):
            for colour in (True, False):
                text = table_text(state.view(seat), colour)
                assert max(map(len, text.plain.splitlines())) <= 80
                assert (text.plain.isascii() and not text.spans) is not colour
        for theme in ("light", "dark"):
            names = labels(render_svg(state.view(None), theme=theme))
            assert names[:4] == ["A", "A", "B", "B"]
            dynasties = [name for name in names if name and name.split()[0] in ("Archer", "Bull", "Pot", "Lion")]
            assert len(dynasties) == 2 + seed % 3


def test_the_table_of_dynasties_shows_only_what_the_seat_knows() -> None:
    state = table(A={"hand": {"red": 3}, "points": {"black": 41}}, B={"hand": {"green": 4}})
    lines = dynasties_text(state.view("A").facts(), colour=False).plain.splitlines()
    assert " ".join(lines[1].split()) == "> A Archer 3 3 0 0 0 2 0 0 0 41 0 0 p f t k"
    assert " ".join(lines[2].split()) == "B Bull 4 - - - - 2 - - - - - - p f t k"
    assert "41" in labels(board_svg(state.view("A")))
    assert "41" not in labels(board_svg(state.view("B")))


def test_coming_wars_and_both_sides_are_shown() -> None:
    view = rulebook_war().view(None)
    assert at(board_text(view.facts(), colour=False).plain, "G5") == " S!"
    assert "War: Archer's king (0) against Bull's king (0)." in table_text(view, colour=False).plain.replace("\n  ", " ")
    assert "1 + 4" not in labels(board_svg(view))
    view = play(rulebook_war(), "war green", "commit 4").view("P")
    text = table_text(view, colour=False).plain
    assert "Lion's trader attacks at E5 with 1 + 4 committed = 5; at stake F5" in text
    assert "Pot's trader defends at I5 with 2; at stake H5 J5" in text
    assert "1 + 4" in labels(board_svg(view))


def test_the_standing_is_shown() -> None:
    assert "The game is about to begin." in table_text(new().view(None)).plain
    assert "Bull's turn, 1 action left. 10 treasures" in table_text(table(turn="B", actions_left=1).view(None)).plain
    over = after(3, 10_000)
    assert over.is_terminal()
    assert "The game is over: " in table_text(over.view(None)).plain
    assert any(name and name.endswith("wins") for name in labels(board_svg(over.view(None))))


# -- SVG --------------------------------------------------------------------------------------------------------------


def labels(picture: str) -> list[str | None]:
    """Return all that is written in a picture."""
    return [element.text for element in ElementTree.fromstring(picture).iter(f"{SVG}text")]


def test_an_svg_shows_every_tile() -> None:
    board = lay(red="E5", blue="D4", black="G6", catastrophe="O11")
    root = ElementTree.fromstring(board_svg(table(board, A={"catastrophes": 1}).view(None)))
    hrefs = [element.get("href") for element in root.iter(f"{SVG}use")]
    counts = {piece: hrefs.count(f"#piece-{piece}") for piece in (*COLOURS, "catastrophe", "down")}
    assert counts == {"red": 11, "blue": 1, "green": 0, "black": 1, "catastrophe": 1, "down": 0}
    ids = {element.get("id") for element in root.iter()}
    assert {name.removeprefix("#") for name in hrefs if name} <= ids


def test_the_wonder_and_monuments_are_drawn() -> None:
    board = lay(wonder="K4 K3 J4 L4 K5", down="C10 D10 C11 D11")
    plain = table(lay(), seats="AB", rulings={"wonder": True})
    built = table(board, seats="AB", rulings={"wonder": True}, monuments={"red-blue": "C10"})
    assert len(board_svg(built.view(None))) > len(board_svg(plain.view(None)))


def test_borders_go_around_groups_and_their_holes() -> None:
    ring = ("C5", "D5", "E5", "C6", "E6", "C7", "D7", "E7")
    groups: tuple[tuple[str, ...], ...] = (("C5",), ("C5", "D5", "D6"), ("C5", "E5"), ring, ("C5", "D6"))
    assert [outline(cells).count("M") for cells in groups] == [1, 1, 2, 2, 2]
    assert outline(("C5", "D5", "E5")).count("Q") == 4


def test_the_map_that_the_browser_draws_is_the_engines() -> None:
    assert set(ART["mouths"]) == set(BOARDS)
    for name, board in BOARDS.items():
        assert set(ART["mouths"][name]) <= {CELLS[cell] for cell, wet in enumerate(board.river) if wet}
    assert set(ART["inks"]) == set(SEATS)


def test_figures_of_any_length_end_before_the_next_sign() -> None:
    state = table(A={"points": {"red": 8, "blue": 12, "green": 41, "black": 130}})
    picture = ElementTree.fromstring(board_svg(state.view("A")))
    figures = {text.text: float(text.attrib["font-size"]) for text in picture.iter(f"{SVG}text")}
    assert figures["8"] == 17
    for count in ("12", "41", "130"):
        assert 16 + 0.6 * figures[count] * len(count) < 46 - 12
