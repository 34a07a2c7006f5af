"""Every choice of a position judged by itself, each by a search of its own."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from kingdoms.core.game import Game
from kingdoms.core.rng import Random
from kingdoms.core.state import State
from kingdoms.core.view import View
from kingdoms.search import Found, Limits, Searcher

SEED: Final = 1
"""With it a table is drawn on which lines are played out."""
EXAMPLE: Final = 300
MOST_ADDED: Final = 4
"""How long others are searched in an example of what may follow, and how many decisions it has at most."""
GLANCE: Final = 64
"""Simulations of the position itself, before a single choice of it is searched."""


@dataclass(frozen=True)
class Judgement:
    """What search says of one choice.

    Attributes:
        action: its number.
        chance: what share of the game the seat that decides can expect after it.
        proven: whether that is certain.
        line: the actions expected from here on, this one first.
    """

    action: int
    chance: float
    proven: bool
    line: tuple[int, ...]


class Judge:
    """Judges the choices of one position.

    Where nothing is hidden the position after the choice is searched, so that whoever goes on alone is trusted to do what is
    best; where seats have secrets, that might tell more than was known, and the choice itself is searched.

    Args:
        view: of the seat that decides.
        seed: where everything random comes from.
        stop: ends a search soon after it is set.
        seconds: how long each search may take by the clock, for safety; None for no bound.
    """

    def __init__(self, view: View, seed: int, stop: threading.Event | None = None, seconds: float | None = None) -> None:
        assert view.to_move is not None
        self.view = view
        self.game: Game = view.game
        self.seed = seed
        self.stop = stop
        self.seconds = seconds
        self.mover = self.game.seats.index(view.to_move)
        self.searcher = Searcher(self.game, seed)
        self.looked = False

    def think(self, simulations: int) -> Found:
        """Search the position as a whole."""
        self.looked = True
        return self.searcher.think(self.view, Limits(simulations, self.seconds), stop=self.stop)

    def judge(self, action: int, simulations: int) -> Judgement:
        """Judge one choice with so many simulations of its own."""
        if self.game.has_secrets:
            return self._insist(action, simulations)
        after: State = self.view.sample(Random(self.seed)).child(action)
        if after.is_terminal():
            return Judgement(action, after.returns()[self.mover], True, (action,))
        found = Searcher(self.game, self.seed).weigh(after.view(self.view.seat), Limits(simulations, self.seconds), self.stop)
        chance, proven = found.chances[self.mover], found.proven
        if after.current_player() == self.mover and found.choices:
            best = found.choices[0]
            chance, proven = best.chances[self.mover], proven or best.proven
        return Judgement(action, chance, proven, (action, *found.line))

    def _insist(self, action: int, simulations: int) -> Judgement:
        """Judge a choice by going on with the search of the position."""
        if not self.looked:
            self.think(GLANCE)
        choice = self.searcher.insist(action, Limits(simulations, self.seconds), self.stop)
        return Judgement(action, choice.chances[self.mover], choice.proven, tuple(self.searcher.line(action)))

    def judge_all(self, actions: Iterable[int], simulations: int) -> list[Judgement]:
        """Judge several choices, and return them the best first."""
        found = [self.judge(action, simulations) for action in actions]
        return sorted(found, key=lambda one: one.chance, reverse=True)


def prolong(table: State, seat: str, line: Sequence[int], seed: int) -> tuple[int, ...]:
    """Return a line with what may follow it, up to the seat's next turn: an example, where something hidden is drawn.

    Search tells no more than it can know, so in games with secrets its lines end where tiles are drawn or hands are asked. Here
    chance is drawn, and the others do what a short search of what each of them sees finds best.

    Args:
        table: where the line begins, one that agrees with what the seat knows; it stays as it is.
        seat: whose line it is.
        line: the actions; what cannot be done on this table is left out, with all that comes after it.
        seed: where everything random comes from.
    """
    state, rng, found, decided, others = table.clone(), Random(seed), list[int](), 0, False
    for action in line:
        if not state.is_legal(action):
            break
        others = others or state.to_move not in (seat, "chance")
        state.apply_action(action)
        found.append(action)
    while (to_move := state.to_move) is not None and decided < MOST_ADDED and not (others and to_move == seat):
        if to_move == "chance":
            action = state.draw_chance_action(rng)
        else:
            decided += 1
            others = others or to_move != seat
            action = Searcher(state.game, seed).think(state.view(to_move), Limits(simulations=EXAMPLE)).best
        state.apply_action(action)
        found.append(action)
    return tuple(found)


def mean(judgements: Sequence[Judgement]) -> Judgement:
    """Return what several searches say of one choice as one, with the line of the first."""
    first = judgements[0]
    certain = [one for one in judgements if one.proven] or judgements
    chance = sum(one.chance for one in certain) / len(certain)
    return Judgement(first.action, chance, any(one.proven for one in judgements), first.line)
