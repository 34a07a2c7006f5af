"""A small game in which a part of each action is secret: two seats lay numbered stones face down on a square, or pass."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from kingdoms import CHANCE, TERMINAL, Game, NotationError, Outcome, PythonState, Random, View
from kingdoms.core.fields import a_list, a_number, a_word, an_object

PLACES = tuple(column + row for row in "123" for column in "abc")
NUMBERS, EACH, HELD = 4, 3, 5
PASS = NUMBERS * len(PLACES)
TEXTS = [f"lay {number} {place}" for number in range(1, NUMBERS + 1) for place in PLACES]
TEXTS += ["pass", *(f"draw {number}" for number in range(1, NUMBERS + 1))]


class Laid(PythonState):
    """A state: the stones in the bag, in hands and on the square, each with its owner, and the passes in a row."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.bag = [EACH] * NUMBERS
        self.hands: list[list[int]] = [[], []]
        self.places: dict[str, list[int]] = {}
        self.turn = 0
        self.passed = 0

    def is_over(self) -> bool:
        return self.passed == 2

    def drawer(self) -> int:
        """Return the seat that draws the next stone, or -1."""
        drawn = EACH * NUMBERS - sum(self.bag)
        return drawn % 2 if drawn < 2 * HELD else -1

    def current_player(self) -> int:
        return TERMINAL if self.is_over() else CHANCE if self.drawer() >= 0 else self.turn

    def decision(self) -> str | None:
        return None if self.is_over() else "draw" if self.drawer() >= 0 else "turn"

    def free(self) -> list[int]:
        """Return the numbers of the free places."""
        return [number for number, place in enumerate(PLACES) if place not in self.places]

    def legal_actions(self) -> list[int]:
        if self.is_over():
            return []
        if self.drawer() >= 0:
            return [PASS + 1 + number for number in range(NUMBERS) if self.bag[number]]
        lays = [(stone - 1) * len(PLACES) + place for stone in sorted(set(self.hands[self.turn])) for place in self.free()]
        return [*lays, PASS]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        left = self.bag if self.decision() == "draw" else []
        return [(PASS + 1 + number, count / sum(left)) for number, count in enumerate(left) if count]

    def apply_trusted(self, action: int) -> None:
        if action > PASS:
            hand = self.hands[self.drawer()]
            self.bag[action - PASS - 1] -= 1
            hand.append(action - PASS)
            hand.sort()
            return
        self.passed = self.passed + 1 if action == PASS else 0
        if action < PASS:
            stone, place = action // len(PLACES) + 1, PLACES[action % len(PLACES)]
            self.hands[self.turn].remove(stone)
            self.places[place] = [self.turn, stone]
        self.turn = 1 - self.turn

    def scores(self) -> dict[str, Any]:
        """Return the sum of the stones of each seat on the square."""
        laid = self.places.values()
        return {seat: sum(stone for owner, stone in laid if owner == n) for n, seat in enumerate(self.game.seats)}

    def outcome(self) -> Outcome | None:
        if not self.is_over():
            return None
        scores = self.scores()
        return Outcome("passed", tuple(seat for seat in scores if scores[seat] == max(scores.values())), None, scores)


