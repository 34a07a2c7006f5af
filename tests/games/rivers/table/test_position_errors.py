"""Malformed and impossible positions: each is refused with a message that says what is wrong and where (N-6)."""

from __future__ import annotations

import copy
from typing import Any

import pytest

import kingdoms
from kingdoms.games.rivers.game import Rivers
from kingdoms.games.rivers.words.clauses import CLAUSES
from tests.games.rivers.reference.fault import fault
from tests.games.rivers.support.scenes import KING, PLUS, RIVALS, ROAD
from tests.games.rivers.support.tables import COLOURS, hand, lay, position

FOUR = "H5 I5 H6 I6"
ON = {"wonder": True}
CIVIC = {"buildings": True}
MARKED = {"kind": "war", "marker": "G5"}
Position = dict[str, Any]


def base(*cells: str, **fields: Any) -> Position:
    """Return a sound position with something more on the board, and other fields."""
    return position(lay(*cells), fields.pop("leaders", {"A": {"black": "I6"}, "B": {"red": "K2"}}), **fields)


def without(name: str, fields: Position) -> Position:
    """Return a position that lacks a field."""
    return {key: value for key, value in fields.items() if key != name}


def standing(leaders: Any, board: dict[str, str] | None = None, **fields: Any) -> Position:
    """Return a position with leaders."""
    return position(board, **fields) | {"leaders": leaders}


def flipped(cells: str, monuments: Any) -> Position:
    """Return a board with flipped tiles."""
    return position(lay(down=cells), monuments=monuments)


def wonder(cells: str, **rulings: bool) -> Position:
    """Return a board with a wonder on these cells."""
    return position(lay(wonder=cells), rulings=rulings)


def war(pending: Any, leaders: Any = None, *cells: str, **fields: Any) -> Position:
    """Return two kingdoms that the tile on G5 joins."""
    return standing(leaders or RIVALS, lay("G5 green", *cells, red="F5 H5"), pending=pending, **fields)


def kings(attacker: str, defender: str, **places: str) -> Any:
    """Return two kings and more leaders."""
    return {attacker: {"black": "E5"}, defender: {"black": "I5"}} | {seat: {"black": cell} for seat, cell in places.items()}


def commit(**changed: Any) -> Position:
    """Return a commitment of Archer's king against Bull's, in a war or with changes."""
    fields = {"kind": "commit", "conflict": "war", "colour": "black", "attacker": "A", "defender": "B", "marker": "G5"}
    return fields | {"attack": None} | changed


def revolt(leaders: Any = None, board: Any = None, **changed: Any) -> Position:
    """Return a revolt of Archer's king against Bull's, with changes."""
    fields = commit(conflict="revolt", marker=None) | changed
    return standing(leaders or KING | {"A": {"black": "I8"}}, board, pending=fields)


def build(cell: Any = "G5", cells: str = "G5 H5 G6 H6", kind: str = "build", **fields: Any) -> Position:
    """Return a square with the tile on G5."""
    return position(lay(black=cells), pending={"kind": kind, "cell": cell}, **fields)


def take(cells: str = f"{ROAD} M5", **leaders: str) -> Position:
    """Return a trader of Archer with a choice of two treasures."""
    return standing({"A": leaders or {"green": "I6"}}, lay(black=cells), pending={"kind": "take"})


def draw(left: Any, **fields: Any) -> Position:
    """Return the middle of a swap by Archer."""
    return base(pending={"kind": "draw", "left": left}, **fields)


def income(leaders: Any = None, **fields: Any) -> Position:
    """Return a wonder that pays Archer's king."""
    board = lay(red="H4", wonder=PLUS)
    defaults = {"rulings": ON, "pending": {"kind": "income"}, "actions_left": 0}
    return standing(leaders or {"A": {"black": "G4"}}, board, **(defaults | fields))


