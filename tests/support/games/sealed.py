"""A small game with dealt cards and sealed bids, as an author from outside would write it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from kingdoms import CHANCE, TERMINAL, Game, Outcome, PositionError, PythonState, Random, View
from kingdoms.core.fields import a_list, a_number, an_object

CARDS = 6
BIDS = 4
DEALING, BIDDING = "deal", "bid"


class Sealed(PythonState):
    """A state: the dealt cards, the sealed bids of this round, and the points.

    Each seat is dealt a secret card. In two rounds, all seats bid in turn, in secret. The last bid opens all bids, and the
    first of the highest takes a point. At the end, points count twice, and cards once.
    """

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.cards: list[int] = []
        self.bids: list[int] = []
        self.shown: list[int] = []
        self.points = [0] * game.num_players
        self.round = 1

    def current_player(self) -> int:
        if self.round > 2:
            return TERMINAL
        return CHANCE if len(self.cards) < self.game.num_players else len(self.bids)

    def decision(self) -> str | None:
        player = self.current_player()
        return None if player == TERMINAL else DEALING if player == CHANCE else BIDDING

    def deck(self) -> list[int]:
        """Return the cards that have not been dealt."""
        return [card for card in range(CARDS) if card not in self.cards]

    def legal_actions(self) -> list[int]:
        player = self.current_player()
        return [] if player == TERMINAL else [BIDS + card for card in self.deck()] if player == CHANCE else list(range(BIDS))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        legal = self.legal_actions() if self.current_player() == CHANCE else []
        return [(action, 1 / len(legal)) for action in legal]

    def apply_trusted(self, action: int) -> None:
        if action >= BIDS:
            self.cards.append(action - BIDS)
            return
        self.bids.append(action)
        if len(self.bids) == self.game.num_players:
            self.points[self.bids.index(max(self.bids))] += 1
            self.shown, self.bids, self.round = self.bids, [], self.round + 1

    def outcome(self) -> Outcome | None:
        if self.round <= 2:
            return None
        scores = {seat: 2 * points + card for seat, points, card in zip(self.game.seats, self.points, self.cards, strict=True)}
        best = max(scores.values())
        return Outcome("sealed", tuple(seat for seat in scores if scores[seat] == best), None, scores)


class SealedView(View):
    """What a seat knows: its own card and bid, and the number of others'."""

    _state: Sealed

    def __init__(self, state: Sealed, seat: str | None) -> None:
        super().__init__(self.hide(state, seat), seat)

    def hide(self, state: Sealed, seat: str | None) -> Sealed:
        """Return a copy of a state with -1 for each card and bid that a seat does not know."""
        copy = state.clone()
        player = state.game.seats.index(seat) if seat is not None else -1
        if not state.is_terminal():
            copy.cards = [card if number == player else -1 for number, card in enumerate(state.cards)]
            copy.bids = [bid if number == player else -1 for number, bid in enumerate(state.bids)]
        return copy

    def to_json(self) -> dict[str, Any]:
        return {"seat": self.seat, **self.game.write_position(self._state)}

    def sample(self, rng: Random) -> Sealed:
        state = self._state.clone()
        for number, card in enumerate(state.cards):
            if card < 0:
                deck = state.deck()
                state.cards[number] = deck[rng.roll(len(deck))]
        state.bids = [bid if bid >= 0 else rng.roll(BIDS) for bid in state.bids]
        return state


class SealedGame(Game[Any]):
    """Sealed bids for two or three players."""

    name = "sealed"
    title = "Sealed"
    rules_version = 1
    seat_names: ClassVar[Mapping[str, str]] = {"A": "Ada", "B": "Ben", "C": "Cleo"}
    player_counts = (2, 3)
    num_distinct_actions = BIDS + CARDS
    has_secrets = True
    state_type: ClassVar[type[Sealed]] = Sealed
    view_type: ClassVar[type[SealedView]] = SealedView

    def new_initial_state(self) -> Sealed:
        return self.state_type(self)

    def view(self, state: Sealed, seat: str | None) -> View:
        return self.view_type(state, seat)

    def action_to_string(self, action: int) -> str:
        return f"bid {action}" if action < BIDS else f"deal {action - BIDS}"

    def conceals(self, before: Sealed, action: str, seat: str | None) -> bool:
        if before.decision() == DEALING:
            return seat != self.seats[len(before.cards)]
        return seat != before.to_move and len(before.bids) < self.num_players - 1

    def write_position(self, state: Sealed) -> dict[str, Any]:
        return {
            "game": self.name,
            "seats": {seat: {"points": points} for seat, points in zip(self.seats, state.points, strict=True)},
            "cards": list(state.cards),
            "bids": list(state.bids),
            "shown": list(state.shown),
            "round": state.round,
        }

    @classmethod
    def read_position(cls, position: object, settle: bool = True) -> Sealed:  # noqa: ARG003
        fields = an_object(position, "", ("game", "seats", "cards", "bids", "shown", "round"))
        seats = an_object(fields.get("seats"), "seats")
        state = cls(list(seats)).new_initial_state()
        state.cards = [a_number(card, "cards", 0, CARDS - 1) for card in a_list(fields.get("cards"), "cards")]
        if len(set(state.cards)) != len(state.cards):
            raise PositionError("cards: must be different cards")
        state.bids = [a_number(bid, "bids", 0, BIDS - 1) for bid in a_list(fields.get("bids"), "bids")]
        state.shown = [a_number(bid, "shown", 0, BIDS - 1) for bid in a_list(fields.get("shown"), "shown")]
        state.round = a_number(fields.get("round"), "round", 1, 9)
        state.points = [a_number(an_object(seat, "seats").get("points"), "points", 0, 999) for seat in seats.values()]
        return state
