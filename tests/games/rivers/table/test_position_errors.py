"""Malformed and impossible positions: each is refused with a message that says what is wrong and where (N-6)."""

from __future__ import annotations

import copy
from typing import Any

import pytest

import kingdoms
from kingdoms.games.rivers.game import Rivers
from kingdoms.games.rivers.words.clauses import CLAUSES
from tests.games.rivers.reference.fault import fault
from tests.games.rivers.support.tables import hand, lay, position

FOUR = "H5 I5 H6 I6"
PLUS = "H5 G6 H6 I6 H7"
ON = {"wonder": True}


def base(**fields: Any) -> dict[str, Any]:
    """A sound position, with other fields."""
    leaders = {"A": {"black": "I6"}, "B": {"red": "K2"}}
    return position(fields.pop("board", None), fields.pop("leaders", leaders), **fields)


def without(*names: str) -> dict[str, Any]:
    """The base, fields left out."""
    return {name: value for name, value in base().items() if name not in names}


def with_archer(**fields: Any) -> dict[str, Any]:
    """The base with something for Archer."""
    return base(A=fields)


def on(cell: str, piece: Any, **fields: Any) -> dict[str, Any]:
    """The base with something on a cell."""
    return base(board=lay() | {cell: piece}, **fields)


def standing(leaders: Any, board: dict[str, str] | None = None, **fields: Any) -> dict[str, Any]:
    """The base with other leaders."""
    return base(board=board, **fields) | {"leaders": leaders}


def flipped(cells: str, monuments: Any, **fields: Any) -> dict[str, Any]:
    """A board with flipped tiles."""
    return standing({}, lay(down=cells), monuments=monuments, **fields)


def wonder(cells: str, **fields: Any) -> dict[str, Any]:
    """A board with a wonder on these cells."""
    return standing({}, lay() | dict.fromkeys(cells.split(), "wonder"), **({"rulings": ON} | fields))


WARRING = {"A": {"black": "E5", "red": "F6"}, "B": {"black": "I5", "red": "H6"}}


def war(pending: Any, leaders: Any = None, board: Any = None, **fields: Any) -> dict[str, Any]:
    """Two kingdoms that the tile on G5 joins."""
    return standing(leaders or WARRING, board or lay(red="F5 H5", green="G5"), pending=pending, **fields)


def commit(**changed: Any) -> dict[str, Any]:
    """Archer's king is at war with Bull's, some of it changed."""
    fields = {"kind": "commit", "conflict": "war", "colour": "black", "attacker": "A", "defender": "B", "marker": "G5"}
    return fields | {"attack": None} | changed


def revolt(leaders: Any = None, **changed: Any) -> dict[str, Any]:
    """Archer's king revolts against Bull's, some of it changed."""
    fields = commit(conflict="revolt", marker=None) | changed
    return standing(leaders or {"A": {"black": "I8"}, "B": {"black": "I6"}}, pending=fields)


def build(cell: Any = "G5", board: Any = None, **fields: Any) -> dict[str, Any]:
    """A square with the tile on G5."""
    return standing({}, board or lay(black="G5 H5 G6 H6"), pending={"kind": "build", "cell": cell}, **fields)


def take(**fields: Any) -> dict[str, Any]:
    """Archer's trader has a choice of two treasures."""
    return standing({"A": {"green": "I6"}}, lay(black="I5 J5 K5 L5 M5"), pending={"kind": "take"}, **fields)


def draw(left: Any, **fields: Any) -> dict[str, Any]:
    """Archer is in the middle of a swap."""
    return base(pending={"kind": "draw", "left": left}, **fields)


def income(leaders: Any = None, board: Any = None, **fields: Any) -> dict[str, Any]:
    """Archer's king is at the wonder."""
    laid = board or lay(red="H4") | dict.fromkeys(PLUS.split(), "wonder")
    leader_cells = {"A": {"black": "G4"}} if leaders is None else leaders
    return standing(leader_cells, laid, **({"rulings": ON, "pending": {"kind": "income"}, "actions_left": 0} | fields))


ENDED = {"reason": "bag", "winners": ["A"], "loser": None, "scores": {"A": [1, 1, 1, 1], "B": [0, 0, 0, 0]}}


def over(**changed: Any) -> dict[str, Any]:
    """A game that is over."""
    archer = {"points": dict.fromkeys(("red", "blue", "green", "black"), 1)}
    return position(seats="AB", A=archer, phase="over", outcome=ENDED | changed)


