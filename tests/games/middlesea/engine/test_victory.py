"""How a game ends: V-1 to V-6, VA-1 to VA-3, N.5, D-CONQ, AMB-97, AMB-109 to AMB-123, AMB-132."""

from __future__ import annotations

from typing import Any

import pytest

import kingdoms
from kingdoms.core.constants import TERMINAL
from kingdoms.games.middlesea.engine.state import State
from tests.games.middlesea.support.tables import cities, ended, full_home, holdings, legal, play, question, refused, table

HOME, ROADS = full_home("N", ("S1", "S2", "S3", "S4", "S5"))
AT_HOME = {"0": "N.BL", "2": "N.FL", "3": "N.FM", "4": "N.FR", "5": "N.BR"}
ASLEEP = AT_HOME | {"0": "N.BL-"}
PROVINCES = ("M1", "M2", "M3", "C1", "C2")
TRADE, CONQUEST = ("trade", ("N",)), ("conquest", ("N",))


def last_turn(provinces: str = "", seats: str = "NESW", **fields: Any) -> State:
    """The last turn of a round; N has roads to its home cities, and by ports a province for each letter."""
    places = {name: iter(("FL", "FM", "FR")) for name in "ESW"}
    sites = [f"{name}.{next(places[name])}" for name in provinces]
    fields["N"] = {"roads": ROADS, "ports": dict.fromkeys(sites, 1)} | holdings(fields.get("N", ""))
    tiles = HOME | dict(zip(sites, PROVINCES, strict=False))
    return table("leader", fields.pop("turn", seats[-1]), seats=seats, sites=tiles, **fields)


def end(*arguments: Any, **fields: Any) -> tuple[str, tuple[str, ...]] | None:
    """Return how the game ends with that turn: the reason and the winners, or None if it goes on."""
    return ended(play(last_turn(*arguments, **fields), "end"))


def outcome(state: State) -> dict[str, Any]:
    """Return the outcome of a finished game."""
    data: dict[str, Any] = state.position()["outcome"]
    return data


@pytest.mark.parametrize(("tile", "reason"), [("A5", "capital"), ("M5", "king")])
def test_N_5_V_1_V_2_AMB_97_a_capital_or_king_falls_and_the_best_of_the_others_wins(tile: str, reason: str) -> None:
    sites, east = f"S.FM={tile} N.FL=S1 E.FL=S2 E.FM=S3 E.FR=S4", "E.C-E.FL E.C-E.FM E.C-E.FR"
    state = table("leader", "N", sites=sites, N="king=0 5@S.FM N.FL:1", E=east, S="money=0 unrest=1")
    play(state, "attack 5 S.C", "hire 2", "defend 0 leader")
    scores = {"N": 14, "E": 27, "S": 0, "W": 0}
    assert outcome(state) == {"reason": reason, "winners": ["E"], "loser": "S", "scores": scores}
    assert state.returns() == [0.0, 1.0, 0.0, 0.0]


@pytest.mark.parametrize("seats", ["NS", "EW"])
def test_AMB_114_N_3_of_two_players_the_other_one_wins_whatever_the_score_and_nothing_is_decided_then(seats: str) -> None:
    winner, loser = seats[0], seats[1]
    held = {winner: f"{winner}.FM:1 5@{winner}.FM", loser: f"{loser}.C-{loser}.FL"}
    fields: dict[str, Any] = {name: f"money=0 unrest=4 {held[name]}" for name in seats}
    state = table("leader", winner, seats=seats, sites={f"{winner}.FM": "A5", f"{loser}.FL": "S5"}, **fields)
    play(state, f"attack 5 {loser}.FL")
    scores = {winner: -11, loser: 0}
    assert outcome(state) == {"reason": "unrest", "winners": [winner], "loser": loser, "scores": scores}
    assert sorted(state.returns()) == [0.0, 1.0]
    assert (question(state), legal(state)) == ((None, None), set())
    assert (state.is_terminal(), state.current_player()) == (True, TERMINAL)
    assert all(refused(state, action) for action in ("end", f"first {winner}", "hire 0", "attack 3 S.FL"))


