"""Malformed and impossible positions: each is refused with a message that says what is wrong and where (N.4)."""

from __future__ import annotations

import copy
from typing import Any

import pytest

import kingdoms
from kingdoms.games.middlesea.game import MiddleSea

BASE: dict[str, Any] = {
    "game": "middlesea",
    "phase": "leader",
    "turn": "N",
    "order": ["N", "S"],
    "sites": {"N.FM": "A3", "N.BL": "S2", "N.FL": "C1", "S.FM": "M4", "S.FL": "S4"},
    "seats": {
        "N": {"roads": ["N.C-N.FM"], "leaders": {"3": "N.FM"}, "ports": {"N.FM": 1}},
        "S": {"roads": ["S.C-S.FM"], "leaders": {"2": "S.FM-"}},
    },
}


def changed(*path: str, to: Any, **fields: Any) -> dict[str, Any]:
    """The base with one value changed, deep inside, and fields replaced."""
    position = copy.deepcopy(BASE) | fields
    inner = position
    for key in path[:-1]:
        inner = inner.setdefault(key, {})
    inner[path[-1]] = to
    return position


def with_north(**fields: Any) -> dict[str, Any]:
    """The base with other things for N."""
    return changed("seats", "N", to=fields)


def both(north: dict[str, Any], south: dict[str, Any]) -> dict[str, Any]:
    """The base with other things for N and S."""
    return changed("seats", to={"N": north, "S": south})


def pending(to: Any, **fields: Any) -> dict[str, Any]:
    """The base in the middle of something."""
    return changed("pending", to=to, **fields)


ATTACKED: dict[str, Any] = {"acted": 3, "king_changed": False, "attacks": [{"by": "N", "on": "S", "kind": "military"}]}


def hire(site: str, **more: Any) -> dict[str, Any]:
    """The base in the middle of an attack of the 3-leader of N."""
    phase = {name: more.pop(name) for name in ("acted", "attacks") if name in more}
    return pending({"decision": "hire", "site": site}, leader_phase=ATTACKED | phase, **more)


def defend(site: str, attack: int, **phase: Any) -> dict[str, Any]:
    """The same, when S declares its defence."""
    return pending({"decision": "defend", "site": site, "attack": attack}, leader_phase=ATTACKED | phase)


def suppress(revolted: str, rebelling: str, seat: str = "N", **seats: Any) -> dict[str, Any]:
    """A rebellion of a city, in the control phase."""
    fields = {"phase": "control", "seats": seats} if seats else CONTROL
    left = [rebelling] if rebelling else []
    return pending({"decision": "suppress", "seat": seat, "revolted": [revolted], "rebelling": left}, **fields)


CONTROL: dict[str, Any] = {"phase": "control", "seats": {"N": {"king": 0, "leaders": {"2": "N.BL", "3": "N.FM"}}, "S": {}}}
PRODUCE = {"decision": "produce", "seat": "N", "site": "N.FM"}
ENDED = {"reason": "unrest", "winners": ["N"], "loser": "S", "scores": {"N": 4, "S": -16}}


def over(**outcome: Any) -> dict[str, Any]:
    """The base as a game that has ended by civil war."""
    return changed("seats", "S", "unrest", to=5, phase="over", outcome=ENDED | outcome)


def test_N_4_the_base_of_the_table_below_is_valid() -> None:
    assert MiddleSea.read_position(BASE).decision() == "leader"
    assert MiddleSea.read_position(hire("S.FL", attacks=[])).decision() == "hire"
    rebel = pending({"decision": "rebel", "chosen": [], "left": 1}, **CONTROL)
    assert MiddleSea.read_position(rebel).decision() == "rebel"
    assert MiddleSea.read_position(over()).is_terminal()