def over(**changed: Any) -> Position:
    """Return a game that is over."""
    outcome = {"reason": "bag", "winners": ["A"], "loser": None, "scores": {"A": [1, 1, 1, 1], "B": [0, 0, 0, 0]}}
    points = dict.fromkeys(COLOURS, 1)
    return position(seats="AB", A={"points": points}, phase="over", outcome=outcome | changed)


def test_N_6_the_base_of_the_table_below_is_valid() -> None:
    river_monument = flipped("O4 P4 O5 P5", {"blue-green": "O4"})
    sound = {
        "action": [base(), flipped(FOUR, {"red-blue": "H5"}), river_monument, wonder(PLUS, wonder=True)],
        "war": [war(MARKED)],
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
    "no game": (without("game", base()), "game"),
    "no phase": (without("phase", base()), "phase"),
    "no seats": (without("seats", base()), "seats"),
    "another game": (base(game="middlesea"), "game"),
    "a field nearly right": (base(monument={}), "monuments"),
    "unknown rulings": (base(rulings={"wander": True}), "wonder"),
    "a ruling of another type": (base(rulings={"commitments": True}), "commitments"),
    "a variant of another type": (base(rulings={"short": 1}), "short"),
    "an unknown phase": (base(phase="war"), "phase"),
    # seats
    "one seat": (base() | {"seats": {"A": {}}}, "2, 3 or 4"),
    "an unknown seat": (base() | {"seats": {"A": {}, "X": {}}}, "X"),
    "a negative hand": (base(A=hand(red=-1)), r"^seats\.A\.hand\.red: must be a whole number from 0 to 6, not -1"),
    "seven tiles of two colours": (base(A=hand(red=4, blue=3)), "at most 6"),
    "eleven treasures": (base(A={"treasures": 1}), "11 treasures"),
    "thirteen treasures": (
        position(dict.fromkeys(("E1", "J1"), "red*"), A={"treasures": 13}, rulings={"board": "advanced"}),
        "15 treasures",
    ),
    "three catastrophes left": (base(A={"catastrophes": 3}), "catastrophes"),
    "nine catastrophes in all": (base("A1 catastrophe"), "more than two for each seat"),
    # the board
    "an unknown cell": (base("Q1 red"), "Q1"),
    "a cell in small letters": (base("a1 red"), "A1"),
    "an unknown thing": (base("I7 catastrophe*"), r"board\.I7"),
    "red on the river": (base("E1 red"), "river"),
    "blue on land": (base("A1 blue"), "land"),
    "a farm on land of the advanced board": (position({"I9": "blue"}, rulings={"board": "advanced"}), "land"),
    "a treasure elsewhere": (base("A1 red*"), "treasure"),
    "a treasure elsewhere on the advanced board": (position({"I7": "red*"}, rulings={"board": "advanced"}), "treasure"),
    # tiles
    "more red than there are": (base(bag={"red": 48}), "58 red"),
    "more green than there are": (base("A1 green", bag={"green": 30}), "31 green"),
    "a bag of 37 farms": (base(bag={"blue": 37}), r"bag\.blue"),
    # leaders
    "a leader on the river": (standing({"A": {"black": "N4"}}), "river"),
    "a leader on a tile": (standing({"A": {"black": "I7"}}), "I7"),
    "a leader without a temple": (standing({"A": {"black": "A1"}}), "temple"),
    "a leader beside a flipped tile only": (flipped(FOUR, {"red-blue": "H5"}) | {"leaders": {"A": {"black": "G5"}}}, "temple"),
    "a leader of a seat not in the game": (position(seats="AB", leaders={"P": {"black": "I6"}}), r"leaders"),
    "a leader on an unknown cell": (standing({"A": {"black": "Z9"}}), "Z9"),
    "two leaders on one cell": (standing({"A": {"black": "I6"}, "B": {"red": "I6"}}), "already stands on I6"),
    "two kings in one kingdom": (standing(KING | {"A": {"black": "I8"}}), "same kingdom"),
    "two kings in one kingdom far apart": (war(None, kings("A", "B")), "same kingdom"),
    # monuments and wonder
    "an unknown monument": (flipped(FOUR, {"red-red": "H5"}), "red-red"),
    "a monument in the other order": (flipped(FOUR, {"blue-red": "H5"}), "red-blue"),
    "a monument over the edge": (flipped(FOUR, {"red-blue": "H5", "red-green": "P5"}), "P5"),
    "a monument with an empty cell": (flipped("H5 I5 H6", {"red-blue": "H5"}), "I6"),
    "monuments that overlap": (flipped("H5 I5 J5 H6 I6 J6", {"red-blue": "H5", "red-green": "I5"}), "already"),
    "a monument partly on river": (flipped("D1 E1 D2 E2", {"red-blue": "D1"}), "partly"),
    "a monument on river without blue": (flipped("O4 P4 O5 P5", {"red-green": "O4"}), "no blue"),
    "a flipped tile without a monument": (flipped(f"{FOUR} A1", {"red-blue": "H5"}), "A1"),
    "a wonder without the option": (wonder(PLUS), "wonder"),
    "a wonder of four cells": (wonder("H5 G6 H6 I6", wonder=True), "five"),
    "a wonder partly on river": (wonder("C3 B4 C4 D4 C5", wonder=True), "river"),
    # civilization buildings
    "a building on another cell": (position(lay("J6 green"), rulings=CIVIC, buildings={"green": "K6"}), "K6"),
    "a building on another colour": (position(lay("J6 green"), rulings=CIVIC, buildings={"red": "J6"}), "J6"),
    "a building nowhere": (position(rulings=CIVIC, buildings={"green": None}), r"buildings\.green"),
    "buildings without the option": (position(buildings={}), "buildings"),
    # turn and actions left
    "the turn of a seat not in the game": (position(seats="AB", turn="P"), "turn"),
    "no actions left": (base(actions_left=0), "actions_left"),
    "three actions left": (base(actions_left=3), "actions_left"),
    "two actions left within one": (draw(1, actions_left=2), "actions_left"),
    "actions left in a refill": (base(phase="refill", actions_left=1), "actions_left"),
    "one action left at the start": (base(phase="start", actions_left=1), "actions_left"),
    # pending
    "something pending in the refill": (base(phase="refill", pending={"kind": "income"}), "pending"),
    "something pending when it is over": (over() | {"pending": {"kind": "take"}}, "pending"),
    "pending without a kind": (base(pending={}), "kind"),
    "an unknown kind": (base(pending={"kind": "revolt"}), "kind"),
    "a marker on no tile": (war(MARKED | {"marker": "G6"}), "G6"),
    "a marker on a catastrophe": (war(MARKED, {}, "G5 catastrophe", A={"catastrophes": 1}), "G5"),
    "no war": (war(MARKED, {"A": {"black": "E5"}, "B": {"red": "H6"}}), "war"),
    "one war": (war(MARKED, kings("A", "B")), "war"),
    "wars apart from another pair of kings": (
        war(MARKED, RIVALS | {"P": {"black": "M5"}, "L": {"black": "N6"}}),
        "same kingdom",
    ),
    "a war of one seat with itself": (war(commit(attacker="A", defender="A")), "war"),
    "a war of leaders that are not there": (war(commit(colour="green")), "leader"),
    "a war of leaders that are apart": (war(commit(defender="P"), kings("A", "B", P="K2")), "war"),
    "a war in which the wrong side attacks": (war(commit(attacker="B", defender="A")), "attacker"),
    "a war without a marker": (war(commit(marker=None)), "marker"),
    "a war with a marker elsewhere": (war(commit(marker="K1")), "war"),
    "minus one tile committed": (war(commit(attack=-1)), "attack"),
    "more committed than a hand holds": (war(commit(attack=5), A=hand(red=4)), "attack|hand|more"),
    "a revolt with a marker": (revolt(marker="I7"), "marker"),
    "a revolt by somebody else": (revolt(attacker="B", defender="A"), "attacker"),
    "a revolt without the defender": (revolt({"A": {"black": "I8"}}), "defender|leader"),
    "a revolt of leaders apart": (revolt({"A": {"black": "I8"}, "B": {"black": "K2"}}), "kingdom"),
    "a revolt of another colour": (revolt({"A": {"red": "I8"}, "B": {"red": "I6"}}), "leader"),
    "a revolt against oneself": (revolt(defender="A"), "kingdom|two"),
    "a revolt that joins two kingdoms": (
        revolt({"A": {"black": "G5"}, "B": {"black": "E5"}, "P": {"green": "I5"}}, lay(red="F5 H5 G4")),
        "kingdom|revolt",
    ),
    "a revolt beside another king": (revolt(KING | {"A": {"black": "I8"}, "P": {"black": "H7"}}), "same kingdom"),
    "nothing to build": (build(cells="G5 H5 G6"), "build|built"),
    "nothing to build with that tile": (build(cell="A1", cells="G5 H5 G6 H6 A1"), "build|built"),
    "nothing to build on an empty cell": (build(cell="F5"), "F5"),
    "nothing to put up on an empty cell": (build("J6", kind="raise", rulings=CIVIC), "J6"),
    "nothing to put up in a line of two": (build(kind="raise", rulings=CIVIC), "G5"),
    "one to take": (take(""), "treasures"),
    "nobody to take": (take(black="I6"), "treasures"),
    "no choice of what to take": (take("B9 C9 D9 E9 F9", green="A8"), "treasures"),
    "seven tiles to draw": (draw(7), "left"),
    "more to draw than the bag has": (draw(3, bag={"red": 2}), "bag"),
    "more to draw than the hand can hold": (draw(3, A=hand(red=4)), "more than 6"),
    "income with actions left": (income(actions_left=1), "actions_left"),
    "income without a king there": (income({"A": {"black": "K2"}}), "king"),
    # outcome
    "no outcome": (without("outcome", over()), "outcome"),
    "an outcome of null": (over() | {"outcome": None}, "outcome"),
    "an outcome while it goes on": (over() | {"phase": "action"}, "outcome"),
    "an outcome that lacks a field": (over() | {"outcome": {"reason": "bag"}}, "winners"),
    "an unknown reason": (over(reason="unrest"), "reason"),
    "other winners": (over(winners=["B"]), "winners"),
    "a loser": (over(loser="B"), "loser"),
    "other scores": (over(scores={"A": [1, 1, 1, 2], "B": [0, 0, 0, 0]}), "scores"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_N_6_is_refused(name: str) -> None:
    broken, match = BROKEN[name]
    original = copy.deepcopy(broken)
    with pytest.raises(kingdoms.KingdomsError, match=match) as caught:
        kingdoms.read_position(broken) if "game" in broken else Rivers.read_position(broken)
    assert broken == original, "what is read stays as it is"
    assert fault(broken) is not None, "the naive model accepts it"
    clause = getattr(caught.value, "clause", None)
    assert clause is None or clause in CLAUSES or name == "another game"


@pytest.mark.parametrize(("kind", "clause"), [("build", "H-1"), ("raise", "CB-3")])
def test_N_6_the_clause_is_of_what_is_pending(kind: str, clause: str) -> None:
    with pytest.raises(kingdoms.PositionError) as caught:
        Rivers.read_position(build("F5", kind=kind, rulings=CIVIC, buildings={}))
    assert caught.value.clause == clause


def test_N_6_pending_may_also_name_a_decision() -> None:
    fields = without("kind", revolt()["pending"]) | {"decision": "commit"}
    by_decision = Rivers.read_position(revolt() | {"pending": fields})
    assert by_decision == Rivers.read_position(revolt())
    assert next(iter(by_decision.position()["pending"])) == "kind"
    with pytest.raises(kingdoms.PositionError, match="decision and kind are two names for one field"):
        Rivers.read_position(revolt() | {"pending": fields | {"kind": "commit"}})
