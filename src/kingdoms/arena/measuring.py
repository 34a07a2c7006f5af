"""Measurements of a game: each seat's possessions after each round, and the frequency of each kind of action and event."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

import polars

from kingdoms.core.game import Game
from kingdoms.core.state import State

ROUNDS: Final = "rounds"
USES: Final = "uses"
ACTION: Final = "action"
EVENT: Final = "event"

_WHERE: Final[Mapping[str, Any]] = {"number": polars.UInt32, "opening": polars.UInt32, "seat": polars.String}
_ROUNDS: Final[Mapping[str, Any]] = {
    "round": polars.UInt32,
    "last": polars.Boolean,
    "first": polars.Boolean,
    "score": polars.Float64,
    "chance": polars.Float64,
}
_USES: Final[Mapping[str, Any]] = {
    "what": polars.String,
    "kind": polars.String,
    "offered": polars.UInt32,
    "times": polars.UInt32,
}


def columns(game: Game) -> dict[str, dict[str, Any]]:
    """Return the columns of the tables of measurements, by table."""
    measured = dict.fromkeys(game.measures().columns, polars.Float64)
    return {ROUNDS: {**_WHERE, **_ROUNDS, **measured}, USES: {**_WHERE, **_USES}}


class Recorder:
    """Records the measurements of one game.

    Args:
        game: the game.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.measures = game.measures()
        self.beats = self.measures.beats(game)
        self.kinds = _kinds(game)
        self.first: str | None = None
        self.changes = 0
        self.beat: int | None = None
        self.rounds: list[list[Any]] = []
        self.offers: Counter[tuple[str, str]] = Counter()
        self.choices: Counter[tuple[str, str]] = Counter()
        self.events: Counter[tuple[str, str]] = Counter()

    def add_choice(self, seat: str, legal: Sequence[int], action: int) -> None:
        """Record a bot's choice among legal actions."""
        for kind in {self.kinds[legal_action] for legal_action in legal}:
            self.offers[seat, kind] += 1
        self.choices[seat, self.kinds[action]] += 1

    def add_effects(self, before: State, action: int, after: State) -> None:
        """Record the effects of an action."""
        seat = before.to_move
        if seat in self.game.seats:
            self.first = self.first or seat
            if self.beat is None:
                self.beat = self.measures.beat(before)
        for event in self.game.narrate(before, action, after):
            self.events[event.seat or "", event.kind] += 1
        if self.beat is None:
            return
        over = after.is_terminal()
        beat = self.measures.beat(after)
        if beat != self.beat:
            self.beat = beat
            self.changes += 1
            if over or self.changes % self.beats == 0:
                self._measure(after, over)
        elif over:
            self.changes += 1
            self._measure(after, over)

    def _measure(self, state: State, over: bool) -> None:
        """Record each seat's possessions at the end of a round."""
        number = -(-self.changes // self.beats)
        scores = self.game.open_view(state, None).scores
        chances = state.returns() if over else self.game.knowledge(state).evaluation()
        for seat, chance, possessions in zip(self.game.seats, chances, self.measures.of(state), strict=True):
            score = float(scores[seat]) if seat in scores else None
            self.rounds.append([seat, number, over, seat == self.first, score, round(chance, 5), *possessions])

    def tables(self) -> dict[str, list[list[Any]]]:
        """Return the rows of each table, without the game's number and opening."""
        uses: list[list[Any]] = [
            [seat, ACTION, kind, times, self.choices[seat, kind]] for (seat, kind), times in sorted(self.offers.items())
        ]
        uses += [[seat, EVENT, kind, None, times] for (seat, kind), times in sorted(self.events.items())]
        return {ROUNDS: self.rounds, USES: uses}


class _Kinds(dict[int, str]):
    """The kind of each action, which is the first word of its notation; memoised."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game

    def __missing__(self, action: int) -> str:
        kind = self[action] = self.game.action_to_string(action).partition(" ")[0]
        return kind


_kinds = lru_cache(maxsize=16)(_Kinds)


def frame(game: Game, table: str, games: Sequence[Mapping[str, Any]]) -> polars.DataFrame:
    """Return one table of several games as a data frame.

    Args:
        game: the game.
        table: the name of the table.
        games: rows of games, with their tables.
    """
    rows = [[game_row["number"], game_row["opening"], *row] for game_row in games for row in game_row["tables"].get(table, ())]
    return polars.DataFrame(rows, schema=columns(game)[table], orient="row")
