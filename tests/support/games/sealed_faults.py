"""Games like `sealed`, each with one mistake in its rules, its states or its positions."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, ClassVar, Self

import kingdoms
from kingdoms import Outcome
from tests.support.games.sealed import BIDS, CARDS, Sealed, SealedGame, SealedView, game_of


class RefusesWhatIsLegal(SealedGame):
    def refusal(self, state: Sealed, action: int | str) -> kingdoms.Refusal | None:
        if self.to_action(action) == BIDS - 1:
            return kingdoms.Refusal("too_high", "rules", "This bid is too high.")
        return super().refusal(state, action)


class SpellsTwoAlike(SealedGame):
    def action_to_string(self, action: int) -> str:
        return f"bid {action // 2}" if action < BIDS else super().action_to_string(action)


class CountsTooFew(SealedGame):
    num_distinct_actions = BIDS + CARDS - 1


class SharesBetweenClones(Sealed):
    def clone(self) -> Self:
        new = type(self)(self.game)
        new.cards, new.bids, new.shown = self.cards, list(self.bids), list(self.shown)
        new.points, new.round = list(self.points), self.round
        return new


class SharesWithPositions(SealedGame):
    def write_position(self, state: Sealed) -> dict[str, Any]:
        return {**super().write_position(state), "bids": state.bids}


class SharesWithViews(SealedView):
    def __init__(self, state: Sealed, seat: str | None) -> None:
        super().__init__(state, seat)
        self._state.points = state.points
        self._state.shown = state.shown


class HashesByTime(Sealed):
    def columns(self) -> tuple[Any, ...]:
        return (*super().columns(), (id(self),))


class HashesBySets(Sealed):
    def columns(self) -> tuple[Any, ...]:
        return (*super().columns(), "".join(frozenset(self.game.seat_names.values())).encode())


class PaysTheLast(Sealed):
    def returns(self) -> list[float]:
        return super().returns()[::-1]


class PaysWithoutScores(Sealed):
    def outcome(self) -> Outcome | None:
        outcome = super().outcome()
        return outcome and Outcome(outcome.reason, outcome.winners, None, {"A": 1})


class DealsMoreThanAll(Sealed):
    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(action, 1 / 4) for action, _ in super().chance_outcomes()]


class DealsInside(Sealed):
    def apply_trusted(self, action: int) -> None:
        super().apply_trusted(action)
        if self.shown and not self.bids:
            self.points[0] += random.randrange(2)


class ViewsByCountView(SealedView):
    def __init__(self, state: Sealed, seat: str | None) -> None:
        super().__init__(state, seat)
        ViewsByCount.seen.append(1)
        self.count = len(ViewsByCount.seen)

    def to_json(self) -> dict[str, Any]:
        return {**super().to_json(), "count": self.count}


class ViewsByCount(SealedGame):
    seen: ClassVar[list[int]] = []

    view_type = ViewsByCountView


class ReadsWithoutLooking(SealedGame):
    @classmethod
    def read_position(cls, position: Any, settle: bool = True) -> Sealed:  # noqa: ARG003
        state = super().read_position({"bids": [], **position})
        state.bids = list(position["bids"])
        return state


class NamesAStrangeClause(SealedGame):
    def explain(self, state: Sealed) -> kingdoms.Explanation:
        return kingdoms.Explanation("What do you bid?", {"X-9": "Bid."})


class ViewsOfAnotherSeat(SealedView):
    def to_json(self) -> dict[str, Any]:
        return {**super().to_json(), "seat": "A"}


class HasNoWinners(Sealed):
    def outcome(self) -> Outcome | None:
        outcome = super().outcome()
        return outcome and Outcome(outcome.reason, (), None, outcome.scores)

    def returns(self) -> list[float]:
        return [0.0] * self.game.num_players


class ForgetsTheRound(SealedGame):
    def write_position(self, state: Sealed) -> dict[str, Any]:
        return {**super().write_position(state), "round": 1}


class EndsWithoutAnEnd(Sealed):
    def outcome(self) -> Outcome | None:
        return None


class AsksNobody(Sealed):
    def current_player(self) -> int:
        player = super().current_player()
        return player + 1 if player >= 0 else player


class CitesAnotherGame(SealedGame):
    error_clauses: ClassVar[Mapping[str, str]] = {"seats": "A-1"}


MISTAKES: list[tuple[type[SealedGame], str]] = [
    (RefusesWhatIsLegal, "legal is True"),
    (SpellsTwoAlike, "is read as another action"),
    (CountsTooFew, "num_distinct_actions is 9: it counts all actions"),
    (game_of(SharesBetweenClones), "changed the original"),
    (SharesWithPositions, "that a state has returned"),
    (game_of(SharesWithViews), "has changed afterwards"),
    (game_of(HashesByTime), "a clone is not equal"),
    (game_of(HashesBySets), "another process"),
    (game_of(PaysTheLast), "by the outcome it is"),
    (game_of(PaysWithoutScores), "scores are not those of the seats"),
    (game_of(DealsMoreThanAll), "do not add up to 1"),
    (
        game_of(DealsInside),
        "checked and trusted application differ|do not lead|the outcome is wrong|only chance's actions are random",
    ),
    (ViewsByCount, "looks different"),
    (ReadsWithoutLooking, "a position without bids is not refused, but fails with KeyError.+kingdoms.core.fields"),
    (NamesAStrangeClause, "explain names X-9, which is no clause of the game's chapters"),
    (game_of(ViewsOfAnotherSeat), "the view of B has another seat in its to_json|depends on"),
    (game_of(HasNoWinners), "an outcome has no winners: in a draw"),
    (ForgetsTheRound, "leaves something out"),
    (game_of(EndsWithoutAnEnd), "an outcome without an end"),
    (game_of(AsksNobody), "out of range"),
    (CitesAnotherGame, "refused by A-1, which is no clause of the game"),
]
"""The games, and what the checks say about each."""
