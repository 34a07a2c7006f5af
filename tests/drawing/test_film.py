"""Pictures one after the other as one document."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

import kingdoms
from kingdoms import Random, render_svg
from kingdoms.drawing.film import film
from kingdoms.testing import random_action
from tests.support.games.tested_games import TESTED

SVG = "{http://www.w3.org/2000/svg}"


def shown_at(played: str, share: float) -> str:
    """Return the film's picture at a fraction of its duration, without the animation."""
    root = ET.fromstring(played)
    strip(root, share)
    return ET.tostring(root, encoding="unicode")


def strip(element: ET.Element, share: float) -> None:
    """Keep the visible parts of an element, without animation."""
    visible: list[ET.Element] = []
    for child in element:
        animate = child.find(f"{SVG}animate")
        if animate is not None:
            times = [float(time) for time in animate.attrib["keyTimes"].split(";")]
            values = animate.attrib["values"].split(";")
            assert times == sorted({0.0, *times}), "each begins with the film"
            if [value for time, value in zip(times, values, strict=True) if time <= share][-1] == "none":
                continue
            child.remove(animate)
            wrapped = set(child.attrib) <= {"display"} and len(child) == 1
            child.attrib.pop("display", None)
            visible.append(child[0] if wrapped else child)
        else:
            visible.append(child)
        strip(visible[-1], share)
    element[:] = visible


def drawn(picture: str) -> str:
    """Return a picture in the form of a film's, without definitions, which a film keeps in one place."""
    root = ET.fromstring(picture)
    for parent in list(root.iter()):
        for child in list(parent):
            if child.tag in (f"{SVG}defs", f"{SVG}title", f"{SVG}desc"):
                parent.remove(child)
    return ET.tostring(root, encoding="unicode")


@pytest.mark.parametrize("name", kingdoms.game_names())
def test_a_film_shows_each_picture_in_its_turn(name: str) -> None:
    state, rng = kingdoms.load_game(name).new_initial_state(), Random(4)
    pictures: list[str] = []
    while not state.is_terminal() and len(pictures) < 40:
        state.apply_action(random_action(state, rng))
        pictures.append(render_svg(state.game.open_view(state, None)))
    played = film(pictures, 1, hold=0)
    # the fewer pieces lie on a table, the more of its pictures changes at once
    assert len(played) < sum(map(len, pictures)) / (3 if name in TESTED else 2), "what stays is written once"
    for at, picture in enumerate(pictures):
        assert drawn(shown_at(played, (at + 0.5) / len(pictures))) == drawn(picture), at
    root = ET.fromstring(played)
    ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
    assert len(ids) == len(set(ids)), "no two things have one name"


def test_invalid_films_are_refused() -> None:
    with pytest.raises(ValueError, match="at least one picture"):
        film([], 1)
    with pytest.raises(ValueError, match="picture 2 is not XML"):
        film(["<svg/>", "<svg>"], 1)


def test_static_viewers_show_the_last_picture() -> None:
    first, last = (f'<svg xmlns="http://www.w3.org/2000/svg"><rect width="{width}"/></svg>' for width in (1, 2))
    root = ET.fromstring(film([first, last], 1))
    assert {(group.attrib.get("display"), group[0].attrib["width"]) for group in root} == {("none", "1"), (None, "2")}