def test_N_6_the_base_of_the_table_below_is_valid() -> None:
    sound = {
        "action": [
            base(),
            flipped(FOUR, {"red-blue": "H5"}),
            flipped("O4 P4 O5 P5", {"blue-green": "O4"}),
            wonder(PLUS),
            with_archer(points={"red": 7}, treasures=0),
        ],
        "war": [war({"kind": "war", "marker": "G5"})],
        "commit": [war(commit()), war(commit(colour="red", attack=6)), revolt(), revolt(attack=0)],
        "build": [build()],
        "take": [take()],
        "draw": [draw(6), draw(1, A=hand(red=5))],
        "income": [income()],
        None: [over(), over(reason="treasures")],
    }
    for decision, positions in sound.items():
        for sound_position in positions:
            assert Rivers.read_position(sound_position).decision() == decision
            assert fault(sound_position) is None


BROKEN: dict[str, tuple[Any, str]] = {
    # form
    "no game": ({"phase": "action", "seats": {"A": {}, "B": {}}}, "game"),
    "no phase": (without("phase"), "phase"),
    "no seats": (without("seats"), "seats"),
    "another game": (base(game="middlesea"), "game"),
    "a field nearly right": (base(monument={}), "monuments"),
    "unknown rulings": (base(rulings={"wander": True}), "wonder"),
    "an unknown phase": (base(phase="war"), "phase"),
    # seats
    "one seat": (base() | {"seats": {"A": {}}}, "2, 3 or 4"),
    "an unknown seat": (base() | {"seats": {"A": {}, "X": {}}}, "X"),
    "a negative hand": (with_archer(hand={"red": -1}), r"^seats\.A\.hand\.red: must be a whole number from 0 to 6, not -1"),
    "seven tiles of two colours": (with_archer(hand={"red": 4, "blue": 3}), "at most 6"),
    "eleven treasures": (with_archer(treasures=1), "11 treasures"),
    "three catastrophes left": (with_archer(catastrophes=3), "catastrophes"),
    "nine catastrophes in all": (on("A1", "catastrophe"), "more than two for each seat"),
    # the board
    "an unknown cell": (on("Q1", "red"), "Q1"),
    "a cell in small letters": (on("a1", "red"), "A1"),
    "an unknown thing": (on("A1", "yellow"), r"board\.A1"),
    "red on the river": (on("E1", "red"), "river"),
    "blue on land": (on("A1", "blue"), "land"),
    "a treasure elsewhere": (on("A1", "red*"), "treasure"),
    "a treasure on a catastrophe": (on("I7", "catastrophe*"), r"board\.I7"),
    # tiles
    "more red than there are": (base(bag={"red": 48}), "58 red"),
    "more green than there are": (on("A1", "green", bag={"green": 30}), "31 green"),
    "a bag of 37 farms": (base(bag={"blue": 37}), r"bag\.blue"),
    # leaders
    "a leader on the river": (standing({"A": {"black": "N4"}}), "river"),
    "a leader on a tile": (standing({"A": {"black": "I7"}}), "I7"),
    "a leader on a catastrophe": (standing({"A": {"black": "I6"}}, lay("I6 catastrophe"), A={"catastrophes": 1}), "I6"),
    "a leader without a temple": (standing({"A": {"black": "A1"}}), "temple"),
    "a leader beside a flipped tile only": (
        standing({"A": {"black": "G5"}}, lay(down=FOUR), monuments={"red-blue": "H5"}),
        "temple",
    ),
    "a leader of a seat not in the game": (
        position(seats="AB", leaders={"P": {"black": "I6"}}),
        r"leaders",
    ),
    "a leader on an unknown cell": (standing({"A": {"black": "Z9"}}), "Z9"),
    "two leaders on one cell": (standing({"A": {"black": "I6"}, "B": {"red": "I6"}}), "already stands on I6"),
    "two kings in one kingdom": (standing({"A": {"black": "I6"}, "B": {"black": "I8"}}), "same kingdom"),
    "two farmers in one kingdom far apart": (
        standing({"A": {"blue": "E5"}, "B": {"blue": "I5"}}, lay(red="F5 H5", green="G5")),
        "same kingdom",
    ),
    # monuments and wonder
    "an unknown monument": (flipped(FOUR, {"red-red": "H5"}), "red-red"),
    "a monument in the other order": (flipped(FOUR, {"blue-red": "H5"}), "red-blue"),
    "a monument over the edge": (flipped(FOUR, {"red-blue": "H5", "red-green": "P5"}), "P5"),
    "a monument on empty cells": (standing({}, monuments={"red-blue": "H5"}), "H5"),
    "a monument with a tile face up": (standing({}, lay(down="H5 I5 H6", red="I6"), monuments={"red-blue": "H5"}), "I6"),
    "monuments that overlap": (flipped("H5 I5 J5 H6 I6 J6", {"red-blue": "H5", "red-green": "I5"}), "already"),
    "a monument partly on river": (flipped("D1 E1 D2 E2", {"red-blue": "D1"}), "partly"),
    "a monument on river without blue": (flipped("O4 P4 O5 P5", {"red-green": "O4"}), "no blue"),
    "a flipped tile without a monument": (flipped(f"{FOUR} A1", {"red-blue": "H5"}), "A1"),
    "flipped tiles without monuments": (flipped(FOUR, {}), "flipped"),
    "a wonder without the option": (wonder(PLUS, rulings={}), "wonder"),
    "a wonder of four cells": (wonder("H5 G6 H6 I6"), "five"),
    "a wonder partly on river": (wonder("C3 B4 C4 D4 C5"), "river"),
    # turn and actions left
    "the turn of an unknown seat": (base(turn="X"), "turn"),
    "the turn of a seat not in the game": (position(seats="AB", turn="P"), "turn"),
    "no actions left": (base(actions_left=0), "actions_left"),
    "three actions left": (base(actions_left=3), "actions_left"),
    "two actions left within one": (draw(1, actions_left=2), "actions_left"),
    "actions left in a refill": (base(phase="refill", actions_left=1), "actions_left"),
    "one action left at the start": (base(phase="start", actions_left=1), "actions_left"),
    # pending
    "something pending at the start": (base(phase="start", pending={"kind": "take"}), "pending"),
    "something pending in the refill": (base(phase="refill", pending={"kind": "income"}), "pending"),
    "something pending when it is over": (over() | {"pending": {"kind": "take"}}, "pending"),
    "pending without a kind": (base(pending={}), "kind"),
    "an unknown kind": (base(pending={"kind": "revolt"}), "kind"),
    "a marker on no tile": (war({"kind": "war", "marker": "G6"}), "G6"),
    "a marker on a catastrophe": (
        war({"kind": "war", "marker": "G5"}, board=lay("G5 catastrophe", red="F5 H5"), A={"catastrophes": 1}),
        "G5",
    ),
    "no war": (war({"kind": "war", "marker": "G5"}, {"A": {"black": "E5"}, "B": {"red": "H6"}}), "war"),
    "one war": (war({"kind": "war", "marker": "G5"}, {"A": {"black": "E5"}, "B": {"black": "I5"}}), "war"),
    "wars apart from another pair of kings": (
        war({"kind": "war", "marker": "G5"}, WARRING | {"P": {"black": "M5"}, "L": {"black": "N6"}}),
        "same kingdom",
    ),
    "a war of one seat with itself": (war(commit(attacker="A", defender="A")), "war"),
    "a war of leaders that are not there": (war(commit(colour="green")), "leader"),
    "a war of leaders that are apart": (
        war(commit(defender="P"), {"A": {"black": "E5"}, "B": {"black": "I5"}, "P": {"black": "K2"}}),
        "war",
    ),
    "a war in which the wrong side attacks": (war(commit(attacker="B", defender="A")), "attacker"),
    "a war without a marker": (war(commit(marker=None)), "marker"),
    "a war with a marker elsewhere": (war(commit(marker="K1")), "war"),
    "minus one tile committed": (war(commit(attack=-1)), "attack"),
    "a revolt with a marker": (revolt(marker="I7"), "marker"),
    "a revolt by somebody else": (revolt(attacker="B", defender="A"), "attacker"),
    "a revolt without the defender": (revolt({"A": {"black": "I8"}}), "defender|leader"),
    "a revolt of leaders apart": (revolt({"A": {"black": "I8"}, "B": {"black": "K2"}}), "kingdom"),
    "a revolt of another colour": (revolt({"A": {"red": "I8"}, "B": {"red": "I6"}}), "leader"),
    "a revolt against oneself": (revolt(defender="A"), "kingdom|two"),
    "a revolt that joins two kingdoms": (
        standing(
            {"A": {"black": "G5"}, "B": {"black": "E5"}, "P": {"green": "I5"}},
            lay(red="F5 H5 G4"),
            pending=commit(conflict="revolt", marker=None),
        ),
        "kingdom|revolt",
    ),
    "more committed than a hand holds": (war(commit(attack=5), A=hand(red=4)), "attack|hand|more"),
    "a revolt beside two other kings": (
        revolt({"A": {"black": "I8"}, "B": {"black": "I6"}, "P": {"black": "H7"}}),
        "same kingdom",
    ),
    "nothing to build": (build(board=lay(black="G5 H5 G6")), "build|built"),
    "nothing to build with that tile": (build(cell="A1", board=lay(black="G5 H5 G6 H6 A1")), "build|built"),
    "nothing to build on an empty cell": (build(cell="F5"), "F5"),
    "nothing to take": (base(pending={"kind": "take"}), "treasures"),
    "one to take": (standing({"A": {"green": "I6"}}, pending={"kind": "take"}), "treasures"),
    "nobody to take": (
        standing({"A": {"black": "I6"}}, lay(black="I5 J5 K5 L5 M5"), pending={"kind": "take"}),
        "treasures",
    ),
    "no choice of what to take": (
        standing({"A": {"green": "A8"}}, lay(black="B9 C9 D9 E9", green="F9"), pending={"kind": "take"}),
        "treasures",
    ),
    "seven tiles to draw": (draw(7), "left"),
    "more to draw than the bag has": (draw(3, bag={"red": 2}), "bag"),
    "more to draw than the hand can hold": (draw(3, A=hand(red=4)), "more than 6"),
    "income with actions left": (income(actions_left=1), "actions_left"),
    "income without a king": (income({}), "king"),
    "income without a king there": (income({"A": {"black": "K2"}}), "king"),
    "income without a wonder": (income(board=lay(red="H4")), "king|wonder"),
    # outcome
    "no outcome": ({k: v for k, v in over().items() if k != "outcome"}, "outcome"),
    "an outcome of null": (over() | {"outcome": None}, "outcome"),
    "an outcome while it goes on": (position(seats="AB", outcome=ENDED), "outcome"),
    "an outcome that lacks a field": (over() | {"outcome": {"reason": "bag"}}, "winners"),
    "an unknown reason": (over(reason="unrest"), "reason"),
    "other winners": (over(winners=["B"]), "winners"),
    "a loser": (over(loser="B"), "loser"),
    "other scores": (over(scores={"A": [1, 1, 1, 2], "B": [0, 0, 0, 0]}), "scores"),
    "scores of one seat": (over(scores={"A": [1, 1, 1, 1]}), "scores"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_N_6_is_refused(name: str) -> None:
    broken, match = BROKEN[name]
    original = copy.deepcopy(broken)
    with pytest.raises(kingdoms.KingdomsError, match=match) as caught:
        kingdoms.read_position(broken) if isinstance(broken, dict) and "game" in broken else Rivers.read_position(broken)
    assert broken == original, "what is read stays as it is"
    assert fault(broken) is not None, "the naive model accepts it"
    clause = getattr(caught.value, "clause", None)
    assert clause is None or clause in CLAUSES or name == "another game"


def test_N_6_the_clause_is_of_what_is_pending() -> None:
    with pytest.raises(kingdoms.PositionError) as building:
        Rivers.read_position(build(cell="F5"))
    assert building.value.clause == "H-1"
    raising = build(cell="F5", rulings={"buildings": True}, buildings={}) | {"pending": {"kind": "raise", "cell": "F5"}}
    with pytest.raises(kingdoms.PositionError) as raised:
        Rivers.read_position(raising)
    assert raised.value.clause == "CB-3"


CIVIC = {"buildings": True}


@pytest.mark.parametrize(
    "wrong",
    [
        {"rulings": CIVIC, "buildings": {"green": "K6"}},
        {"rulings": CIVIC, "buildings": {"red": "J6"}},
        {"rulings": CIVIC, "buildings": {"green": None}},
        {"rulings": {}, "buildings": {}},
        {"rulings": CIVIC, "pending": {"kind": "raise", "cell": "J6"}},
        {"rulings": CIVIC, "pending": {"kind": "raise", "cell": "J5"}},
        {"rulings": {"commitments": True}},
        {"rulings": {"short": 1}},
        {"rulings": {"board": "advanced"}},
        {"rulings": {"board": "advanced"}, "board": {"I7": "red*"}},
        {"rulings": {"board": "advanced"}, "board": {"I9": "blue"}},
        {"rulings": {"board": "advanced"}, "seats": {"A": {"treasures": 13}, "B": {}}, "board": {"E1": "red*", "J1": "red*"}},
    ],
)
def test_N_6_wrong_options_are_refused(wrong: dict[str, Any]) -> None:
    broken = position(lay(green="J6")) | wrong
    assert fault(broken) is not None
    with pytest.raises(kingdoms.KingdomsError):
        Rivers.read_position(broken)


def test_N_6_pending_may_also_name_a_decision() -> None:
    fields = {name: value for name, value in revolt()["pending"].items() if name != "kind"} | {"decision": "commit"}
    by_decision = Rivers.read_position(revolt() | {"pending": fields})
    assert by_decision == Rivers.read_position(revolt())
    assert next(iter(by_decision.position()["pending"])) == "kind"
    with pytest.raises(kingdoms.PositionError, match="decision and kind are two names for one field"):
        Rivers.read_position(revolt() | {"pending": fields | {"kind": "commit"}})
