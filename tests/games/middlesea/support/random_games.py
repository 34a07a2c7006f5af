"""Random seats, rulings and crowded positions, in which everything can happen."""

from __future__ import annotations

import random
from typing import Any

from kingdoms.core.errors import PositionError
from kingdoms.games.middlesea.engine.geometry import EDGES, PLACES
from kingdoms.games.middlesea.engine.state import State
from kingdoms.games.middlesea.game import MiddleSea
from kingdoms.games.middlesea.words.rulings import RULINGS, VARIANTS

SEAT_SETS = ("NS", "EW", "NES", "NEW", "NSW", "ESW", "NESW", "NESW")
PHASES = ("control", "dominance", "production", "build", "leader")


def random_rulings(rng: random.Random) -> dict[str, Any]:
    """Return random rulings: about a third of them differ from the default; some variants, and a round limit."""
    rulings = {ruling.name: rng.choice(ruling.values) for ruling in RULINGS[:-1] if rng.random() < 0.35}
    rulings |= {variant.name: variant.values[1] for variant in VARIANTS if rng.random() < 0.2}
    return rulings | {"round_limit": rng.randint(3, 25)}


def random_position(rng: random.Random, seats: str, rulings: dict[str, Any], most_money: int = 9) -> dict[str, Any]:
    """Return a random position with many cities, leaders, roads and ports, some of them abroad."""
    tiles = [f"{suit}{value}" for suit in "SMCA" for value in range(1, 6)]
    rng.shuffle(tiles)
    sites = {f"{seat}.{place}": tiles.pop() for seat in seats for place in PLACES[1:] if tiles and rng.random() < 0.8}
    owner = {site: site[0] if rng.random() < 0.6 else rng.choice([*seats, None]) for site in sites}
    order = rng.sample(seats, len(seats))
    return {
        "game": "middlesea",
        "round": rng.randrange(1, 5),
        "phase": rng.choice(PHASES),
        "turn": rng.choice(order),
        "order": order,
        "sites": sites,
        "seats": {seat: _seat(rng, seat, seats, owner, most_money) for seat in seats},
        "rulings": rulings,
    }


def _seat(rng: random.Random, seat: str, seats: str, owner: dict[str, str | None], most_money: int) -> dict[str, Any]:
    """Return the position of a seat in its cities."""
    cities = [site for site in owner if owner[site] == seat]
    rng.shuffle(cities)
    free, king = list(cities), rng.randrange(6)
    leaders = {
        str(value): free.pop() + rng.choice(["", "", "-"]) if free and rng.random() < 0.6 else "reserve"
        for value in range(6)
        if value != king
    }
    ends = {*cities, f"{seat}.C"}
    roads = [
        f"{land}.{PLACES[a]}-{land}.{PLACES[b]}"
        for land in seats
        for a, b in EDGES
        if f"{land}.{PLACES[a]}" in ends and f"{land}.{PLACES[b]}" in ends and rng.random() < 0.5
    ]
    return {
        "king": king,
        "leaders": leaders,
        "roads": roads,
        "ports": {site: rng.randint(1, 5) for site in cities if site[2] == "F" and rng.random() < 0.4},
        "goods": rng.randrange(most_money),
        "gold": rng.randrange(most_money),
        "unrest": rng.randrange(5),
    }


def choose(rng: random.Random, texts: list[str]) -> str:
    """Return one of several actions; attacks are more likely than others."""
    return rng.choices(texts, [6 if text.startswith("attack") else 2 for text in texts])[0]


def busy_games(seed: int, count: int) -> list[State]:
    """Return states from random games that begin with crowded positions."""
    rng = random.Random(seed)
    states: list[State] = []
    while len(states) < count:
        seats = rng.choice(SEAT_SETS)
        try:
            state = MiddleSea.read_position(random_position(rng, seats, random_rulings(rng)))
        except PositionError:
            continue
        for _ in range(60):
            if state.is_terminal() or state.current_player() < 0:
                break
            states.append(state.clone())
            state.apply_action(choose(rng, [state.game.action_to_string(action) for action in state.legal_actions()]))
    return states
