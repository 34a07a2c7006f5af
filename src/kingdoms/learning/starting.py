"""The net that a training starts from: the game's own net for another number of seats."""

from __future__ import annotations

from dataclasses import replace

from kingdoms.core.factor import OTHERS
from kingdoms.core.registry import load_game
from kingdoms.learning.plan import LearningError, TrainingPlan
from kingdoms.nets import Net, Saved, bounds, load
from kingdoms.nets.file import check_fit


def starting_net(plan: TrainingPlan) -> Net | None:
    """Return the net that a training starts from, or None if it starts from random weights.

    Sums over more other seats are larger, so their weights are divided: each rival counts as a part of one.

    Raises:
        LearningError: the game has no such net, or it doesn't have the shape that the plan names.
    """
    if not plan.start:
        return None
    path = load_game(plan.game, plan.start).nets().get(plan.start)
    if path is None:
        raise LearningError(f"{plan.game} has no net for {plan.start} seats to start from").cite(plan.rules)
    source = load(path)
    if source.net.hidden != plan.hidden:
        raise LearningError(f"the net for {plan.start} seats has {source.net.hidden} hidden units, not {plan.hidden}")
    saved = replace(source, net=_convert_seats(source, plan.seats), seats=plan.seats)
    check_fit(saved, plan.rules.knowledge(plan.rules.new_initial_state()), str(path))
    return saved.net


def _convert_seats(saved: Saved, seats: int) -> Net:
    """Return a net for another number of seats, with its weights of sums over the other seats divided."""
    net, part = saved.net, (saved.seats - 1) / (seats - 1)
    first, bias, second = net.weights()
    parts = [part if name.startswith(OTHERS) else 1.0 for name in saved.features]
    divided = [round(weight * parts[i % net.inputs]) for i, weight in enumerate(first)]
    most = max(map(abs, divided))
    if most > bounds.MOST_WEIGHT:
        raise LearningError(f"the net for {saved.seats} seats cannot be used with {seats}: its weights would be too large")
    return Net(net.inputs, divided, bias, second, net.bits)
