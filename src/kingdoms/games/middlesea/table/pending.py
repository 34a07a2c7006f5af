"""Reading the fields `pending` and `outcome` of a position (N.4, N.5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from kingdoms.core.errors import quoted
from kingdoms.core.fields import a_list, a_number, a_word, an_object, fail
from kingdoms.games.middlesea.engine import codes, conflict, control, dominance, pieces, production, rebellion, routes, victory
from kingdoms.games.middlesea.engine.geometry import SEATS, SITE_NUMBER, SITES, sites_in
from kingdoms.games.middlesea.engine.state import REASONS, State
from kingdoms.games.middlesea.texts import fault
from kingdoms.texts import listing

FIELDS: Final[dict[str, tuple[str, ...]]] = {
    "rebel": ("chosen", "left"),
    "suppress": ("seat", "revolted", "rebelling"),
    "rank": ("ranked",),
    "produce": ("seat", "site"),
    "hire": ("site",),
    "defend": ("site", "attack"),
}
"""Pending decision -> its fields in a position."""
MOST_ATTACK: Final = codes.MOST_MONEY + 10
"""The highest attack total: the best leader in the best city, with all money spent on hired help."""


def read_outcome(state: State, value: object) -> None:
    """Read the outcome of a finished game, and check that the scores match the board."""
    if state.phase != codes.OVER:
        if value is not None:
            raise fail("outcome", fault("position.only_in_phase_over"))
        return
    outcome = an_object(value, "outcome", ("reason", "winners", "loser", "scores"))
    seats = state.game.seats
    state.reason = a_word(outcome.get("reason"), "outcome.reason", REASONS[1:]) + 1
    winners = a_list(outcome.get("winners"), "outcome.winners")
    if not winners or len(set(map(str, winners))) != len(winners):
        raise fail("outcome.winners", fault("position.winners"), "N.5")
    state.winners = sum(1 << SEATS.index(seats[a_word(seat, "outcome.winners", seats)]) for seat in winners)
    loser = outcome.get("loser")
    if loser is not None:
        state.loser = SEATS.index(seats[a_word(loser, "outcome.loser", seats)])
    if (loser is not None) != (state.reason <= codes.BY_UNREST):
        raise fail("outcome.loser", fault("position.loser"), "N.5")
    if loser in winners:
        raise fail("outcome", fault("position.loser_wins", seat=loser), "AMB-114")
    for seat, points in an_object(outcome.get("scores"), "outcome.scores", seats).items():
        score = victory.score(state, SEATS.index(seat))
        if type(points) is not int or points != score:
            raise fail(f"outcome.scores.{seat}", fault("position.score", score=score, seat=seat), "V-2")
    if len(outcome["scores"]) != len(seats):
        raise fail("outcome.scores", fault("position.scores", seats=", ".join(seats)), "N.5")


def _check_phase(state: State, kind: str, *phases: tuple[int, str]) -> None:
    """Raise an error unless the decision can be asked in the current phase."""
    if state.phase not in [number for number, _ in phases]:
        raise fail(
            "pending", fault("position.other_phase", kind=kind, phases=listing([name for _, name in phases], "or")), "N.3"
        )


def _read_seat(state: State, value: object, path: str) -> int:
    return SEATS.index(state.game.seats[a_word(value, path, state.game.seats)])


def _read_cities(state: State, seat: int, value: object, path: str) -> int:
    """Return the mask of listed cities, all controlled by one seat."""
    cities = state.controlled_sites[seat]
    mask = 0
    for name in a_list(value, path):
        site = SITE_NUMBER.get(name, 0) if isinstance(name, str) else 0
        if not cities >> site & 1:
            raise fail(path, fault("position.not_controlled", city=quoted(name), seat=SEATS[seat]), "C-4")
        if mask >> site & 1:
            raise fail(path, fault("position.twice", name=name), "C-4")
        mask |= 1 << site
    return mask


def _rebel(state: State, pending: Mapping[str, Any]) -> None:
    _check_phase(state, "rebel", (codes.CONTROL, "control"))
    seat = state.order[state.turn]
    state.rebel_seat = seat
    state.revolted = _read_cities(state, seat, pending["chosen"], "pending.chosen")
    open_cities = (state.controlled_sites[seat] & ~state.revolted).bit_count()
    most = min(open_cities - 1, control.excess(state, seat) - state.revolted.bit_count())
    if most < 1:
        raise fail("pending", fault("position.no_choice_of_rebels", seat=SEATS[seat]), "C-3")
    state.to_choose = a_number(pending["left"], "pending.left", 1, most, "C-3")
    state.stage = codes.REBEL


def _suppress(state: State, pending: Mapping[str, Any]) -> None:
    _check_phase(state, "suppress", (codes.CONTROL, "control"), (codes.LEADER, "leader"))
    seat = _read_seat(state, pending["seat"], "pending.seat")
    mover = state.order[state.turn]
    revolted = _read_cities(state, seat, pending["revolted"], "pending.revolted")
    rebelling = _read_cities(state, seat, pending["rebelling"], "pending.rebelling")
    if not rebelling or rebelling & ~revolted:
        raise fail("pending.rebelling", fault("position.not_revolted"), "C-6")
    if state.phase == codes.CONTROL and seat != mover:
        raise fail("pending.seat", fault("position.not_its_control_phase", seat=SEATS[mover]), "R-2")
    if state.phase == codes.LEADER:
        if seat == mover or revolted.bit_count() != 1 or state.acted < 0:
            raise fail("pending", fault("position.rebellion_by_missionary"), "Z-9")
        if not conflict.has_attacked(state, mover, 1, seat):
            raise fail("pending", fault("position.no_missionary_attack", seat=SEATS[seat]), "FT-4")
    for site in sites_in(revolted):
        if pieces.governor(state, seat, site) >= 0:
            raise fail("pending.revolted", fault("position.active", site=SITES[site]), "C-5")
    state.rebel_seat, state.revolted, state.rebelling = seat, revolted, rebelling
    state.stage = codes.SUPPRESS
    if not any(rebellion.least_hire(state, site, leader) >= 0 for site in sites_in(rebelling) for leader in range(6)):
        raise fail("pending", fault("position.no_suppression"), "AMB-48")


def _rank(state: State, pending: Mapping[str, Any]) -> None:
    _check_phase(state, "rank", (codes.DOMINANCE, "dominance"))
    if not routes.cities_of_all(state) & state.suits[codes.MOONS]:
        raise fail("pending", fault("position.no_temple"), "D-2")
    ranked = [_read_seat(state, seat, "pending.ranked") for seat in a_list(pending["ranked"], "pending.ranked")]
    ranking = [0] * 4
    for place, seat in enumerate(ranked):
        if place == 4 or not dominance.next_in_score(state) >> seat & 1:
            raise fail("pending.ranked", fault("position.not_next", seat=SEATS[seat]), "D-3")
        ranking[place] = seat
        state.ranking, state.ranked = ranking, place + 1
    if not ranked or dominance.next_in_score(state).bit_count() < 2:
        raise fail("pending.ranked", fault("position.no_tie"), "D-5")
    state.stage = codes.RANK


def _produce(state: State, pending: Mapping[str, Any]) -> None:
    _check_phase(state, "produce", (codes.PRODUCTION, "production"))
    seat = _read_seat(state, pending["seat"], "pending.seat")
    site = SITE_NUMBER.get(pending["site"], 0) if isinstance(pending["site"], str) else 0
    if not production.producing_cities(state, seat) >> site & 1:
        raise fail("pending.site", fault("position.not_producing", site=quoted(pending["site"]), seat=SEATS[seat]), "P-3")
    if not state.rulings[codes.PRODUCTION_CHOICE]:
        raise fail("pending", fault("position.production"), "AMB-59")
    state.turn, state.cursor = state.order.index(seat), site
    state.stage = codes.PRODUCE


def _attack(state: State, pending: Mapping[str, Any]) -> None:
    seat, leader = state.order[state.turn], state.acted
    target = SITE_NUMBER.get(pending["site"], -1) if isinstance(pending["site"], str) else -1
    base = state.place[6 * seat + leader] if leader >= 0 else codes.RESERVE
    if base >= codes.RESERVE or pieces.governor(state, seat, base) < 0:
        raise fail("leader_phase.acted", fault("position.no_attacker"), "M-1")
    if not (state.suits[codes.ARMS] | state.suits[codes.MOONS]) >> base & 1:
        raise fail("leader_phase.acted", fault("position.attacker_place", site=SITES[base]), "FT-1")
    if target < 0 or state.controlled_sites[seat] >> target & 1:
        raise fail("pending.site", fault("position.not_attackable", site=quoted(pending["site"]), seat=SEATS[seat]), "AMB-85")
    missionary = state.suits[codes.MOONS] >> base & 1
    defender = target // 6 if target % 6 == 0 else pieces.holder(state, target)
    attacks = state.attacks
    if defender >= 0:
        attack = 1 << (8 * seat + 4 * missionary + defender)
        if not attacks & attack:
            raise fail("leader_phase.attacks", fault("position.no_attack", seat=SEATS[defender]), "FT-4")
        state.attacks = attacks & ~attack
    if not conflict.targets(state, seat, base) >> target & 1:
        raise fail("pending.site", fault("position.no_target", target=pending["site"], site=SITES[base]), "M-2")
    state.attacks = attacks
    state.target, state.defender = target, defender
    state.attack_total = leader + (state.city[base] - 1) % 5 + 1


def _hire(state: State, pending: Mapping[str, Any]) -> None:
    _check_phase(state, "hire", (codes.LEADER, "leader"))
    _attack(state, pending)
    if not pieces.budget(state, state.order[state.turn]):
        raise fail("pending", fault("position.no_money"), "M-11")
    state.stage = codes.HIRE


def _defend(state: State, pending: Mapping[str, Any]) -> None:
    _check_phase(state, "defend", (codes.LEADER, "leader"))
    _attack(state, pending)
    state.attack_total = a_number(pending["attack"], "pending.attack", state.attack_total, MOST_ATTACK, "M-7")
    defender = state.defender
    if defender < 0 or (not pieces.budget(state, defender) and conflict.leader_to_defend(state) < 0):
        raise fail("pending", fault("position.no_defence"), "AMB-93")
    state.stage = codes.DEFEND


READERS: Final = {"rebel": _rebel, "suppress": _suppress, "rank": _rank, "produce": _produce, "hire": _hire, "defend": _defend}
