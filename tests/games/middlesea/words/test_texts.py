"""The catalogue of sentences: all entries are used, all messages have entries, and readers are addressed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from kingdoms.core.message import Message
from kingdoms.games.middlesea import texts
from kingdoms.games.middlesea.texts import CATALOGUE, say
from kingdoms.icu import Selector, Sentence, holes

SOURCES = Path(texts.__file__).parent.parent
PARTS = sorted({key.partition(".")[0] for key in CATALOGUE.ids()})


def ids_in_sources() -> set[str]:
    """Return the ids that are written in the sources; parts that are filled in, as in "event.over_{reason}", are kept."""
    pattern = re.compile(rf'"((?:{"|".join(PARTS)})\.[\w{{}}.]+)"')
    return {key for path in SOURCES.rglob("*.py") for key in pattern.findall(path.read_text())}


def test_every_id_in_the_sources_has_an_entry_and_every_entry_is_said() -> None:
    ids, written = set(CATALOGUE.ids()), ids_in_sources()
    assert {key for key in written if "{" not in key} <= ids
    patterns = [re.compile(re.sub(r"\\\{.*?\\\}", r"\\w+", re.escape(key))) for key in written]
    assert {key for key in ids if not any(pattern.fullmatch(key) for pattern in patterns)} == set()
    assert all(any(pattern.fullmatch(key) for key in ids) for pattern in patterns)


def choices_in(sentence: Sentence) -> Iterator[Selector]:
    """Yield the choices in a sentence, with those inside their forms."""
    for part in sentence:
        if isinstance(part, Selector):
            yield part
            for form in part.forms.values():
                yield from choices_in(form)


def test_entries_are_well_formed() -> None:
    for key in CATALOGUE.ids():
        sentence = CATALOGUE.entry(key)
        uses = [use for name, use in holes(sentence) if name == "seat"]
        assert not uses or "select" in uses or not key.startswith(("event", "alert")), f"{key} does not address the seat"
        for name, use in holes(sentence):
            assert name in CATALOGUE.kinds, f"{key}: {name} is no hole of the game"
            assert use != "plural" or CATALOGUE.kinds[name] == "number", key
        for choice in choices_in(sentence):
            assert choice.kind == "select" or set(choice.forms) in (
                {"one", "other"},
                {"=0", "other"},
                {"=0", "one", "other"},
            ), key
            assert choice.kind == "plural" or CATALOGUE.kinds[choice.name] in ("seat", "text"), key
        assert not re.search(r"\{\w+\} (city|cities|goods|piers?|rounds?|leaders?|zealots?|mercenar)", plain_text(key)), key
    catalogues = "".join(path.read_text() for path in Path(texts.__file__).parent.rglob("*.json"))
    assert not re.search(r"\b1 goods", catalogues), "write 1 good"


def plain_text(key: str) -> str:
    """Return an entry without its choices, with the names of holes in braces."""
    parts = CATALOGUE.entry(key)
    return "".join(part if isinstance(part, str) else f"{{{part.name}}}" for part in parts if not isinstance(part, Selector))


CITY = "A3 N.FL"
TARGET = say("about.leader", leader=2, city=CITY)
HELPERS = [say("about.zealots", n=1), say("about.own_leader", seat="S", leader=3)]
PRODUCE = say("question.produce", city=CITY)
DEFEND = say("question.defend", target=say("about.king", king="N"), total=9, defence=10)
WINS = say("reason.attack_wins", attack=9, most=7)
READ = [
    (WINS, None, "No defence can stop it: 9 against 7 at most."),
    (
        say("reason.risky", reason=WINS, n=1),
        None,
        "No defence can stop it: 9 against 7 at most. It may cost you a city that you could keep.",
    ),
    (
        say("reason.gains", gains=[say("reason.cities_home", n=2)]),
        None,
        "It brings 2 of the five home cities that you need to win.",
    ),
    (say("event.port", seat="N", n=1, city=CITY), "N", "You build 1 pier at the 3-garrison at your front left."),
    (say("event.port", seat="N", n=2, city=CITY), "S", "North builds 2 piers at the 3-garrison at its front left."),
    (
        say("event.road", seat="S", start=CITY, end="N.C"),
        "N",
        "South builds a road from the 3-garrison at your front left to your Capital.",
    ),
    (say("event.rebellion", seat="S", n=1, cities=[CITY]), "N", "The 3-garrison at your front left rebels against South."),
    (
        say("event.attack_held", seat="E", leader=4, base="M2 E.FM", target=TARGET, defender="N", total=6),
        "N",
        "East's 4-leader in the 2-temple at its front middle attacks the 2-leader in the 3-garrison at your front left, "
        "held by you, with a total of 6.",
    ),
    (
        say("event.defended", seat="S", helpers=HELPERS, total=7, attack=6),
        "S",
        "You defend with 1 zealot and your 3-leader: 7 against 6.",
    ),
    (say("question.asked", seat="N", question=PRODUCE), "N", "Does the 3-garrison at your front left produce?"),
    (say("question.asked", seat="N", question=PRODUCE), None, "North: does the 3-garrison at its front left produce?"),
    (
        say("question.asked", seat="N", question=DEFEND),
        "E",
        "North: its king is attacked with 9 and defends with 10. What do you add?",
    ),
    (say("alert.unpaid", seat="N", n=1), "N", "You can't pay for all your cities: 1 city will rebel next round."),
    (
        say("alert.king_held", seat="E", others=["N", "S"]),
        "N",
        "East holds one city. If it falls, you and South can attack East's king.",
    ),
    (
        say("refusal.suppress_base", leader=2, what="S3 N.FM"),
        "N",
        "the 2-leader is in the 3-market at your front middle: only one in a garrison or temple can put down a rebellion",
    ),
]


@pytest.mark.parametrize(("message", "reader", "text"), READ, ids=lambda value: value.id if isinstance(value, Message) else "")
def test_a_reader_is_addressed(message: Message, reader: str | None, text: str) -> None:
    assert CATALOGUE.faults(message) == []
    assert message.text(reader) == text


def test_notation_follows_the_names_of_places_on_request() -> None:
    message = say("refusal.road_not_adjacent", start="N.C", end="S3 S.FL")
    assert message.text(notation=True) == "North's Capital (N.C) and the 3-market at South's front left (S.FL) aren't adjacent"
