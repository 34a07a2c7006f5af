"""Short functions to set up tables of Kingdoms of the Middle Sea and to query them."""

from __future__ import annotations

from typing import Any

import kingdoms
from kingdoms.games.middlesea.engine.state import State
from kingdoms.games.middlesea.game import MiddleSea

ROADS_HOME = ("C-BL", "C-FL", "C-FM", "C-FR", "C-BR")
POOR = {"goods": 0, "gold": 0}
"""No money, which avoids questions about hiring."""
EXAMPLE: dict[str, Any] = {
    "game": "middlesea",
    "round": 3,
    "phase": "leader",
    "turn": "N",
    "order": ["N", "E", "S", "W"],
    "sites": {"N.FL": "S3", "N.BL": "A3", "S.FL": "S4"},
    "stacks": {"suns": ["S1", "S2", "S5"]},
    "seats": {
        "N": {"king": 5, "goods": 1, "gold": 1, "unrest": 0, "leaders": {"3": "N.BL", "0": "reserve"}}
        | {"roads": ["N.C-N.FL", "N.C-N.BL"], "ports": {"N.FL": 1}},
        "S": {"leaders": {"2": "S.FL-"}, "roads": ["S.C-S.FL"], "ports": {"S.FL": 3}},
        "E": {},
        "W": {},
    },
    "rulings": {},
    "leader_phase": {"acted": None, "king_changed": False, "attacks": []},
}
"""The example of a position in the notation's page (N.4)."""


def tiles(given: dict[str, str] | str) -> dict[str, str]:
    """Return tiles by site, which may be written as "N.FM=A3 S.FL=S4"."""
    return given if isinstance(given, dict) else {word[:-3]: word[-2:] for word in given.split()}


def holdings(given: dict[str, Any] | str) -> dict[str, Any]:
    """Return what a seat has, which may be written as "money=0 gold=1 king=5 3@N.FM 2@S.FL- N.C-N.FM N.FM:1".

    That is no goods and 1 gold, the 5-leader as king, an active leader and an inactive one, a road, and a port of one pier.
    """
    if isinstance(given, dict):
        return given
    fields: dict[str, Any] = {}
    for word in given.split():
        if "=" in word:
            name, value = word.split("=")
            fields |= dict.fromkeys(("goods", "gold") if name == "money" else (name,), int(value))
        elif "@" in word:
            fields.setdefault("leaders", {})[word[0]] = word[2:]
        elif ":" in word:
            fields.setdefault("ports", {})[word[:-2]] = int(word[-1])
        else:
            fields.setdefault("roads", []).append(word)
    return fields


def table(
    phase: str, turn: str | None = None, *, sites: dict[str, str] | str = "", seats: str = "NESW", **fields: Any
) -> State:
    """Return the state of a position.

    Args:
        phase: as in positions.
        turn: the seat to act in the phase.
        sites: tiles by site; see `tiles`.
        seats: the seats.
        fields: what a seat has ("N", ...; see `holdings`); or fields of the position ("rulings", "order", ...).
    """
    held = {seat: holdings(fields.pop(seat, "")) for seat in seats}
    position: dict[str, Any] = {"game": "middlesea", "phase": phase, "sites": tiles(sites), "seats": held}
    if turn is not None:
        position["turn"] = turn
    return MiddleSea.read_position(position | fields)


def play(state: State, *actions: str) -> State:
    """Play actions, with checks, and return the state."""
    for action in actions:
        state.apply_action(action)
    return state


def rich(amount: int) -> dict[str, int]:
    """Return an amount of goods, and the same amount of gold."""
    return {"goods": amount, "gold": amount}


def fight(state: State, attack: str = "attack 3 S.FL", hire: int = 0, defend: str = "0") -> State:
    """Attack, and answer the questions to attacker and defender, if they are asked."""
    play(state, attack)
    if question(state)[1] == "hire":
        play(state, f"hire {hire}")
    if question(state)[1] == "defend":
        play(state, f"defend {defend}")
    return state


def legal(state: State, kind: str = "") -> set[str]:
    """Return the legal actions as texts; only those that begin with a word, if it is given."""
    texts = [state.game.action_to_string(action) for action in state.legal_actions()]
    assert len(set(texts)) == len(texts), texts
    return {text for text in texts if not kind or text.split(" ")[0] == kind}


def refused(state: State, action: str) -> str:
    """Return the clause by which an action is refused, "" if it is legal; check that refusal and legal actions agree."""
    refusal = state.refusal(action)
    assert (refusal is None) == (action in legal(state)), f"{action}: {refusal}"
    return "" if refusal is None else refusal.clause


def seat(state: State, name: str) -> dict[str, Any]:
    """Return the fields of a seat in the position."""
    fields: dict[str, Any] = state.position()["seats"][name]
    return fields


def money(state: State, name: str) -> tuple[int, int]:
    """Return a seat's goods and gold."""
    fields = seat(state, name)
    return fields["goods"], fields["gold"]


def unrest(state: State, name: str) -> int:
    """Return a seat's unrest."""
    return int(seat(state, name)["unrest"])


def leader(state: State, name: str, value: int) -> str:
    """Return where a leader is: a site, a site with "-" (inactive), "reserve" or "king"."""
    return str(seat(state, name)["leaders"].get(str(value), "king"))


def cities(state: State, name: str) -> set[str]:
    """Return the cities that a seat controls."""
    return set(state.view(None).kingdoms[name].cities)


def targets(state: State, value: int) -> set[str]:
    """Return the sites that a leader may attack."""
    return {text.split(" ")[2] for text in legal(state, "attack") if text.split(" ")[1] == str(value)}


def question(state: State) -> tuple[str | None, str | None]:
    """Return the seat to move ("chance", or None at the end), and the kind of decision."""
    view = state.view(None)
    return view.to_move, view.decision


def full_home(seat_name: str, tiles: tuple[str, ...]) -> tuple[dict[str, str], list[str]]:
    """Return five cities on a seat's continent (BL FL FM FR BR) and a road from the Capital to each."""
    places = [road.split("-")[1] for road in ROADS_HOME]
    sites = {f"{seat_name}.{place}": tile for place, tile in zip(places, tiles, strict=True)}
    return sites, [f"{seat_name}.C-{seat_name}.{place}" for place in places]


def new(players: int | list[str] = 4, **rulings: Any) -> State:
    """Return a new game, before the roll for the first seat."""
    state = kingdoms.load_game("middlesea", players, rulings).new_initial_state()
    assert isinstance(state, State)
    return state


def stack(state: State, suit: str) -> list[str]:
    """Return the tiles of a stack, top first."""
    tiles: list[str] = state.position()["stacks"][suit]
    return tiles


def ended(state: State) -> tuple[str, tuple[str, ...]] | None:
    """Return the reason of the end and the winners, or None for a game in progress."""
    outcome = state.outcome()
    return None if outcome is None else (outcome.reason, outcome.winners)