def test_AMB_120_AMB_123_AMB_133_a_loss_ends_the_game_without_a_look_at_conquest() -> None:
    home, roads = full_home("N", ("S1", "M1", "C1", "A1", "S2"))
    abroad = {"E.FL": "M2", "S.FL": "C2", "W.FL": "A2", "S.FM": "S5", "S.FR": "M5", "S.BR": "C5", "E.FM": "A3", "W.FM": "S3"}
    fields: dict[str, Any] = {
        "N": "unrest=4 E.FL:1 S.FL:1 W.FL:1 " + " ".join(roads),
        "S": "S.C-S.FM S.C-S.FR S.C-S.BR S.FM:5 S.FR:5",
        "W": "money=0 unrest=4 W.C-W.FM",
        "E": "money=0 5@E.FM E.FM:1",
    }
    state = table("leader", "E", order=["N", "S", "W", "E"], sites=home | abroad, **fields)
    scores = {"N": 60, "E": 14, "S": 75, "W": 0}
    assert outcome(play(state, "attack 5 W.FM")) == {"reason": "unrest", "winners": ["S"], "loser": "W", "scores": scores}


# -- scores -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("north", "expected"),
    [
        ("", 0),
        ("N.C-N.FL", 3),
        ("N.C-N.FL N.C-N.FM", 2 * (3 + 4)),
        ("N.C-N.FL N.C-N.FM unrest=1", 3 + 4),
        ("N.FL:2 N.FM:5 S.FR:1", 3 * (3 + 4 + 1 + 2 + 5 + 1)),
        ("N.C-N.FL 5@S.FL-", 2 * (3 + 5)),
        ("king=5 money=50 N.C-N.FL 4@N.FL", 3),
    ],
    ids=["nothing", "one city", "two cities", "unrest", "AMB-116: all piers", "a province", "AMB-132: wealth and leaders"],
)
def test_V_2_cities_less_unrest_times_values_and_piers(north: str, expected: int) -> None:
    state = table("build", "N", sites="N.FL=S3 N.FM=S4 S.FL=S5 S.FR=S1", N=north)
    assert state.view(None).kingdoms["N"].score == expected


SMALL: dict[str, Any] = {"sites": "N.FM=S2 E.FM=S3 S.FM=S4", "N": "N.C-N.FM money=99 king=5", "E": "E.FM:1", "S": "S.C-S.FM"}
"""N has 2, whatever its money and its king, E has 3 and a pier, S has 4, W nothing."""


@pytest.mark.parametrize(("limit", "is_over"), [(3, True), (2, True), (4, False), (None, False)])
def test_N_5_AMB_121_AMB_132_after_the_last_round_and_no_earlier_the_score_decides(limit: int | None, is_over: bool) -> None:
    state = play(table("leader", "W", **SMALL, round=3, rulings={"round_limit": limit}), "end")
    if is_over:
        scores = {"N": 2, "E": 4, "S": 4, "W": 0}
        assert outcome(state) == {"reason": "rounds", "winners": ["E", "S"], "loser": None, "scores": scores}
    else:
        assert (state.outcome(), state.position()["round"]) == (None, 4)


@pytest.mark.parametrize(("phase", "turn", "called"), [("build", "S", 3), ("build", "N", 4), ("leader", "S", 1)])
def test_V_5_AMB_122_time_may_be_called_whenever_it_passes_and_the_round_is_played_to_its_end(
    phase: str, turn: str, called: int
) -> None:
    state = table(phase, turn, seats="NS", sites="N.FL=S3 S.FL=C4", N="N.C-N.FL", S="S.C-S.FL")
    state.game.call(state, "time")
    play(state, *["end"] * (called - 1))
    assert (ended(state), question(state)) == (None, ("S", "leader"))
    scores = {"N": 3, "S": 4}
    assert outcome(play(state, "end")) == {"reason": "time", "winners": ["S"], "loser": None, "scores": scores}


@pytest.mark.parametrize(("order", "winner"), [("NESW", "E"), ("SWNE", "S"), ("WNES", "E")])
def test_AMB_113_score_tie_by_dominance(order: str, winner: str) -> None:
    state = table("leader", order[-1], order=list(order), **SMALL, time_up=True, rulings={"score_tie": "dominance"})
    before = state.columns()
    shares = dict(zip(state.game.seats, state.returns_by_score(), strict=True))
    assert shares == {seat: float(seat == winner) for seat in order}, "as if the time were up already"
    assert state.columns() == before
    assert outcome(play(state, "end"))["winners"] == [winner]
    assert state.returns_by_score() == state.returns()
    assert sum(state.returns()) == 1.0


