"""The table of Two Rivers as text and as SVG."""

from __future__ import annotations

import random
from xml.etree import ElementTree

import pytest

from kingdoms import render_svg
from kingdoms.games.rivers.engine.geometry import BOARDS, CELLS, COLOURS, SEATS
from kingdoms.games.rivers.engine.state import State
from kingdoms.games.rivers.picture.art import ART
from kingdoms.games.rivers.picture.map import outline
from kingdoms.games.rivers.picture.svg import board_svg
from kingdoms.games.rivers.picture.text import board_text, dynasties_text, table_text
from tests.games.rivers.support.tables import hand, lay, new, play, table

SVG = "{http://www.w3.org/2000/svg}"
WAR_BOARD = lay(red="D5 I4 K5", green="F5 H5 J5")
WAR_LEADERS = {"L": {"green": "E5"}, "A": {"black": "D6"}, "P": {"green": "I5"}, "B": {"black": "K6"}}


def wars() -> State:
    """Return two wars, of which Lion chooses one (X-2)."""
    return play(table(WAR_BOARD, WAR_LEADERS, turn="L", L=hand(green=4, black=1), P=hand(green=1)), "place black G5")


def after_chance(seed: int, decisions: int, seats: int = 4) -> State:
    """Return a game after a number of random decisions."""
    chance = random.Random(seed)
    state = new(seats, wonder=True)
    for _ in range(decisions):
        if state.is_terminal():
            break
        state.apply_action(chance.choice(list(state.legal_actions())))
    return state


def rows(text: str) -> list[str]:
    """Return the rows of the map."""
    return text.splitlines()[1:12]


def at(text: str, cell: str) -> str:
    """Return the content of a cell in a text."""
    start = 4 + 4 * (ord(cell[0]) - ord("A"))
    return rows(text)[int(cell[1:]) - 1][start : start + 3]


# -- text -------------------------------------------------------------------------------------------------------------


def test_a_text_shows_what_is_on_each_cell() -> None:
    board = lay(red="E5", blue="D4", black="G6", green="M6", catastrophe="O11", down="C10 D10 C11 D11")
    state = table(board, {"A": {"black": "E6"}}, monuments={"red-blue": "C10"}, A={"catastrophes": 1})
    text = board_text(state.view(None).facts(), colour=False).plain
    expected = {"B2": "T+", "I7": "T*", "E5": "T", "D4": "F", "G6": "S", "M6": "M", "E6": "Ak", "C10": "##", "O11": "xx"}
    assert {cell: at(text, cell).strip() for cell in expected} == expected
    assert at(text, "A1") == " . "
    assert at(text, "A4") == "~~~"


@pytest.mark.parametrize("seed", range(3))
def test_a_text_of_any_board_fits_80_columns(seed: int) -> None:
    for decisions in (0, 40, 300):
        state = after_chance(seed, decisions, 2 + seed % 3)
        for seat in (None, *state.view(None).seats):
            for colour in (True, False):
                text = table_text(state.view(seat), colour)
                assert max(map(len, text.plain.splitlines())) <= 80
                assert (text.plain.isascii() and not text.spans) is not colour


def test_the_table_of_dynasties_shows_only_what_the_seat_knows() -> None:
    state = table(A={"hand": {"red": 3}, "points": {"black": 12}}, B={"hand": {"green": 4}})
    lines = dynasties_text(state.view("A").facts(), colour=False).plain.splitlines()
    assert " ".join(lines[1].split()) == "> A Archer 3 3 0 0 0 2 0 0 0 12 0 0 p f t k"
    assert " ".join(lines[2].split()) == "B Bull 4 - - - - 2 - - - - - - p f t k"


def test_a_text_shows_coming_wars_and_both_sides() -> None:
    state = wars()
    assert at(board_text(state.view(None).facts(), colour=False).plain, "G5") == " S!"
    coming = table_text(state.view(None), colour=False).plain.replace("\n  ", " ")
    assert "War: Archer's king (0) against Bull's king (0)." in coming
    text = table_text(play(state, "war green", "commit 4").view("P"), colour=False).plain
    assert "Lion's trader attacks at E5 with 1 + 4 committed = 5; at stake F5" in text
    assert "Pot's trader defends at I5 with 2; at stake H5 J5" in text


def test_a_text_shows_the_standing() -> None:
    assert "The game is about to begin." in table_text(new().view(None)).plain
    assert "Bull's turn, 1 action left. 10 treasures" in table_text(table(turn="B", actions_left=1).view(None)).plain
    over = after_chance(3, 10_000)
    assert over.is_terminal()
    assert "The game is over: " in table_text(over.view(None)).plain


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


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("seed", range(2))
def test_an_svg_is_well_formed_whatever_lies_there(seed: int, theme: str) -> None:
    for decisions in (0, 300):
        state = after_chance(seed, decisions, 2 + seed % 3)
        names = labels(render_svg(state.view(None), theme=theme))
        assert names[:4] == ["A", "A", "B", "B"]
        assert sum(name is not None and name.split()[0] in ("Archer", "Bull", "Pot", "Lion") for name in names) == 2 + seed % 3


def test_strengths_are_written_by_the_leaders() -> None:
    state = wars()
    assert "1 + 4" not in labels(board_svg(state.view(None)))
    assert "1 + 4" in labels(board_svg(play(state, "war green", "commit 4").view(None)))


def test_an_svg_tells_only_what_the_seat_knows() -> None:
    state = table(A={"hand": {"red": 3}, "points": {"black": 41}})
    assert "41" in labels(board_svg(state.view("A")))
    assert "41" not in labels(board_svg(state.view("B")))


# -- lines ------------------------------------------------------------------------------------------------------------


def test_the_wonder_monuments_and_winners_are_drawn() -> None:
    board = lay(wonder="K4 K3 J4 L4 K5", down="C10 D10 C11 D11")
    plain = table(lay(), seats="AB", rulings={"wonder": True})
    built = table(board, seats="AB", rulings={"wonder": True}, monuments={"red-blue": "C10"})
    assert len(board_svg(built.view(None))) > len(board_svg(plain.view(None)))
    assert any(name and name.endswith("wins") for name in labels(board_svg(after_chance(3, 10_000).view(None))))


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
