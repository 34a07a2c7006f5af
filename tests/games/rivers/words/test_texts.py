"""The catalogue: every sentence is said, without faults, and for its reader."""

from __future__ import annotations

import json
import pickle
import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

from kingdoms.core.message import Message
from kingdoms.games.rivers.engine.state import State
from kingdoms.games.rivers.texts import CATALOGUE, say
from kingdoms.games.rivers.words.refusal_texts import ASKED, TEXTS
from tests.games.rivers.support.tables import hand, lay, table

SOURCES = Path(str(files("kingdoms.games.rivers")))
PARTS = {key.partition(".")[0] for key in CATALOGUE.ids()}


def named_in_sources() -> Iterator[str]:
    """Yield the words in the sources that look like ids; of an id composed at run time, its beginning."""
    for path in SOURCES.rglob("*.py"):
        yield from re.findall(rf'"((?:{"|".join(PARTS)})\.\w*)', path.read_text())


def test_every_sentence_is_named_in_the_sources_and_no_other() -> None:
    ids, named = set(CATALOGUE.ids()), set(named_in_sources())
    beginnings = {name for name in named if name not in ids}
    assert all(any(key.startswith(beginning) for key in ids) for beginning in beginnings)
    unknown = {name for name in beginnings if not name.endswith((".", "_"))}
    assert not unknown, "an id without an entry"
    reasons = {key for key in ids if key.startswith("reason.")}  # test_reasons looks for these
    assert ids - named <= reasons


def test_every_refusal_has_an_entry() -> None:
    ids = {key for key in CATALOGUE.ids() if key.startswith("refusal.")}
    assert {message_id for _, message_id in TEXTS.values()} | {purpose for _, _, purpose in ASKED.values()} == ids


READ = [
    (say("event.turn", seat="A"), "Your turn.", "Archer's turn."),
    (
        say("event.place_gain", seat="B", tile="green", region="H7", points=[2, "green"], scorer="A"),
        "Bull places a market in the middle: 2 green points for you.",
        "Bull places a market in the middle: 2 green points for Archer.",
    ),
    (
        say("event.revolt", leader=["A", "black"], rival=["B", "black"], attack=2, defence=1),
        "Your king (2) revolts against Bull's king (1).",
        "Archer's king (2) revolts against Bull's king (1).",
    ),
    (say("event.leader_returned", leader=["A", "red"]), "Your priest has no temple left and goes home.", None),
    (
        say("event.over_treasures_shared", winners=["A", "L"]),
        "The game is over, since few treasures are left: you and Lion win together.",
        "The game is over, since few treasures are left: Archer and Lion win together.",
    ),
    (say("event.swap", seat="A", tiles=[2, 0, 1, 0]), "You swap 2 temples and 1 market.", None),
    (
        say("question.asked", seat="A", question=say("question.action", n=1)),
        "You have one action. Place a tile, leader or catastrophe, withdraw a leader, swap tiles, or pass.",
        "Archer: you have one action. Place a tile, leader or catastrophe, withdraw a leader, swap tiles, or pass.",
    ),
    (
        say("refusal.treasure_elsewhere", place="K1", leader=["A", "green"]),
        "this place isn't in the kingdom where your trader takes treasures",
        "this place isn't in the kingdom where Archer's trader takes treasures",
    ),
]


@pytest.mark.parametrize(("message", "personal", "neutral"), READ, ids=lambda value: getattr(value, "id", ""))
def test_a_sentence_is_addressed_to_its_reader(message: Message, personal: str, neutral: str | None) -> None:
    assert pickle.loads(pickle.dumps(message)).text(reader="A") == message.text(reader="A") == personal
    assert neutral is None or str(message) == neutral


PLACES = ("A1 F3 north-west", "G4 north", "L1 north-east", "A5 west", "H6 middle", "P8 east", "A9 south-west")


def place_name(state: State, cell: str, reader: str | None = None) -> str:
    """Return the name of a cell on the present table."""
    return say("choice.wonder", cell=cell).text(reader, state).removeprefix("build the wonder ")


def test_a_place_is_named_by_its_part_of_the_map() -> None:
    for *cells, region in map(str.split, (*PLACES, "K11 south", "P11 south-east")):
        for cell in cells:
            for message in (say("event.wonder", seat="A", region=cell), say("choice.wonder", cell=cell)):
                assert f"the wonder in the {region}" in str(message)
                assert f"the wonder in the {region} ({cell})" in message.text(notation=True)


def test_places_are_named_by_their_surroundings() -> None:
    leaders = {"A": {"black": "E5"}, "B": {"green": "G5", "red": "F6"}}
    state = table(lay(red="F5 H5 K6 L6"), leaders, A=hand(red=1))
    before = state.columns()
    names = {
        ("H4", None): "at Archer's and Bull's kingdom in the north",
        ("H4", "A"): "at your and Bull's kingdom in the north",
        ("E6", None): "beside Archer's king",
        ("G6", "B"): "beside your trader",
        ("E6", "B"): "beside your priest",  # own leaders come first
        ("J7", None): "beside the treasure in the middle",
        ("E1", None): "on the river in the north-west",
        ("M6", None): "in the east",  # a region without a leader has no name
    }
    assert {(cell, reader): place_name(state, cell, reader) for cell, reader in names} == names
    assert say("choice.take", cell="E6").text("A", state, notation=True) == "take the treasure beside your king (E6)"
    assert state.columns() == before
    shared = table(lay(red="F5 H5"), {"A": {"black": "E5"}, "B": {"green": "G5"}, "P": {"red": "F6"}}, A=hand(red=1))
    assert place_name(shared, "H4") == "at Archer's, Bull's and Pot's kingdom in the north"
    assert place_name(shared, "H4", "A") == "at your kingdom in the north"


NOUNS = "temples?|farms?|markets?|settlements?|tiles?|points?|treasures?|kingdoms?|actions?"


def test_a_noun_after_a_number_has_two_forms() -> None:
    numbers = {name for name, kind in CATALOGUE.kinds.items() if kind == "number"}
    for key in CATALOGUE.ids():
        part, _, name = key.partition(".")
        text = json.loads((SOURCES / "texts" / "en" / f"{part}.json").read_text())[name]
        assert not re.search(rf"\{{({'|'.join(numbers)})\}} (\w+ )?({NOUNS})\b", text), key
        assert all("one {" in form for form in re.findall(r"\w+, plural, (.*?)\}\}", text)), key