BROKEN: dict[str, tuple[Any, str]] = {
    # form
    "a field that is nearly right": (changed("seats", "N", "gods", to=3), "goods"),
    # phase, round, order
    "round 0": (changed("round", to=0), "round"),
    "a seat on turn that does not play": (changed("turn", to="E"), "turn"),
    "an order without a seat": (changed("order", to=["N"]), "order"),
    # sites and stacks
    "a tile twice on the board": (changed("sites", "N.BL", to="A3"), "A3"),
    "an unknown tile": (changed("sites", "N.BL", to="S6"), "S6"),
    "an unknown site": (changed("sites", "N.FF", to="S5"), "N.FF"),
    "a tile on a Capital": (changed("sites", "N.C", to="S5"), "N.C"),
    "a tile on an unused continent": (changed("sites", "E.FM", to="S5"), "E.FM"),
    "a stack with a tile of the board": (changed("stacks", "suns", to=["S1", "S2", "S3", "S5"]), "S2"),
    "a stack without a tile": (changed("stacks", "suns", to=["S1", "S5"]), "S3"),
    "a stack with an object": (changed("stacks", "moons", to=[{}]), "stacks.moons: {} does not belong here"),
    # the fields of a seat
    "negative goods": (changed("seats", "N", "goods", to=-1), "seats.N.goods"),
    "unrest 5 in a game not over": (changed("seats", "N", "unrest", to=5), "seats.N.unrest"),
    "unrest 6 in a game that is over": (
        changed("seats", "S", "unrest", to=6, phase="over", outcome=ENDED | {"scores": {"N": 4, "S": -20}}),
        "seats.S.unrest",
    ),
    "king 6": (changed("seats", "N", "king", to=6), "seats.N.king"),
    # leaders
    "the king in a city": (changed("seats", "N", "leaders", "1", to="N.BL"), "king"),
    "a leader in its Capital": (changed("seats", "N", "leaders", "2", to="N.C"), "N.C"),
    "a leader inactive in the reserve": (changed("seats", "N", "leaders", "2", to="reserve-"), "seats.N.leaders.2"),
    "two own leaders in a city": (changed("seats", "N", "leaders", "2", to="N.FM"), "N.FM"),
    "two players' leaders in a city": (changed("seats", "S", "leaders", "4", to="N.FM-"), "N.FM"),
    "a leader in a city that another's road holds": (both({"roads": ["N.C-N.BL"]}, {"leaders": {"4": "N.BL"}}), "N.BL"),
    "a leader in a city that another's port holds": (both({"leaders": {"4": "S.FL"}}, {"ports": {"S.FL": 1}}), "S.FL"),
    "a city that two players' roads hold": (both({"roads": ["N.C-N.FM"]}, {"roads": ["N.BL-N.FM"]}), "N.FM"),
    # roads
    "a road between places not adjacent": (with_north(roads=["N.BL-N.FR"]), "adjacent"),
    "a road over the sea": (with_north(roads=["N.FM-S.FM"]), "continents"),
    "a road and its reverse": (with_north(roads=["N.BL-N.FM", "N.FM-N.BL"]), "N.FM"),
    "a road at another's Capital": (with_north(roads=["S.C-S.FL"]), "Capital"),
    # ports
    "a port inland": (with_north(ports={"N.BL": 1}), "N.BL"),
    "a port of six piers": (with_north(ports={"N.FM": 6}), "seats.N.ports.N.FM"),
    # leader phase
    "a leader phase in the build phase": (changed("leader_phase", to=ATTACKED, phase="build"), "leader_phase"),
    "a leader phase in a finished game": (over() | {"leader_phase": ATTACKED}, "leader_phase"),
    "leader 6 has acted": (changed("leader_phase", to={"acted": 6}), "acted"),
    "an attack of nobody": (changed("leader_phase", to={"attacks": [{"on": "S", "kind": "military"}]}), "by"),
    "an attack of a stranger": (changed("leader_phase", to={"attacks": [{"by": "E", "on": "S", "kind": "military"}]}), "by"),
    "an attack on oneself": (changed("leader_phase", to={"attacks": [{"by": "N", "on": "N", "kind": "military"}]}), "itself"),
    "an attack of another kind": (changed("leader_phase", to={"attacks": [{"by": "N", "on": "S", "kind": "sea"}]}), "kind"),
    "an attack twice": (changed("leader_phase", to={"attacks": ATTACKED["attacks"] * 2}), "twice"),
    # pending
    "pending nothing": (pending({}), "the field decision is missing; it must be one of rebel, "),
    "pending by two names": (pending({"decision": "hire", "kind": "hire", "site": "S.FL"}), "two names for one field"),
    "pending something unknown": (pending({"decision": "think"}), "decision"),
    "pending what needs nothing": (pending({"decision": "leader"}), "decision"),
    "a hire without a site": (pending({"decision": "hire"}, leader_phase=ATTACKED), "site"),
    "a hire in the build phase": (pending({"decision": "hire", "site": "S.FM"}, phase="build"), "phase"),
    "a hire by nobody": (pending({"decision": "hire", "site": "S.FM"}), "acted"),
    "a hire by a leader of the reserve": (hire("S.FM", acted=4), "acted"),
    "a hire against oneself": (hire("N.FM"), "N.FM"),
    "a hire against nothing": (hire("S.FR"), "S.FR"),
    "a hire out of reach": (hire("S.BR", sites=BASE["sites"] | {"S.BR": "C5"}), "S.BR"),
    "a hire whose attack does not count": (hire("S.FM", attacks=[]), "attacks"),
    "a hire that cannot be paid": (
        hire("S.FL", attacks=[], seats=BASE["seats"] | {"N": BASE["seats"]["N"] | {"gold": 0}}),
        "pay",
    ),
    "a defence against less than the attacker is worth": (defend("S.FM", 5), "attack"),
    "a defence of nobody": (defend("S.FL", 6, attacks=[]), "defence"),
    "a rebellion with nothing to choose": (pending({"decision": "rebel", "chosen": [], "left": 0}, **CONTROL), "left"),
    "a rebellion of too many": (pending({"decision": "rebel", "chosen": [], "left": 3}, **CONTROL), "left"),
    "a rebellion of another's city": (pending({"decision": "rebel", "chosen": ["S.FM"], "left": 1}, **CONTROL), "S.FM"),
    "a rebellion of a city twice": (pending({"decision": "rebel", "chosen": ["N.FM", "N.FM"], "left": 1}, **CONTROL), "twice"),
    "a rebellion in the leader phase": (pending({"decision": "rebel", "chosen": [], "left": 1}), "phase"),
    "a suppression of nothing": (suppress("N.BL", ""), "rebelling"),
    "a suppression of what has not rebelled": (suppress("N.BL", "N.FM"), "rebelling"),
    "a suppression by the wrong seat": (
        suppress("S.FL", "S.FL", "S", N={}, S={"king": 0, "leaders": {"2": "S.FL-", "3": "S.FM"}}),
        "pending.seat",
    ),
    "a suppression with an active leader in rebellion": (suppress("N.BL", "N.BL"), "inactive"),
    "a suppression that nobody can attempt": (
        suppress("N.BL", "N.BL", N={"king": 0, "leaders": {"2": "N.BL-"}}, S={}),
        "put down",
    ),
    "a ranking without a temple": (
        pending({"decision": "rank", "ranked": ["S"]}, phase="dominance", sites=BASE["sites"] | {"S.FM": "A4"}),
        "controls a temple",
    ),
    "a ranking without a tie": (pending({"decision": "rank", "ranked": ["S"]}, phase="dominance"), "tie"),
    "a ranking of who does not come first": (pending({"decision": "rank", "ranked": ["N"]}, phase="dominance"), "N"),
    "a production that is not asked": (pending(PRODUCE, phase="production"), "N.FM"),
    # outcome
    "an outcome in a game not over": (changed("outcome", to=ENDED), "outcome"),
    "a finished game without outcome": (changed("phase", to="over"), "outcome"),
    "an unknown reason": (over(reason="boredom"), "reason"),
    "a loser who wins": (over(winners=["S"]), "S"),
    "civil war without a loser": (over(loser=None), "loser"),
    "a loser of a timed game": (over(reason="time"), "loser"),
    "wrong scores": (over(scores={"N": 5, "S": -16}), "scores.N"),
    "pending in a finished game": (over() | {"pending": {"decision": "rank", "ranked": ["N"]}}, "pending"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_N_4_a_broken_position_is_refused(case: str) -> None:
    position, word = BROKEN[case]
    with pytest.raises(kingdoms.PositionError) as raised:
        MiddleSea.read_position(position)
    assert word in str(raised.value)


def test_N_4_pending_may_also_name_the_kind() -> None:
    first, second = (
        MiddleSea.read_position(hire("S.FL", attacks=[]) | {"pending": {word: "hire", "site": "S.FL"}})
        for word in ("decision", "kind")
    )
    assert first == second
    assert list(second.position()["pending"]) == ["decision", "site"]
