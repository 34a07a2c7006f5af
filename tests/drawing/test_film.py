"""Pictures one after the other as one document."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterator
from xml.sax.saxutils import escape

import pytest

import kingdoms
from kingdoms import Event, Random, Record, render_svg
from kingdoms.drawing.film import CLASH, film, pictures_of
from kingdoms.testing import random_action
from tests.support.games.tested_games import TESTED, random_record

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
    while not state.is_terminal() and len(pictures) < 20:
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


def conflict_ends(record: Record) -> Iterator[Event]:
    """Yield the events of a game that end a conflict of two strengths."""
    before = record.opening()
    for entry, after in record.replay():
        for event in record.game.narrate(before, entry.action or "", after):
            if {"attack", "defence"} < event.details.keys() and not {"loser", "won"}.isdisjoint(event.details):
                yield event
        before = after.clone()


@pytest.mark.parametrize("name", TESTED)
def test_a_film_shows_how_each_conflict_ends(name: str) -> None:
    record = random_record(kingdoms.load_game(name, 4), 800, seed=2)
    entries = [(entry.action, entry.call) for entry in record.entries]
    pictures = pictures_of(record.opening(), entries, lambda state: render_svg(state.view(None)))
    conflicts = list(conflict_ends(record))
    assert len(conflicts) > 3
    for event in conflicts:
        scenes = [picture for picture in pictures if f">{escape(event.text)}</text>" in picture]
        assert len(scenes) >= CLASH, event.text
        for strength in (event.details["attack"], event.details["defence"]):
            assert all(f">{strength}</text>" in scene.rpartition("<line ")[2] for scene in scenes), event.text
        assert ET.fromstring(scenes[0]).tag == f"{SVG}svg"


def test_static_viewers_show_the_last_picture_and_invalid_films_are_refused() -> None:
    first, last = (f'<svg xmlns="http://www.w3.org/2000/svg"><rect width="{width}"/></svg>' for width in (1, 2))
    root = ET.fromstring(film([first, last], 1))
    assert {(group.attrib.get("display"), group[0].attrib["width"]) for group in root} == {("none", "1"), (None, "2")}
    for pictures, fault in (([], "at least one picture"), (["<svg/>", "<svg>"], "picture 2 is not XML")):
        with pytest.raises(ValueError, match=fault):
            film(pictures, 1)