def test_V_2_AMB_115_a_game_ended_by_agreement_is_decided_by_score_which_may_be_negative() -> None:
    state = table("leader", "N", seats="NES", sites="N.FM=S2 E.FM=S3", N="N.C-N.FM", S="unrest=4")
    assert state.returns_by_score() == [1.0, 0.0, 0.0]
    assert table("leader", "N", seats="NES").returns_by_score() == [pytest.approx(1 / 3)] * 3
    state = play(table("leader", "S", seats="NS", sites="N.FM=S5", N="N.FM:2 unrest=4", time_up=True), "end")
    assert outcome(state) == {"reason": "time", "winners": ["S"], "loser": None, "scores": {"N": -21, "S": 0}}


# -- trade --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", ["0", "2", "3", "4", "5"])
def test_V_3_AMB_109_one_leader_inactive_or_in_the_reserve_prevents_it(value: str) -> None:
    for place in (f"{AT_HOME[value]}-", "reserve"):
        assert end(N={"leaders": AT_HOME | {value: place}}) is None


def test_AMB_110_AMB_111_leaders_in_provinces_count_and_everybody_has_a_turn_first() -> None:
    state = play(last_turn("E", turn="N", N={"ports": {}, "leaders": AT_HOME | {"5": "E.FL"}}), "end", "end", "end")
    assert ended(state) is None
    assert ended(play(state, "end")) == TRADE


@pytest.mark.parametrize(
    ("unrest", "scores", "winners"), [((0, 1), (75, 60), ("N",)), ((2, 1), (45, 60), ("E",)), ((1, 1), (60, 60), ("N", "E"))]
)
def test_AMB_112_V_3_of_several_traders_the_best_score_wins(
    unrest: tuple[int, int], scores: tuple[int, int], winners: tuple[str, ...]
) -> None:
    sites: dict[str, str] = {}
    fields: dict[str, Any] = {}
    for name, tiles, angry in zip("NE", (("S2", "C3", "S4", "C5", "S1"), ("S3", "C2", "S5", "C4", "C1")), unrest, strict=True):
        home, roads = full_home(name, tiles)
        sites |= home
        fields[name] = {"roads": roads, "leaders": dict(zip("02345", home, strict=True)), "unrest": angry}
    state = play(table("leader", "W", sites=sites, **fields), "end")
    assert ended(state) == ("trade", winners)
    assert (outcome(state)["scores"]["N"], outcome(state)["scores"]["E"]) == scores


@pytest.mark.parametrize("fields", [{"time_up": True}, {"round": 9, "rulings": {"round_limit": 9}}])
def test_AMB_117_trade_comes_before_the_limit(fields: dict[str, Any]) -> None:
    state = play(last_turn("EE", N={"ports": {}, "unrest": 4, "leaders": AT_HOME}, E="E.FM:5 E.FL:5", **fields), "end")
    assert ended(state) == TRADE
    assert outcome(state)["scores"] == {"N": 15, "E": 26, "S": 0, "W": 0}


def test_VA_1_a_trade_victory_takes_a_city_abroad() -> None:
    awake = {"leaders": AT_HOME}
    assert end(N=awake) == TRADE
    assert end(N=awake, rulings={"trade_abroad": True}) is None
    assert end("S", N=awake, rulings={"trade_abroad": True}) == TRADE


@pytest.mark.parametrize("piers", [3, 5])
def test_VA_2_a_trade_victory_takes_piers(piers: int) -> None:
    for built in (0, piers - 1, piers):
        north = {"leaders": AT_HOME, "ports": {"N.FL": built} if built else {}}
        assert end(N=north, rulings={"trade_piers": piers}) == (TRADE if built == piers else None)


# -- conquest -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "wins", "loses"),
    [("NESW", ["ESW", "ESWWW"], ["SSS", "EES"]), ("NES", ["EES", "ESS"], ["SSS", "ES"]), ("NS", ["SSS"], ["SS"])],
)
def test_D_CONQ_three_provinces_on_all_continents_and_five_home_cities(seats: str, wins: list[str], loses: list[str]) -> None:
    assert [end(provinces, seats) for provinces in wins + loses] == [CONQUEST] * len(wins) + [None] * len(loses)
    assert not any(end(provinces, seats, N={"roads": ROADS[:4]}) for provinces in wins)


def test_D_CONQ_AMB_119_provinces_held_by_a_leader_count_and_home_cities_need_no_connection() -> None:
    assert end("ESW", N={"ports": {}, "leaders": {"2": "E.FL", "3": "S.FL-", "4": "W.FL"}}) == CONQUEST
    assert end("ESW", N="E.FL:1 S.FL:1") is None, "the third is not held"
    assert end("ESW", N={"roads": [], "leaders": ASLEEP}) == CONQUEST


