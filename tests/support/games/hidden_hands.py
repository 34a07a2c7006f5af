"""A tiny game with secrets: each seat has a hidden hand of cards, and plays them face down."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from kingdoms.core import constants
from kingdoms.core.answers import Explanation, Outcome, Refusal
from kingdoms.core.errors import IllegalAction, NotationError, PositionError, SeatsError
from kingdoms.core.event import Change, Event
from kingdoms.core.game import Game
from kingdoms.core.registry import register_game
from kingdoms.core.rng import Random
from kingdoms.core.rulings import Ruling
from kingdoms.core.state import State
from kingdoms.core.view import View

SEATS = ("N", "S")
CARDS = tuple(f"Card{number:04d}" for number in range(1000, 1200))
"""Words that occur nowhere else, so that tests can look for them in bytes."""
HAND = 3


class Hands(State):
    """A state: hands, cards that were played face down, and the seat to move. Chance deals a card to each seat in turn.

    Python code can't override what compiled engines implement, so everything that follows from it is implemented here too.
    """

    def __init__(self, rules: HiddenHands) -> None:
        self.rules = rules
        self.dealt: list[int] = []
        self.played: list[int] = []

    @property
    def game(self) -> HiddenHands:  # type: ignore[override]
        return self.rules

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

    @property
    def to_move(self) -> str | None:
        player = self.current_player()
        return SEATS[player] if player >= 0 else "chance" if player == constants.CHANCE else None

    def is_terminal(self) -> bool:
        return self.current_player() == constants.TERMINAL

    def legal_actions(self) -> list[int]:
        player = self.current_player()
        return self.hand(player) if player >= 0 else self.deck() if player == constants.CHANCE else []

    def is_legal(self, action: int) -> bool:
        return action in self.legal_actions()

    def apply_action(self, action: int | str) -> None:
        refusal = self.game.refusal(self, action)
        if refusal is not None:
            raise IllegalAction(refusal)
        self.apply_trusted(self.game.string_to_action(action) if isinstance(action, str) else action)

    def apply_trusted(self, action: int) -> None:
        (self.dealt if len(self.dealt) < 2 * HAND else self.played).append(action)

    def draw_chance_action(self, rng: Random) -> int:
        deck = self.deck()
        return deck[rng.roll(len(deck))]

    def refusal(self, action: int | str) -> Refusal | None:
        return self.game.refusal(self, action)

    def view(self, seat: str | None) -> HandView:
        return self.game.view(self, seat)

    def position(self) -> dict[str, Any]:
        return self.game.write_position(self)

    def clone(self) -> Hands:
        copy = Hands(self.rules)
        copy.dealt, copy.played = list(self.dealt), list(self.played)
        return copy

    def decision(self) -> str | None:
        return None if self.is_terminal() else "deal" if len(self.dealt) < 2 * HAND else "play"

    def outcome(self) -> Outcome | None:
        if not self.is_terminal():
            return None
        scores = {seat: sum(self.dealt[number::2]) for number, seat in enumerate(SEATS)}
        best = max(scores.values())
        return Outcome("cards", tuple(seat for seat in SEATS if scores[seat] == best), None, scores)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        deck = self.deck() if self.current_player() == constants.CHANCE else []
        return [(card, 1 / len(deck)) for card in deck]

    def returns(self) -> list[float]:
        return self.returns_by_score() if self.is_terminal() else [0.0, 0.0]

    def returns_by_score(self) -> list[float]:
        sums = [sum(self.dealt[player::2]) for player in (0, 1)]
        return [
            float(total > opponent_total) + 0.5 * (total == opponent_total)
            for total, opponent_total in zip(sums, reversed(sums), strict=True)
        ]

    def columns(self) -> tuple[Any, ...]:
        return tuple(self.dealt), tuple(self.played)

    @property
    def hash(self) -> int:
        return hash(self.columns()) & (2**64 - 1)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hands) and self.columns() == other.columns()

    __hash__ = State.__hash__


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
        outcome = self.state.outcome()
        if outcome is not None:
            return dict(outcome.scores)
        return {seat: sum(self.state.dealt[number::2]) for number, seat in enumerate(SEATS) if seat == self.seat}

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
        return {seat: sum(self.state.dealt[number::2]) for number, seat in enumerate(SEATS)}

    def facts(self) -> Facts:
        cards = tuple(CARDS[card] for number in range(len(SEATS)) for card in self.state.hand(number))
        return replace(super().facts(), hand=cards)


class HiddenHands(Game):
    """Two seats, three cards each, played face down; the higher sum of dealt cards wins."""

    name = "hidden_hands"
    title = "Hidden Hands"
    rules_version = 1
    chapters: ClassVar[Mapping[str, Mapping[str, str]]] = {"Play": {"H-1": "Play a card that you hold."}}
    known_rulings: ClassVar[Sequence[Ruling]] = ()
    has_secrets = True

    @classmethod
    def accept_seats(cls, seats: Sequence[str] | int | None) -> tuple[str, ...]:
        if seats not in (None, 2) and (isinstance(seats, int) or sorted(seats or ()) != sorted(SEATS)):
            raise SeatsError("the game is for the seats N and S")
        return SEATS

    @classmethod
    def seat_name(cls, seat: str) -> str:
        return {"N": "North", "S": "South"}[seat]

    def new_initial_state(self) -> Hands:
        return Hands(self)

    def action_to_string(self, action: int) -> str:
        return CARDS[action]

    def string_to_action(self, text: str) -> int:
        if text not in CARDS:
            raise NotationError("this is not a card")
        return CARDS.index(text)

    def action_space(self, most: int) -> Iterator[int]:
        yield from range(len(CARDS))

    def refusal(self, state: State, action: int | str) -> Refusal | None:
        number = self.string_to_action(action) if isinstance(action, str) else action
        return None if state.is_legal(number) else Refusal("not_held", "H-1", "You do not hold this card.")

    def describe(self, state: State, action: int) -> str:
        return f"play {CARDS[action]}"

    def forecast(self, state: State, action: int) -> dict[str, Any]:
        return {}

    def explain(self, state: State) -> Explanation:
        return Explanation(f"{state.to_move} plays a card." if state.to_move in SEATS else "Cards are dealt.", {})

    def narrate(self, before: State, action: int | str, after: State) -> list[Event]:
        number = self.string_to_action(action) if isinstance(action, str) else action
        dealing = before.current_player() == constants.CHANCE
        name = "dealt" if dealing else "played"
        change = Change((name,), before.position()[name], after.position()[name])
        return [Event("card", self._owner(before), f"It is {CARDS[number]}.", {"card": CARDS[number]}, (change,))]

    def _owner(self, before: State) -> str:
        """Return the seat that a card is dealt to, or that plays a card."""
        assert isinstance(before, Hands)
        return SEATS[(len(before.dealt) if before.current_player() == constants.CHANCE else len(before.played)) % 2]

    def tell(self, before: State, action: str, after: State, seat: str | None) -> tuple[str | None, list[Event]]:
        owner = self._owner(before)
        dealing = before.current_player() == constants.CHANCE
        if seat == owner:
            return action, [Event("card", owner, f"You {'get' if dealing else 'play'} {action}.", {"card": action})]
        return None, [Event("card", owner, f"{self.seat_name(owner)} {'gets' if dealing else 'plays'} a card.")]

    def reveals(self, before: State, action: str, after: State) -> bool:
        return after.is_terminal()

    def settle(self, state: State) -> list[Event]:
        return []

    def view(self, state: State, seat: str | None) -> HandView:
        assert isinstance(state, Hands)
        return HandView(state, seat)

    def open_view(self, state: State, seat: str | None) -> HandView:
        assert isinstance(state, Hands)
        return OpenView(state, seat)

    def write_position(self, state: State) -> dict[str, Any]:
        assert isinstance(state, Hands)
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
