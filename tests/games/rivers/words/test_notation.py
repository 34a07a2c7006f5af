"""Names and actions as text: one line, one spelling, both ways without loss (N-1, N-2)."""

from __future__ import annotations

import itertools

import pytest

import kingdoms
from kingdoms.games.rivers.engine import codes
from kingdoms.games.rivers.engine.geometry import CELLS, PAIR_NAMES
from tests.games.rivers.support.tables import RULINGS

GAME = kingdoms.load_game("rivers")
COLOURS = ("red", "blue", "green", "black")
SWAPS = [counts for counts in itertools.product(range(7), repeat=4) if 1 <= sum(counts) <= 6]

FORMS: dict[str, list[str]] = {
    "first SEAT": [f"first {seat}" for seat in "ABPL"],
    "draw COLOUR": [f"draw {colour}" for colour in COLOURS],
    "place COLOUR CELL": [f"place {colour} {cell}" for colour in COLOURS for cell in CELLS],
    "leader COLOUR CELL": [f"leader {colour} {cell}" for colour in COLOURS for cell in CELLS],
    "withdraw COLOUR": [f"withdraw {colour}" for colour in COLOURS],
    "catastrophe CELL": [f"catastrophe {cell}" for cell in CELLS],
    "swap R B G K": ["swap {} {} {} {}".format(*counts) for counts in SWAPS],
    "pass": ["pass"],
    "war COLOUR": [f"war {colour}" for colour in COLOURS],
    "commit K": [f"commit {count}" for count in range(7)],
    "raise CELL": [f"raise {cell}" for cell in CELLS],
    "build COLOUR-COLOUR CELL": [f"build {pair} {cell}" for pair in PAIR_NAMES for cell in CELLS],
    "wonder CELL": [f"wonder {cell}" for cell in CELLS],
    "decline": ["decline"],
    "take CELL": [f"take {cell}" for cell in CELLS],
    "income COLOUR": [f"income {colour}" for colour in COLOURS],
}
ALL = [text for texts in FORMS.values() for text in texts]


def test_N_1_names_and_orders() -> None:
    assert GAME.name == "rivers"
    assert list(GAME.rulings.items()) == list(RULINGS.items())
    assert [(ruling.name, ruling.values) for ruling in GAME.known_rulings] == [
        ("wonder", (False, True)),
        ("open_scores", (False, True)),
        ("board", ("standard", "advanced")),
        ("buildings", (False, True)),
        ("commitments", ("free", "needed")),
    ]
    assert [(variant.name, variant.values) for variant in GAME.variants] == [("short", (False, True))]
    assert CELLS[:3] == ("A1", "B1", "C1")
    assert (CELLS[16], CELLS[-1], len(CELLS)) == ("A2", "P11", 176)
    assert tuple(f"{first}-{second}" for first, second in itertools.combinations(COLOURS, 2)) == PAIR_NAMES


def test_N_2_the_action_space_is_these_texts_and_no_others() -> None:
    numbers = list(GAME.action_space(6))
    assert numbers == sorted(set(numbers))
    assert {GAME.action_to_string(number) for number in numbers} == set(ALL)
    assert len(numbers) == len(ALL)
    assert [GAME.string_to_action(GAME.action_to_string(number)) for number in numbers] == numbers
    for number in {*range(codes.ACTIONS), codes.ACTIONS} - set(numbers):
        with pytest.raises(kingdoms.NotationError, match="no action has the number"):
            GAME.action_to_string(number)


WRONG = [
    ("", "missing"),
    ("end", "not a kind of action"),
    ("place rad A1", "did you mean|red"),
    ("place yellow A1", "not a colour"),
    ("place red A0", "not a cell"),
    ("place red A01", "not a cell"),
    ("place red A+1", "not a cell"),
    ("place red A١", "not a cell"),
    ("catastophe A1", "catastrophe"),
    ("swap 0 0 0 0", "no tile at all"),
    ("swap 6 1 0 0", "more than the six"),
    ("swap 7 0 0 0", "not a number of tiles"),
    ("swap 01 0 0 0", "not a number of tiles"),
    ("swap ١ 0 0 0", "not a number of tiles"),
    ("commit 7", "not a number of tiles"),
    ("commit -1", "not a number of tiles"),
    ("commit ²", "not a number of tiles"),
    ("build red A1", "not a pair"),
    ("build blue-red A1", "not a pair"),
    ("build red blue A1", "build COLOUR-COLOUR CELL"),
    ("first Archer", "not a seat"),
    ("\x00", "not a kind of action"),
]


@pytest.mark.parametrize(("text", "match"), WRONG, ids=[repr(text[:20]) for text, _ in WRONG])
def test_N_2_any_other_spelling_is_refused(text: str, match: str) -> None:
    with pytest.raises(kingdoms.NotationError, match=match) as caught:
        GAME.string_to_action(text)
    assert caught.value.clause == "N-2"
