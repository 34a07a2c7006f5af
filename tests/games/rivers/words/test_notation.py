"""Names and actions as text: one line, one spelling, both ways without loss (N-1, N-2)."""

from __future__ import annotations

import itertools

import pytest

import kingdoms
from kingdoms.games.rivers.engine import codes
from kingdoms.games.rivers.engine.geometry import CELLS, PAIR_NAMES
from tests.games.rivers.support.tables import COLOURS, RULINGS

GAME = kingdoms.load_game("rivers")
ACTIONS = [
    *(f"first {seat}" for seat in "ABPL"),
    *(f"{kind} {colour}" for kind in ("draw", "withdraw", "war", "income") for colour in COLOURS),
    *(f"{kind} {colour} {cell}" for kind in ("place", "leader") for colour in COLOURS for cell in CELLS),
    *(f"{kind} {cell}" for kind in ("catastrophe", "raise", "wonder", "take") for cell in CELLS),
    *("swap {} {} {} {}".format(*counts) for counts in itertools.product(range(7), repeat=4) if 1 <= sum(counts) <= 6),
    *(f"commit {count}" for count in range(7)),
    *(f"build {pair} {cell}" for pair in PAIR_NAMES for cell in CELLS),
    *("pass", "decline"),
]


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
    assert {GAME.action_to_string(number) for number in numbers} == set(ACTIONS)
    assert len(numbers) == len(ACTIONS)
    assert [GAME.string_to_action(GAME.action_to_string(number)) for number in numbers] == numbers
    for number in {*range(codes.ACTIONS), codes.ACTIONS} - set(numbers):
        with pytest.raises(kingdoms.NotationError, match="no action has the number"):
            GAME.action_to_string(number)


WRONG = {
    "missing": [""],
    "not a kind of action": ["end", "\x00"],
    "did you mean|red": ["place rad A1"],
    "not a colour": ["place yellow A1"],
    "not a cell": ["place red A0", "place red A01", "place red A+1", "place red A١"],
    "catastrophe": ["catastophe A1"],
    "no tile at all": ["swap 0 0 0 0"],
    "more than the six": ["swap 6 1 0 0"],
    "not a number of tiles": ["swap 7 0 0 0", "swap 01 0 0 0", "swap ١ 0 0 0", "commit 7", "commit -1", "commit ²"],
    "not a pair": ["build red A1", "build blue-red A1"],
    "build COLOUR-COLOUR CELL": ["build red blue A1"],
    "not a seat": ["first Archer"],
}


@pytest.mark.parametrize("match", WRONG)
def test_N_2_any_other_spelling_is_refused(match: str) -> None:
    for text in WRONG[match]:
        with pytest.raises(kingdoms.NotationError, match=match) as caught:
            GAME.string_to_action(text)
        assert caught.value.clause == "N-2", text
