"""A tiny game with secrets: each seat has a hidden hand of cards, and plays them face down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from kingdoms import NotationError, PositionError, PythonState, State, register_game
from kingdoms.core import constants
from kingdoms.core.answers import Explanation, Outcome
from kingdoms.core.event import Change, Event
from kingdoms.core.game import Game
from kingdoms.core.rng import Random
from kingdoms.core.view import View

SEATS = ("N", "S")
CARDS = tuple(f"Card{number:04d}" for number in range(1000, 1200))
"""Words that occur nowhere else, so that tests can look for them in bytes."""
HAND = 3


class Hands(PythonState):
    """A state: hands, cards that were played face down, and the seat to move. Chance deals a card to each seat in turn."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.dealt: list[int] = []
        self.played: list[int] = []

    def deck(self) -> list[int]:
        """Return the cards that have not been dealt."""
        return [card for card in range(len(CARDS)) if card not in self.dealt]

    def hand(self, player: int) -> list[int]:
        """Return the cards in a hand, in ascending order."""
        return sorted(card for card in self.dealt[player::2] if card not in self.played)

    def current_player(self) -> int:
        if len(self.dealt) < 2 * HAND:
            return constants.CHANCE
        return constants.TERMINAL if len(self.played) == 2 * HAND else len(self.played) % 2

    def legal_actions(self) -> list[int]:
        player = self.current_player()
        return self.hand(player) if player >= 0 else self.deck() if player == constants.CHANCE else []

    def apply_trusted(self, action: int) -> None:
        (self.dealt if len(self.dealt) < 2 * HAND else self.played).append(action)

    def decision(self) -> str | None:
        return None if self.is_terminal() else "deal" if len(self.dealt) < 2 * HAND else "play"

    def sums(self) -> dict[str, int]:
        """Return the sum of the cards dealt to each seat."""
        return {seat: sum(self.dealt[number::2]) for number, seat in enumerate(SEATS)}

    def outcome(self) -> Outcome | None:
        if not self.is_terminal():
            return None
        scores = self.sums()
        best = max(scores.values())
        return Outcome("cards", tuple(seat for seat in SEATS if scores[seat] == best), None, scores)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        deck = self.deck() if self.current_player() == constants.CHANCE else []
        return [(card, 1 / len(deck)) for card in deck]


@dataclass(frozen=True)
class Facts:
    """A seat's view: its own hand, and the number of cards in all hands."""

    seat: str | None
    to_move: str | None
    question: str
    hand: tuple[str, ...]
    counts: dict[str, int]
    outcome: dict[str, Any] | None


class HandView(View):
    """The view of one seat."""

    def __init__(self, state: Hands, seat: str | None) -> None:
        self.state = state.clone()
        super().__init__(self.state, seat)

    @property
    def phase(self) -> str:
        return self.decision or "over"

    @property
    def scores(self) -> Mapping[str, int]:
        return {seat: score for seat, score in self.state.sums().items() if seat == self.seat or self.state.is_terminal()}

    def to_json(self) -> dict[str, Any]:
        return {"hand": self.facts().hand}

    def facts(self) -> Facts:
        hands = {seat: self.state.hand(number) for number, seat in enumerate(SEATS)}
        outcome = self.state.outcome()
        return Facts(
            seat=self.seat,
            to_move=self.to_move,
            question=self.question,
            hand=tuple(CARDS[card] for card in hands.get(self.seat or "", [])),
            counts={seat: len(hand) for seat, hand in hands.items()},
            outcome=None if outcome is None else outcome.to_json(),
        )

    def sample(self, rng: Random) -> Hands:
        """Return a state in which the cards that the seat does not know are resampled."""
        copy = self.state.clone()
        if copy.is_terminal():
            return copy
        player = SEATS.index(self.seat) if self.seat in SEATS else -1
        unknown = [place for place in range(len(copy.dealt)) if place % 2 != player]
        places = {card: place for place, card in enumerate(self.state.dealt)}
        for place in unknown:
            copy.dealt[place] = -1
        for place in unknown:
            deck = copy.deck()
            copy.dealt[place] = deck[rng.roll(len(deck))]
        copy.played = [copy.dealt[places[card]] for card in self.state.played]
        return copy


class OpenView(HandView):
    """The view of a finished game: all hands, North's first."""

    @property
    def scores(self) -> Mapping[str, int]:
        return self.state.sums()

    def facts(self) -> Facts:
        cards = tuple(CARDS[card] for number in range(len(SEATS)) for card in self.state.hand(number))
        return replace(super().facts(), hand=cards)


class HiddenHands(Game[Any]):
    """Two seats, three cards each, played face down; the higher sum of dealt cards wins."""

    name = "hidden_hands"
    title = "Hidden Hands"
    rules_version = 1
    chapters: ClassVar[Mapping[str, Mapping[str, str]]] = {"Play": {"H-1": "Play a card that you hold."}}
    seat_names: ClassVar[Mapping[str, str]] = {"N": "North", "S": "South"}
    player_counts = (2,)
    num_distinct_actions = len(CARDS)
    has_secrets = True

    def new_initial_state(self) -> Hands:
        return Hands(self)

    def action_to_string(self, action: int) -> str:
        return CARDS[action]

    def string_to_action(self, text: str) -> int:
        if text not in CARDS:
            raise NotationError("this is not a card")
        return CARDS.index(text)

    def describe(self, state: Hands, action: int) -> str:
        return f"play {CARDS[action]}"

    def explain(self, state: Hands) -> Explanation:
        return Explanation(f"{state.to_move} plays a card." if state.to_move in SEATS else "Cards are dealt.", {})

    def narrate(self, before: Hands, action: int | str, after: Hands) -> list[Event]:
        number = self.to_action(action)
        dealing = before.current_player() == constants.CHANCE
        name = "dealt" if dealing else "played"
        change = Change((name,), before.position()[name], after.position()[name])
        return [Event("card", self._owner(before), f"It is {CARDS[number]}.", {"card": CARDS[number]}, (change,))]

    def _owner(self, before: State) -> str:
        """Return the seat that a card is dealt to, or that plays a card."""
        assert isinstance(before, Hands)
        return SEATS[(len(before.dealt) if before.current_player() == constants.CHANCE else len(before.played)) % 2]

    def tell(self, before: Hands, action: str, after: Hands, seat: str | None) -> tuple[str | None, list[Event]]:
        owner = self._owner(before)
        dealing = before.current_player() == constants.CHANCE
        if seat == owner:
            return action, [Event("card", owner, f"You {'get' if dealing else 'play'} {action}.", {"card": action})]
        return None, [Event("card", owner, f"{self.seat_name(owner)} {'gets' if dealing else 'plays'} a card.")]

    def reveals(self, before: Hands, action: str, after: Hands) -> bool:
        return after.is_terminal()

    def view(self, state: Hands, seat: str | None) -> HandView:
        return HandView(state, seat)

    def open_view(self, state: Hands, seat: str | None) -> HandView:
        return OpenView(state, seat)

    def write_position(self, state: Hands) -> dict[str, Any]:
        return {"game": self.name, "dealt": list(state.dealt), "played": list(state.played)}

    @classmethod
    def read_position(cls, position: object, settle: bool = True) -> Hands:  # noqa: ARG003
        if not isinstance(position, Mapping):
            raise PositionError("a position is an object")
        state = Hands(cls())
        state.dealt, state.played = list(position["dealt"]), list(position["played"])
        return state


def register_hidden_hands() -> None:
    """Register the game in this process."""
    register_game(HiddenHands.name, "tests.support.games.hidden_hands:HiddenHands")
