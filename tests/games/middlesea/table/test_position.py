"""Positions: writing, reading, defaults, and pending decisions (N.4)."""

from __future__ import annotations

from typing import Any

import pytest

from kingdoms.games.middlesea.engine.geometry import SUITS
from kingdoms.games.middlesea.engine.state import State
from kingdoms.games.middlesea.game import MiddleSea
from kingdoms.games.middlesea.words.rulings import RULINGS
from tests.games.middlesea.support.tables import (
    EXAMPLE,
    cities,
    leader,
    legal,
    money,
    new,
    play,
    question,
    refused,
    stack,
    table,
)
from tests.games.middlesea.support.worked_example import CONTROL


def four_markets(**fields: Any) -> State:
    """The position of D-CTRL, with other fields."""
    return table("control", "S", **CONTROL, **fields)


def two_mines() -> State:
    """N may choose whether its two mines produce."""
    north, rulings = "2@N.FL 3@N.FM N.C-N.FL N.C-N.FM", {"production": "choice"}
    return table("production", sites="N.FL=C3 N.FM=C4", N=north, rulings=rulings)


def war(**fields: Any) -> State:
    """N's garrison and temple; S has a city with a leader, and another with a leader who can put rebellions down."""
    north, south = "N.C-N.FM N.FM:2 2@N.FM 5@N.BL 0@reserve", "S.C-S.FL S.C-S.FM 4@S.FL- 3@S.FM unrest=1"
    sites = "N.FM=A3 N.BL=M4 S.FL=S4 S.FM=A5"
    return table("leader", "N", order=["E", "N", "S", "W"], sites=sites, N=north, S=south, **fields)


def three_tied() -> State:
    """N is first by its temple, the others tie."""
    return table("dominance", sites="N.BL=M3", N="N.C-N.BL")


def over() -> State:
    """A game that has ended by civil war, with a city lost."""
    north, south = "money=0 3@N.BL N.FM:4", "money=0 unrest=4 S.FM:1"
    state = table("leader", "N", sites="N.BL=M5 S.FM=S2 N.FM=C1", N=north, S=south, round=7)
    return play(state, "attack 3 S.FM")


MOMENTS: list[tuple[State, str | None, str | None, dict[str, Any] | None]] = [
    (new(3), "chance", "first", None),
    (play(four_markets(), "pay 0", "rebel S.FM"), "S", "rebel", {"chosen": ["S.FM"], "left": 1}),
    (
        play(four_markets(), "pay 0", "rebel S.FM", "rebel S.BL", "suppress S.FM 2"),
        "S",
        "suppress",
        {"seat": "S", "revolted": ["S.BL", "S.FM"], "rebelling": ["S.BL"]},
    ),
    (play(three_tied(), "rank S"), "N", "rank", {"ranked": ["N", "S"]}),
    (two_mines(), "N", "produce", {"seat": "N", "site": "N.FL"}),
    (play(two_mines(), "produce N.FL"), "N", "produce", {"seat": "N", "site": "N.FM"}),
    (play(war(), "attack 2 S.FL"), "N", "hire", {"site": "S.FL"}),
    (play(war(), "attack 2 S.FL", "hire 3"), "S", "defend", {"site": "S.FL", "attack": 8}),
    (over(), None, None, None),
]


@pytest.mark.parametrize(("state", "seat", "decision", "pending"), MOMENTS, ids=str)
def test_N_4_the_question_and_pending(
    state: State, seat: str | None, decision: str | None, pending: dict[str, Any] | None
) -> None:
    assert question(state) == (seat, decision)
    assert state.position()["pending"] == (pending and {"decision": decision} | pending)
    assert MiddleSea.read_position(state.position()) == state


def test_N_4_everything_has_a_default() -> None:
    seat: dict[str, Any] = {"king": 1, "goods": 4, "gold": 4, "unrest": 0, "roads": [], "ports": {}}
    seat["leaders"] = dict.fromkeys("02345", "reserve")
    position = MiddleSea.read_position({"game": "middlesea", "phase": "leader", "seats": {"S": {}, "N": {}}}).position()
    assert position.pop("rulings") == {ruling.name: ruling.default for ruling in RULINGS}
    assert position.pop("stacks") == {suit: [f"{suit[0].upper()}{value}" for value in range(1, 6)] for suit in SUITS}
    assert position == {
        "game": "middlesea",
        "round": 1,
        "phase": "leader",
        "turn": "N",
        "order": ["N", "S"],
        "sites": {},
        "seats": {"N": seat, "S": seat},
        "leader_phase": {"acted": None, "king_changed": False, "attacks": []},
        "time_up": False,
        "pending": None,
    }


