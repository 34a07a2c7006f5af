"""A naive reference model of the board game "Kingdoms of the Middle Sea".

Written from the rules alone, to serve as the oracle in differential tests. It aims
at being easy to check by eye and at nothing else: sites are strings, a road is a set
of two sites, and the course of the game is one generator that stops at each decision.
The ids in the comments (FT-3, AMB-57, N.4 ...) are those of the rules digest.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from typing import Any

from tests.games.middlesea.reference.economy import Economy
from tests.games.middlesea.reference.leaders import Leaders
from tests.games.middlesea.reference.table import CHANCE, GameOver, Question, Script, ask


class Model(Economy, Leaders):
    """The game in play, always standing at a decision or at its end."""

    def __init__(self, seats: Sequence[str], rulings: Mapping[str, object] | None = None) -> None:
        super().__init__(seats, rulings)
        self._running = self._script()
        self._question: Question | None = next(self._running)

    @classmethod
    def from_position(cls, position: Mapping[str, Any]) -> Model:
        """A game from a position (N.4), which must be valid."""
        model = cls(list(position["seats"]), position.get("rulings"))
        model._set_up(position)
        model._running = model._script()
        model._question = next(model._running, None)
        return model

    @property
    def to_move(self) -> str | None:
        return None if self._question is None else self._question.seat

    @property
    def decision(self) -> str | None:
        return None if self._question is None else self._question.kind

    def legal(self) -> list[str]:
        return [] if self._question is None else sorted(self._question.options)

    def play(self, action: str) -> None:
        assert action in self.legal(), f"{action!r} is not legal now"
        self._question = None
        with contextlib.suppress(StopIteration):
            self._question = self._running.send(action)

    def call_time(self) -> None:  # V-5, AMB-122
        if self.phase != "over":
            self.time_up = True

    def _script(self) -> Script:
        """The whole game from the phase it stands in to its end (R-1)."""
        try:
            while self.phase != "over":
                if self.phase == "start":
                    yield from self._start()
                    self._enter("control")
                elif self.phase == "control":
                    for seat in self._turns():
                        yield from self._control_of(seat)
                    self._enter("dominance")
                elif self.phase == "dominance":
                    yield from self._dominance_phase()
                    self._enter("production")
                elif self.phase == "production":
                    yield from self._production_phase()
                    self._enter("build")
                elif self.phase == "build":
                    yield from self._build_phase()
                    self._enter("leader")
                else:
                    yield from self._leader_phase()
                    self._end_round()
                    self.round += 1
                    self._enter("control")
        except GameOver:
            pass

    def _enter(self, phase: str) -> None:
        self.phase = phase
        has_turns = phase in ("control", "build", "leader")
        self.turn = self.order[0] if has_turns else None
        self.acted = None
        self.king_changed = False
        self.attacks = set()

    def _start(self) -> Script:  # S-12
        answer = yield from ask(CHANCE, "first", [f"first {s}" for s in self.seats])
        i = self.seats.index(answer.split()[1])
        self.order = self.seats[i:] + self.seats[:i]
