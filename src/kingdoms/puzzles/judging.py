"""Judges each choice of a position by its own search."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from kingdoms.core.bot import Seen
from kingdoms.core.game import Game
from kingdoms.core.rng import Random
from kingdoms.core.state import State
from kingdoms.core.view import View
from kingdoms.nets import own_net
from kingdoms.search import Found, Limits, Searcher

SEED: Final = 1
"""The seed for sampling a table on which lines are played out."""
EXAMPLE: Final = 300
MOST_ADDED: Final = 4
"""The simulations for each decision that extends a line, and the maximum number of these decisions."""
GLANCE: Final = 64
"""The simulations of the whole position before a single choice is searched."""


@dataclass(frozen=True)
class Judgement:
    """The result of a search for one choice.

    Attributes:
        action: the number of the action.
        chance: the expected share of the game for the deciding seat after it.
        proven: whether the chance is certain.
        line: the expected actions, starting with this one.
    """

    action: int
    chance: float
    proven: bool
    line: tuple[int, ...]


class PuzzleJudge:
    """Judges the choices of one position.

    Without secrets, the position after the choice is searched; if the same seat moves there, the best of its choices counts.
    With secrets, that position might reveal more than the seat knew, so the search of the original position is extended.

    Args:
        view: the view of the deciding seat.
        seed: the seed of all random numbers.
        stop: an event that ends a search soon after it is set.
        seconds: the wall-clock limit of each search, as a safeguard; None for no limit.
        observations: what the seat has seen before, in a game with secrets.
    """

    def __init__(
        self,
        view: View,
        seed: int,
        stop: threading.Event | None = None,
        seconds: float | None = None,
        observations: Sequence[Seen] = (),
    ) -> None:
        assert view.to_move is not None
        self.view = view
        self.game: Game = view.game
        self.seed = seed
        self.stop = stop
        self.seconds = seconds
        self.mover = self.game.seats.index(view.to_move)
        self.net = own_net(self.game)
        self.searcher = Searcher(self.game, seed, net=self.net)
        self.searcher.observe(observations)
        self.has_searched = False

    def think(self, simulations: int) -> Found:
        """Search the position as a whole."""
        self.has_searched = True
        return self.searcher.think(self.view, Limits(simulations, self.seconds), stop=self.stop)

    def judge(self, action: int, simulations: int) -> Judgement:
        """Judge one choice by its own search."""
        if self.game.has_secrets:
            return self._insist(action, simulations)
        after: State = self.view.sample(Random(self.seed)).child(action)
        if after.is_terminal():
            return Judgement(action, after.returns()[self.mover], True, (action,))
        result = Searcher(self.game, self.seed, net=self.net).weigh(
            after.view(self.view.seat), Limits(simulations, self.seconds), self.stop
        )
        chance, proven = result.chances[self.mover], result.proven
        if after.current_player() == self.mover and result.choices:
            best = result.choices[0]
            chance, proven = best.chances[self.mover], proven or best.proven
        return Judgement(action, chance, proven, (action, *result.line))

    def _insist(self, action: int, simulations: int) -> Judgement:
        if not self.has_searched:
            self.think(GLANCE)
        choice = self.searcher.insist(action, Limits(simulations, self.seconds), self.stop)
        return Judgement(action, choice.chances[self.mover], choice.proven, tuple(self.searcher.line(action)))

    def judge_all(self, actions: Iterable[int], simulations: int) -> list[Judgement]:
        """Judge several choices, and return the judgements, best first."""
        judgements = [self.judge(action, simulations) for action in actions]
        return sorted(judgements, key=lambda judgement: judgement.chance, reverse=True)


def line_texts(table: State, seat: str, line: Sequence[int]) -> tuple[str, ...]:
    """Return a line of expected actions as texts.

    In games with secrets, lines from a search end where tiles are drawn or hands matter. So they are extended up to the seat's
    next turn: chance is sampled, and each seat plays the best action of a short search of its own view.

    Args:
        table: the state in which the line begins, consistent with the seat's knowledge; it is not changed.
        seat: the seat of the line.
        line: the actions; in games with secrets, the first one that is illegal on this table is dropped, with all that follow.
    """
    return tuple(map(table.game.action_to_string, _prolong(table, seat, line) if table.game.has_secrets else line))


def _prolong(table: State, seat: str, line: Sequence[int]) -> list[int]:
    """Extend a line up to the seat's next turn, with one possible continuation."""
    state, rng, actions, decided, others_moved = table.clone(), Random(SEED), list[int](), 0, False
    for action in line:
        if not state.is_legal(action):
            break
        others_moved = others_moved or state.to_move not in (seat, "chance")
        state.apply_action(action)
        actions.append(action)
    while (to_move := state.to_move) is not None and decided < MOST_ADDED and not (others_moved and to_move == seat):
        if to_move == "chance":
            action = state.draw_chance_action(rng)
        else:
            decided += 1
            others_moved = others_moved or to_move != seat
            searcher = Searcher(state.game, SEED, net=own_net(state.game))
            action = searcher.think(state.view(to_move), Limits(simulations=EXAMPLE)).best
        state.apply_action(action)
        actions.append(action)
    return actions


def mean(judgements: Sequence[Judgement]) -> Judgement:
    """Merge the judgements of one choice by several searches; the line is that of the first."""
    first = judgements[0]
    certain = [judgement for judgement in judgements if judgement.proven] or judgements
    chance = sum(judgement.chance for judgement in certain) / len(certain)
    return Judgement(first.action, chance, any(judgement.proven for judgement in judgements), first.line)