def test_N_4_the_example() -> None:
    state = MiddleSea.read_position(EXAMPLE)
    assert (state.position()["round"], cities(state, "N"), money(state, "N")) == (3, {"N.FL", "N.BL"}, (1, 1))
    assert (leader(state, "S", 2), stack(state, "suns")) == ("S.FL-", ["S1", "S2", "S5"])
    assert refused(state, "attack 3 S.FL") == ""


def test_N_4_in_the_control_phase_seats_before_the_turn_are_done() -> None:
    for turn, decision in (("N", "pay"), ("E", "build")):
        assert question(table("control", turn, sites="N.FM=S1", N="king=0 2@N.FM"))[1] == decision


def test_N_4_the_first_tile_of_a_stack_is_its_top_and_a_stack_that_is_not_given_is_ascending() -> None:
    state = table("build", "N", sites="N.FM=S3 N.BL=M1", stacks={"suns": ["S5", "S1", "S4", "S2"]})
    assert stack(state, "moons") == ["M2", "M3", "M4", "M5"]
    play(state, "explore suns N.FL")
    assert state.position()["sites"] == {"N.BL": "M1", "N.FL": "S5", "N.FM": "S3"}
    assert stack(state, "suns") == ["S1", "S4", "S2"]


def test_N_4_who_has_acted_and_attacks_made_so_far() -> None:
    attacks = [{"by": "N", "on": "S", "kind": "military"}, {"by": "E", "on": "N", "kind": "missionary"}]
    state = war(leader_phase={"attacks": attacks})
    assert refused(state, "attack 2 S.FL") == "FT-4"
    late = war(leader_phase={"acted": 2})
    assert {text.split(" ")[1] for text in legal(late, "attack")} == {"5"}
    assert refused(late, "king 3") == "F-1"
    assert refused(state, "attack 5 S.FL") == ""
    result = state.position()["leader_phase"]["attacks"]
    assert sorted(result, key=str) == sorted(attacks, key=str)


def test_N_4_acted_and_king_restart_with_each_seat_but_attacks_stay() -> None:
    state = play(war(), "king 3", "attack 2 S.FL", "hire 0", "defend 0", "end")
    attacks = [{"by": "N", "on": "S", "kind": "military"}]
    assert state.position()["leader_phase"] == {"acted": None, "king_changed": False, "attacks": attacks}


def test_N_4_a_finished_game_carries_its_outcome_and_its_turn_has_no_meaning() -> None:
    position = over().position()
    assert (position["phase"], position["round"]) == ("over", 7)
    scores = {"N": 20, "E": 0, "S": 0, "W": 0}
    assert position["outcome"] == {"reason": "unrest", "winners": ["N"], "loser": "S", "scores": scores}
    assert MiddleSea.read_position(position | {"turn": "S"}) == MiddleSea.read_position(position)


def test_N_4_an_attack_or_a_rebellion_under_way_can_be_set_up() -> None:
    state = war(
        leader_phase={"acted": 2, "attacks": [{"by": "N", "on": "S", "kind": "military"}]},
        pending={"decision": "defend", "site": "S.FL", "attack": 6},
    )
    assert question(state) == ("S", "defend")
    assert legal(state) == {f"defend {k}" for k in range(5)}
    assert leader(play(state.clone(), "defend 1"), "N", 2) == "S.FL-"
    assert leader(play(state, "defend 2"), "N", 2) == "N.FM-"
    state = four_markets(pending={"decision": "rebel", "chosen": ["S.FL"], "left": 1})
    assert legal(state) == {"rebel S.BL", "rebel S.FR", "rebel S.FM"}
    play(state, "rebel S.FM")
    assert legal(state) == {"suppress S.FL 5", "suppress S.FM 5", "concede"}
