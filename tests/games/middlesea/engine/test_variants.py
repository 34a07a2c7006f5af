"""Variants: VA-1 to VA-3, changes of the rules that are ours."""

from __future__ import annotations

from typing import Any

import pytest

import kingdoms
from kingdoms.games.middlesea.engine.state import State
from tests.games.middlesea.support.tables import ended, full_home, play, table

HOME, ROADS = full_home("N", ("S1", "S2", "S3", "S4", "S5"))
AT_HOME = {"0": "N.BL", "2": "N.FL", "3": "N.FM", "4": "N.FR", "5": "N.BR"}
ASLEEP = AT_HOME | {"0": "N.BL-"}
TILES = ("M1", "M2", "M3")


def last_of_round(rulings: dict[str, Any], abroad: str = "", ports: dict[str, int] | None = None, **fields: Any) -> State:
    """N holds its continent, ports, and by a pier each a city for each letter of `abroad`; the last seat can end the round."""
    seats = fields.pop("seats", "NS")
    places = {name: iter(("FL", "FM", "FR")) for name in "ESW"}
    sites = [f"{name}.{next(places[name])}" for name in abroad]
    north = {"leaders": AT_HOME, "roads": ROADS, "ports": dict.fromkeys(sites, 1) | (ports or {})} | fields.pop("N", {})
    tiles = HOME | dict(zip(sites, TILES, strict=False))
    return table("leader", seats[-1], seats=seats, sites=tiles, N=north, rulings=rulings, **fields)


def end_of_round(*arguments: Any, **fields: Any) -> tuple[str, tuple[str, ...]] | None:
    """Return the end of such a round: the reason and the winners, or None if the game goes on."""
    return ended(play(last_of_round(*arguments, **fields), "end"))


def test_VA_1_a_trade_victory_takes_a_city_abroad() -> None:
    assert end_of_round({}) == ("trade", ("N",))
    assert end_of_round({"trade_abroad": True}) is None
    assert end_of_round({"trade_abroad": True}, "S") == ("trade", ("N",))


@pytest.mark.parametrize("piers", [3, 5])
def test_VA_2_a_trade_victory_takes_piers(piers: int) -> None:
    for built in (0, piers - 1, piers):
        ports = {"N.FL": built} if built else {}
        assert end_of_round({"trade_piers": piers}, ports=ports) == (("trade", ("N",)) if built == piers else None)


@pytest.mark.parametrize(("seats", "abroad"), [("NS", "S"), ("NES", "ES"), ("NESW", "ESW")])
def test_VA_3_one_city_on_each_continent_is_enough_for_conquest(seats: str, abroad: str) -> None:
    asleep, rulings = {"N": {"leaders": ASLEEP}, "seats": seats}, {"conquest_each": True}
    assert end_of_round(rulings, abroad, **asleep) == ("conquest", ("N",))
    assert end_of_round(rulings, abroad[1:], **asleep) is None
    assert end_of_round({}, abroad, **asleep) == (("conquest", ("N",)) if len(abroad) == 3 else None)


def test_variants_are_named_only_where_in_use() -> None:
    usual = kingdoms.load_game("middlesea", 2)
    assert not {variant.name for variant in usual.variants} & set(usual.rulings)
    off = kingdoms.load_game("middlesea", 2, {variant.name: variant.default for variant in usual.variants})
    assert off == usual
    assert off.new_initial_state().position() == usual.new_initial_state().position()
    played = kingdoms.load_game("middlesea", 2, {"trade_piers": 3})
    position = played.new_initial_state().position()
    assert position["rulings"] == {**usual.rulings, "trade_piers": 3}
    assert played.read_position(position).game == played


@pytest.mark.parametrize(
    ("rulings", "ports", "warned"),
    [
        ({}, {}, True),
        ({"trade_piers": 3}, {}, False),
        ({"trade_piers": 3}, {"N.FL": 3}, True),
        ({"trade_abroad": True}, {}, False),
    ],
)
def test_warnings_reckon_with_variants(rulings: dict[str, Any], ports: dict[str, int], warned: bool) -> None:
    view = last_of_round(rulings, ports=ports).view(None)
    assert any(alert.kind == "trade" and alert.seat == "N" for alert in view.alerts) == warned
    view = last_of_round(rulings | {"conquest_each": warned}, "S", N={"leaders": ASLEEP}).view(None)
    assert any(alert.kind == "conquest" and alert.seat == "N" for alert in view.alerts) == warned
