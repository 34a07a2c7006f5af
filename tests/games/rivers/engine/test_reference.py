"""The engine of Two Rivers against the naive model of its rules, move by move over random games."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from tests.games.rivers.reference.board import CELLS, COLOURS, PAIRS, SEATS
from tests.games.rivers.reference.corners import CORNERS
from tests.games.rivers.reference.fault import fault
from tests.games.rivers.reference.games import SEAT_SETS, choose, random_position, random_rulings, spoilt
from tests.games.rivers.reference.model import Model
from tests.games.rivers.reference.table import Engine, is_refused, settled
from tests.support.suite.rings import inner_first

GAMES = 36
PARTS = 6
STEPS = 900
SPOILT_GAMES = 36
SHORT_GAMES = 2
STYLES = ("any", "kinds", "eager", "eager", "eager")
EVENTS = {
    *("war", "revolt", "war called off", "build", "wonder", "raised", "moved", "back", "doubled"),
    *("decline", "take", "income", "swap", "bag"),
}


def engine_and_model(rng: random.Random) -> tuple[Engine, Model]:
    """Return the same game twice: from the start, or from an odd position."""
    if rng.random() < 0.4:
        seats, rulings = rng.choice(SEAT_SETS), random_rulings(rng)
        return Engine(seats, rulings), Model(seats, rulings)
    position = random_position(rng)
    return Engine(position), Model(position)


def in_order(written: dict[str, Any]) -> bool:
    """Say whether cells, seats and colours are written in the order of N-1."""
    by_colour = [*written["leaders"].values(), written.get("buildings", {})]
    by_colour += [fields[name] for fields in written["seats"].values() for name in ("hand", "points") if name in fields]
    lists = [(written["board"], CELLS), (written["seats"], SEATS), (written["leaders"], SEATS), (written["monuments"], PAIRS)]
    lists += [(fields, COLOURS) for fields in by_colour]
    return all(list(names) == sorted(names, key=order.index) for names, order in lists)


def compare(engine: Engine, model: Model, context: str, with_views: bool = True) -> None:
    """Compare all output of the two; views, which follow from positions, only where it is worth the time."""
    assert (engine.to_move(), engine.decision()) == (model.to_move(), model.decision()), context
    legal = engine.legal()
    assert sorted(legal) == sorted(model.legal()), context
    assert engine.chances() == model.chances(), context
    assert engine.outcome() == model.outcome(), context
    position = engine.position()
    assert settled(position) == settled(model.position()), context
    assert in_order(position), context
    for seat in (*model.table.seats, None) if with_views else ():
        view = engine.view(seat)
        assert settled(view) == settled(model.view(seat)), context
        assert in_order(view), context


def note(counts: Counter[str], model: Model, action: str) -> None:
    """Apply the action to the model, and count its events."""
    words, pending, board = action.split(), model.table.pending, model.table.board
    raised = dict(board.raised)
    if words[0] == "raise":
        assert pending is not None
        counts["moved" if board.colour(pending["cell"]) in raised else "raised"] += 1
    counts[words[0]] += words[0] in EVENTS - {"war"}
    marker, other_colours = None, set[str]()
    if pending is not None and pending["kind"] == "commit" and pending["attack"] is not None:
        counts[pending["conflict"]] += 1
        marker = pending["marker"]
    if pending is not None and marker is not None:
        other_colours = set(board.colours_at_war(marker)) - {pending["colour"]}
    scores = [model.table.players[seat].points[words[1]] for seat in model.table.seats] if words[0] == "place" else []
    model.apply(action)
    board = model.table.board
    counts["back"] += len(raised.keys() - board.raised.keys())
    if words[0] == "place":
        now = [model.table.players[seat].points[words[1]] for seat in model.table.seats]
        counts["doubled"] += any(new - old == 2 for old, new in zip(scores, now, strict=True))
    if marker is not None and board.colour(marker) is not None and other_colours - set(board.colours_at_war(marker)):
        counts["war called off"] += 1
    if (outcome := model.outcome()) is not None:
        counts[outcome["reason"]] += 1


@pytest.mark.parametrize("part", inner_first(range(PARTS)))
def test_the_engine_agrees_with_the_naive_model(part: int) -> None:
    counts: Counter[str] = Counter()
    for seed in range(part * GAMES // PARTS, (part + 1) * GAMES // PARTS):
        rng = random.Random(seed)
        play_alike(rng, *engine_and_model(rng), counts, f"game {seed}")
    assert part > 0 or set(+counts) >= EVENTS, counts


def test_short_games_agree_with_the_naive_model() -> None:
    counts: Counter[str] = Counter()
    for seed in range(SHORT_GAMES):
        rng = random.Random(f"short {seed}")
        seats, rulings = rng.choice(SEAT_SETS), random_rulings(rng) | {"short": True}
        model = play_alike(rng, Engine(seats, rulings), Model(seats, rulings), counts, f"game {seed}")
        if (outcome := model.outcome()) is not None and outcome["reason"] == "treasures":
            assert len(model.table.board.treasures()) in (4, 5)
    assert counts["treasures"] > 0, counts


def play_alike(
    rng: random.Random, engine: Engine, model: Model, counts: Counter[str], context: str, steps: int = STEPS
) -> Model:
    """Play a game on both, compare them after each action, and return the model at the end."""
    style = rng.choice(STYLES)
    for step in range(steps):
        with_views = step % 3 == 0 or model.decision() not in ("action", "draw")
        compare(engine, model, f"{context}, step {step}", with_views)
        if model.decision() is None:
            break
        if rng.random() < 0.05:  # a position holds all there is
            reread = Engine(model.position())
            assert (reread.state, reread.state.hash) == (engine.state, engine.state.hash), f"{context}, step {step}"
            engine, model = reread, model.copy()
        action = choose(rng, model, style)
        engine.apply(action)
        note(counts, model, action)
    return model


@pytest.mark.parametrize("name", CORNERS)
def test_the_engine_agrees_with_the_naive_model_in_rare_cases(name: str) -> None:
    position, actions = CORNERS[name]
    engine, model = Engine(position), Model(position)
    for action in actions.split(", "):
        compare(engine, model, name)
        engine.apply(action)
        model.apply(action)
    play_alike(random.Random(name), engine, model, Counter(), name, steps=5)


@pytest.mark.parametrize("part", inner_first(range(PARTS)))
def test_the_engine_refuses_the_positions_that_the_model_refuses(part: int) -> None:
    """Positions of games under way, with things changed: refused by both, or played on alike."""
    counts: Counter[str | None] = Counter()
    for seed in range(part * SPOILT_GAMES // PARTS, (part + 1) * SPOILT_GAMES // PARTS):
        rng = random.Random(seed)
        _, model = engine_and_model(rng)
        for _ in range(120):
            if model.decision() is None:
                break
            if model.table.pending is not None or rng.random() < 0.2:
                position = spoilt(rng, model.position())
                counts[reason := fault(position)] += 1
                assert is_refused(position) is (reason is not None), (seed, reason, position)
                if reason is None:
                    play_alike(rng, Engine(position), Model(position), Counter(), f"game {seed}, from {position}", steps=5)
            model.apply(choose(rng, model, "eager"))
    assert counts[None] > 20, counts
    assert len(counts) > 12, counts
