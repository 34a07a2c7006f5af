"""Boards as text and as SVG."""

from __future__ import annotations

import random
from typing import Any
from xml.etree import ElementTree

import pytest

from kingdoms import render_svg
from kingdoms.games.middlesea.engine.geometry import SEATS, SITES, SUITS
from kingdoms.games.middlesea.engine.state import State
from kingdoms.games.middlesea.game import MiddleSea
from kingdoms.games.middlesea.picture.art import ART
from kingdoms.games.middlesea.picture.svg import board_svg, place_on_board
from kingdoms.games.middlesea.picture.text import CORNERS, table_text
from tests.games.middlesea.support.random_games import random_position
from tests.games.middlesea.support.tables import play, table

BUSY: dict[str, Any] = {
    "sites": "N.FM=S3 N.BL=A3 S.FR=M2 E.FM=C1",
    "N": "king=5 unrest=3 3@N.BL 0@S.FR- N.C-N.FM N.C-N.BL N.FM:2 S.FR:1",
}


def plain(state: State) -> str:
    """Return the text of a table, without colour."""
    return table_text(state.view(None), colour=False).plain


def test_a_text_shows_cities_leaders_ports_and_roads_in_colour_or_in_letters() -> None:
    view = table("build", "N", **BUSY).view(None)
    text = table_text(view, colour=False)
    for part in ("FM 3S N", "p2", "(0) p1", " 3 "):
        assert part in text.plain
    assert "C  " not in text.plain.splitlines()[0]
    assert "N > " not in text.plain
    assert not any(sign in text.plain for sign in "☀☾♛⚜")
    assert not text.spans
    assert any(sign in table_text(view).plain for sign in "☀☾♛⚜")
    crossing = table("build", "N", sites="N.FM=S3 N.BL=A3 N.FL=C1", N="N.C-N.FL N.C-N.BL N.BL-N.FM")
    assert "╳" in table_text(crossing.view(None)).plain


@pytest.mark.parametrize("number", range(4))
def test_a_text_of_any_board_fits_80_columns_and_20_rows(number: int) -> None:
    lines = plain(MiddleSea.read_position(random_position(random.Random(number), "NESW", {}, most_money=200))).splitlines()
    assert max(map(len, lines)) <= 80
    assert len(lines) <= 20


@pytest.mark.parametrize("seats", ["NS", "EW", "NES", "NESW"])
def test_the_figures_of_each_kingdom_stand_in_its_corner(seats: str) -> None:
    first: dict[str, Any] = {seats[0]: "goods=12 gold=3 3@reserve 5@reserve"}
    lines = plain(table("build", seats[-1], seats=seats, **first)).splitlines()
    assert len(lines) <= 20
    corners = {seat: [line[x : x + 22].strip() for line in lines[y : y + 6]] for seat, (x, y) in CORNERS.items()}
    names = {"N": "S North", "E": "M East", "S": "C South", "W": "A West"}
    for seat in seats:
        assert corners[seat][0].removeprefix("> ").startswith(names[seat])
        assert corners[seat][0].startswith("> ") == (seat == seats[-1])
        assert corners[seat][3].startswith("cities 0 of ")
    assert corners[seats[0]][1] == "goods 12  gold 3"
    assert all(not corners[seat] or not any("goods" in line for line in corners[seat]) for seat in set("NESW") - set(seats))


def test_figures_show_the_distance_to_a_victory_by_trade_and_stay_within_their_corner() -> None:
    north = "N.C-N.FM N.FM:1 S.FL:1 king=5 2@N.FM 3@N.BL- 0@S.FL"
    assert "home 2/5 active 3/6" in plain(table("build", "N", seats="NS", sites="N.FM=S3 N.BL=A3 S.FL=C1", N=north))
    rich: dict[str, Any] = dict.fromkeys("NESW", "goods=1000000 gold=999999")
    text = plain(table("build", "N", **rich))
    assert text.count("goods 1M  gold 999k") == 4
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("seats", ["NS", "EW", "NES", "NESW"])
def test_an_svg_is_well_formed_for_all_seats_and_themes(seats: str, theme: str) -> None:
    rng = random.Random(seats)
    state = MiddleSea.read_position(random_position(rng, seats, {}))
    root = ElementTree.fromstring(render_svg(state.view(None), theme=theme, kinds=True))
    names = [element.text for element in root.iter() if element.tag.endswith("text")]
    assert sum(name in names for name in ("North", "East", "South", "West")) == len(seats)
    assert f"Round {state.position()['round']}" in names


def test_an_attack_is_an_arrow_and_the_winners_are_named() -> None:
    north = "N.C-N.FM N.FM:1 3@N.FM"
    quiet = table("leader", "N", sites="N.FM=A3 S.FM=C4", N=north, S="S.C-S.FM", seats="NS")
    before = board_svg(quiet.view(None))
    assert before.count(">FL<") == 2
    assert len(board_svg(play(quiet, "attack 3 S.FM").view(None))) > len(before)
    over = play(table("leader", "S", order=["N", "S"], seats="NS", rulings={"round_limit": 1}), "end")
    assert "North and South win" in board_svg(over.view(None))


def test_places_are_where_the_rules_put_them_and_seats_have_the_suits_of_the_art() -> None:
    assert list(ART["seats"]) == list(SEATS)
    assert list(ART["seats"].values()) == list(ART["suits"]) == list(SUITS)
    spots = {site: place_on_board(site) for site in SITES}
    assert len(set(spots.values())) == 24
    assert spots["N.FL"][0] > spots["N.FR"][0]
    assert spots["E.FL"][1] > spots["E.FR"][1]
    assert spots["W.FL"][1] < spots["W.FR"][1]
    assert spots["S.FL"][0] < spots["S.FR"][0]
    for seat in "NESW":
        assert max(map(abs, spots[f"{seat}.FM"])) < max(map(abs, spots[f"{seat}.C"]))