def test_V_4_AMB_118_two_facing_seats_e_and_w_alike() -> None:
    sites, roads = full_home("E", ("S1", "S2", "S3", "S4", "S5"))
    provinces, east = {"W.FL": "M1", "W.FM": "M2", "W.FR": "M3"}, "W.FL:1 W.FM:1 W.FR:1 " + " ".join(roads)
    assert ended(play(table("leader", "W", seats="EW", sites=sites | provinces, E=east), "end")) == ("conquest", ("E",))


def test_V_6_conquest_is_tested_only_at_the_end_of_the_round() -> None:
    sites, north = HOME | {"S.FL": "M1", "S.FM": "M2", "S.FR": "M3"}, "money=9 S.FL:1 S.FM:1 S.FR:1 " + " ".join(ROADS[:4])
    state = play(table("build", "N", seats="NS", sites=sites, N=north), "road N.C N.BR")
    assert (len(cities(state, "N")), question(state)) == (8, ("N", "build"))
    assert question(play(state, "end", "end", "end")) == ("S", "leader")
    assert ended(play(state, "end")) == CONQUEST


@pytest.mark.parametrize(("seats", "abroad"), [("NS", "S"), ("NES", "ES"), ("NESW", "ESW")])
def test_VA_3_one_city_on_each_continent_is_enough_for_conquest(seats: str, abroad: str) -> None:
    rulings = {"conquest_each": True}
    assert end(abroad, seats, rulings=rulings) == CONQUEST
    assert end(abroad[1:], seats, rulings=rulings) is None
    assert end(abroad, seats) == (CONQUEST if len(abroad) == 3 else None)


# -- variants and the view ----------------------------------------------------------------------------------------------


def test_variants_are_named_only_where_in_use() -> None:
    usual = kingdoms.load_game("middlesea", 2)
    assert not {variant.name for variant in usual.variants} & set(usual.rulings)
    off = kingdoms.load_game("middlesea", 2, {variant.name: variant.default for variant in usual.variants})
    assert (off, off.new_initial_state().position()) == (usual, usual.new_initial_state().position())
    played = kingdoms.load_game("middlesea", 2, {"trade_piers": 3})
    position = played.new_initial_state().position()
    assert position["rulings"] == {**usual.rulings, "trade_piers": 3}
    assert played.read_position(position).game == played


@pytest.mark.parametrize(
    ("rulings", "ports", "is_near"),
    [
        ({}, {}, True),
        ({"trade_piers": 3}, {}, False),
        ({"trade_piers": 3}, {"N.FL": 3}, True),
        ({"trade_abroad": True}, {}, False),
    ],
)
def test_warnings_reckon_with_variants(rulings: dict[str, Any], ports: dict[str, int], is_near: bool) -> None:
    trade = last_turn(seats="NS", rulings=rulings, N={"leaders": AT_HOME, "ports": ports})
    conquest = last_turn("S", "NS", rulings=rulings | {"conquest_each": is_near}, N={"leaders": ASLEEP})
    for kind, state in (("trade", trade), ("conquest", conquest)):
        assert any((alert.kind, alert.seat) == (kind, "N") for alert in state.view(None).alerts) == is_near


@pytest.mark.parametrize(("ruling", "reserve"), [("board", 0), ("reserve", 1)])
def test_the_view_counts_the_progress_towards_a_victory(ruling: str, reserve: int) -> None:
    fields: dict[str, Any] = {"seats": "NS", "rulings": {"trade_reserve": ruling, "conquest_each": True}}
    north, south = "N.C-N.FL N.C-N.FM 2@N.FL 3@N.FM- king=1 money=3", "S.C-S.FL 0@S.FM king=4"
    state = table("leader", "N", sites="N.FL=S1 N.FM=S2 S.FL=S3 S.FM=M1", N=north, S=south, **fields)
    facts = state.view(None).facts()
    progress = {
        seat: (kingdom.home, kingdom.awake, kingdom.abroad, kingdom.excess, kingdom.leads)
        for seat, kingdom in facts.kingdoms.items()
    }
    assert progress == {"N": (2, 2 + 3 * reserve, 0, 1, not reserve), "S": (2, 2 + 4 * reserve, 0, 0, True)}
    assert (facts.goals.home, facts.goals.awake, facts.goals.abroad, facts.goals.unrest) == (5, 6, 1, 5)
    assert state.game.forecast(state, state.game.string_to_action("king 4"))["holds"] == 4