class LaidView(View):
    """What a seat knows: its own stones, and the places of those of the other."""

    _state: Laid

    def __init__(self, state: Laid, seat: str | None) -> None:
        super().__init__(self.hide(state, seat), seat)

    def hide(self, state: Laid, seat: str | None) -> Laid:
        """Return a copy of a state with 0 for each stone that a seat does not know."""
        copy = state.clone()
        viewer = state.game.seats.index(seat) if seat else -1
        if not state.is_over():
            copy.hands = [list(hand) if n == viewer else [0] * len(hand) for n, hand in enumerate(state.hands)]
            copy.places = {place: [n, stone if n == viewer else 0] for place, (n, stone) in state.places.items()}
            copy.bag = [0] * (NUMBERS - 1) + [sum(state.bag)]
        return copy

    def to_json(self) -> dict[str, Any]:
        return {"seat": self.seat, **self.game.write_position(self._state)}

    def unknown(self, state: Laid) -> list[int]:
        """Return the stones that the seat does not see."""
        visible = [*(stone for hand in state.hands for stone in hand), *(stone for _, stone in state.places.values())]
        return [stone for stone in range(1, NUMBERS + 1) for _ in range(EACH - visible.count(stone))]

    def shuffle(self, stones: list[int], rng: Random) -> None:
        """Bring stones into a random order."""
        for last in range(len(stones) - 1, 0, -1):
            place = rng.roll(last + 1)
            stones[last], stones[place] = stones[place], stones[last]

    def sample(self, rng: Random) -> Laid:
        state = self._state.clone()
        if state.is_over():
            return state
        stones = self.unknown(state)
        self.shuffle(stones, rng)
        state.hands = [sorted(stone or stones.pop() for stone in hand) for hand in state.hands]
        state.places = {place: [n, stone or stones.pop()] for place, (n, stone) in state.places.items()}
        state.bag = [stones.count(number + 1) for number in range(NUMBERS)]
        return state


class LaidGame(Game[Any]):
    """Stones face down, for two seats."""

    name = "laid"
    title = "Laid"
    rules_version = 1
    has_secrets = True
    seat_names: ClassVar[Mapping[str, str]] = {"A": "Ada", "B": "Ben"}
    num_distinct_actions = len(TEXTS)
    error_clauses: ClassVar[Mapping[str, str]] = {"position": "L-1", "view": "L-1", "notation": "L-2"}
    chapters: ClassVar[Mapping[str, Mapping[str, str]]] = {"Stones": {"L-1": "Each draws stones.", "L-2": "Lay one, or pass."}}
    state_type: ClassVar[type[Laid]] = Laid
    view_type: ClassVar[type[LaidView]] = LaidView

    def new_initial_state(self) -> Laid:
        return self.state_type(self)

    def view(self, state: Laid, seat: str | None) -> LaidView:
        return self.view_type(state, seat)

    def action_to_string(self, action: int) -> str:
        if not 0 <= action < len(TEXTS):
            raise NotationError(f"no action has the number {action}")
        return TEXTS[action]

    def conceals(self, before: Laid, action: str, seat: str | None) -> bool:
        mover = before.drawer() if before.drawer() >= 0 else before.turn
        return action != "pass" and seat != self.seats[mover]

    def write_position(self, state: Laid) -> dict[str, Any]:
        seats = {seat: {"hand": list(hand)} for seat, hand in zip(self.seats, state.hands, strict=True)}
        places = {place: {"owner": self.seats[n], "stone": stone} for place, (n, stone) in sorted(state.places.items())}
        end = {"bag": list(state.bag), "turn": self.seats[state.turn], "passed": state.passed}
        return {"game": self.name, "seats": seats, "places": places, **end}

    @classmethod
    def read_position(cls, position: object, settle: bool = True) -> Laid:  # noqa: ARG003
        data = an_object(position, "", ("game", "seats", "places", "bag", "turn", "passed"))
        seats = an_object(data.get("seats"), "seats", ("A", "B"))
        state = cls(list(seats)).new_initial_state()
        for n, seat in enumerate(state.game.seats):
            hand = a_list(an_object(seats[seat], seat, ("hand",)).get("hand"), "hand")
            state.hands[n] = [a_number(stone, "hand", 1, NUMBERS) for stone in hand]
        for place, laid in an_object(data.get("places"), "places", PLACES).items():
            laid = an_object(laid, place, ("owner", "stone"))
            owner = a_word(laid.get("owner"), "owner", state.game.seats)
            state.places[place] = [owner, a_number(laid.get("stone"), "stone", 1, NUMBERS)]
        bag = (*a_list(data.get("bag"), "bag"), *[None] * NUMBERS)[:NUMBERS]
        state.bag = [a_number(count, "bag", 0, EACH) for count in bag]
        state.turn = a_word(data.get("turn"), "turn", state.game.seats)
        state.passed = a_number(data.get("passed"), "passed", 0, 2)
        return state
