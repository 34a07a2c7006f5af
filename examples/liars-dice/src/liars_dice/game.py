"""The rules of Liar's Dice, as a game of `kingdoms`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Any, ClassVar

import kingdoms
from kingdoms import CHANCE, TERMINAL, Game, PythonState, Random, View
from kingdoms.bots import BotKind
from kingdoms.core.fields import a_number, a_word, an_object

MOST = 5
FACES = ("one", "two", "three", "four", "five", "six")
BIDS = [(number, face) for number in range(1, 4 * MOST + 1) for face in range(1, 7)]
ROLLS = [roll for dice in range(1, MOST + 1) for roll in combinations_with_replacement(range(1, 7), dice)]
TEXTS = ["challenge", *(f"bid {n} {face}" for n, face in BIDS), *("roll " + " ".join(map(str, roll)) for roll in ROLLS)]
FIRST_ROLL = 1 + len(BIDS)  # action 0 is the challenge, then come the bids from 1, then the rolls
CHANCES = [factorial(len(roll)) / prod(map(factorial, Counter(roll).values())) / 6 ** len(roll) for roll in ROLLS]
OUTCOMES = [
    [(FIRST_ROLL + n, CHANCES[n]) for n, roll in enumerate(ROLLS) if len(roll) == dice] for dice in range(MOST + 1)
]  # the rolls of so many dice with their probabilities, worked out once: search asks for them again and again
FIELDS = ("game", "rulings", "seats", "turn", "bid")
RULES = {
    "L-1": "Everybody starts with the same number of dice and rolls them under a cup; you look only at your own.",
    "L-2": "On your turn, bid how many dice of one face lie under all cups together, or challenge the previous bid.",
    "L-3": "A bid names more dice than the one before, or as many of a higher face; no more than there are dice.",
    "L-4": "A challenge shows all dice. If there are at least as many as bid, the challenger loses a die, else the bidder.",
    "L-5": "Whoever lost a die starts the next round, or the next player if they have none left. The last with dice wins.",
}


class Table(PythonState):
    """A state: dice left by seat, dice under the cups, dice shown by the last challenge, the seat to move, and the last bid."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.left = [int(game.rulings["dice"])] * game.num_players
        self.hands: list[tuple[int, ...]] = [()] * game.num_players
        self.shown = self.hands[:]
        self.turn = 0
        self.bid = 0

    def clone(self) -> Table:
        new = Table(self.game)
        new.left, new.hands, new.shown, new.turn, new.bid = self.left[:], self.hands[:], self.shown[:], self.turn, self.bid
        return new

    def next_in(self, seat: int, step: int = 1) -> int:
        """Return the next seat that still has dice."""
        while True:
            seat = (seat + step) % len(self.left)
            if self.left[seat]:
                return seat

    def roller(self) -> int:
        """Return the seat whose dice are to be rolled next, or -1 if there is none."""
        return next((n for n, left in enumerate(self.left) if left and not self.hands[n]), -1)

    def current_player(self) -> int:
        return TERMINAL if self.outcome() else CHANCE if self.roller() >= 0 else self.turn

    def decision(self) -> str | None:
        player = self.current_player()
        return None if player == TERMINAL else "roll" if player == CHANCE else "bid"

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return list(OUTCOMES[self.left[self.roller()] if self.current_player() == CHANCE else 0])

    def legal_actions(self) -> list[int]:
        if self.current_player() < 0:
            return [action for action, _ in self.chance_outcomes()]
        return [*([0] if self.bid else []), *range(self.bid + 1, 6 * sum(self.left) + 1)]

    def apply_trusted(self, action: int) -> None:
        if action >= FIRST_ROLL:
            self.hands[self.roller()] = ROLLS[action - FIRST_ROLL]
        elif action:
            self.bid, self.turn = action, self.next_in(self.turn)
        else:
            number, face = BIDS[self.bid - 1]
            holds = sum(hand.count(face) for hand in self.hands) >= number
            loser = self.turn if holds else self.next_in(self.turn, -1)
            self.left[loser] -= 1
            self.turn = loser if self.left[loser] else self.next_in(loser)
            self.shown, self.hands, self.bid = self.hands, [()] * len(self.left), 0

    def outcome(self) -> kingdoms.Outcome | None:
        scores = dict(zip(self.game.seats, self.left, strict=True))
        winners = tuple(seat for seat in scores if scores[seat])
        return kingdoms.Outcome("last_dice", winners, None, scores) if len(winners) == 1 else None


class CupView(View):
    """A seat's knowledge: its own dice, the number of the others' dice, and the bid; a hidden die is a 0."""

    _state: Table

    def __init__(self, state: Table, seat: str | None) -> None:
        super().__init__(state.clone(), seat)
        hands = zip(state.game.seats, state.hands, strict=True)
        self._state.hands = [hand if whose == seat else (0,) * len(hand) for whose, hand in hands]

    @property
    def scores(self) -> Mapping[str, int]:
        return dict(zip(self.seats, self._state.left, strict=True))

    def to_json(self) -> dict[str, Any]:
        return {"seat": self.seat, **self.game.write_position(self._state)}

    def words(self) -> str:
        hands = zip(self.seats, self._state.hands, self._state.left, strict=True)
        dice = {seat: " ".join(str(die or "?") for die in hand) or f"{left} to roll" for seat, hand, left in hands}
        lines = [f"{self.game.seat_name(seat)}: {text}" for seat, text in dice.items()]
        return "\n".join([*lines, f"Bid: {in_words(self._state.bid) if self._state.bid else 'none yet'}"])

    def sample(self, rng: Random) -> Table:
        state = self._state.clone()
        state.hands = [tuple(sorted(1 + rng.roll(6) for _ in hand)) if 0 in hand else hand for hand in state.hands]
        return state


class LiarsDice(Game[Table]):
    """Liar's Dice for two to four players."""

    name = "liars_dice"
    title = "Liar's Dice"
    rules_version = 1
    introduction = "Bid on all dice, though you see only your own. Who is caught lying, or doubts the truth, loses a die."
    known_rulings = (kingdoms.Ruling("dice", (5, 4, 3, 2, 1), "L-1", "How many dice everybody begins with."),)
    chapters: ClassVar[Mapping[str, Mapping[str, str]]] = {"The game": RULES}
    action_kinds: ClassVar[Mapping[str, str]] = {"bid": "say how many there are", "challenge": "doubt the last bid"}
    seat_names: ClassVar[Mapping[str, str]] = {"A": "Ash", "B": "Birch", "C": "Cedar", "E": "Elm"}
    player_counts = (2, 3, 4)
    num_distinct_actions = len(TEXTS)
    has_secrets = True
    parts: ClassVar[Mapping[str, str]] = {"knowledge": "liars_dice.knowledge:DiceKnowledge"}

    @classmethod
    def bots(cls) -> Sequence[BotKind]:
        from liars_dice.bot import Careful

        return (BotKind("careful", "goes by what is likely", lambda _: Careful()),)

    @classmethod
    def drawing(cls) -> kingdoms.Drawing:
        from liars_dice.picture import table_svg

        return kingdoms.Drawing(table_svg)

    def new_initial_state(self) -> Table:
        return Table(self)

    def view(self, state: Table, seat: str | None) -> CupView:
        return CupView(state, seat)

    def action_to_string(self, action: int) -> str:
        if not 0 <= action < len(TEXTS):
            raise kingdoms.NotationError(f"no action has the number {action}")
        return TEXTS[action]

    def describe(self, state: Table, action: int) -> str:
        if action == 0:
            return f"challenge the bid of {in_words(state.bid)}"
        return f"bid {in_words(action)}" if action < FIRST_ROLL else TEXTS[action]

    def explain(self, state: Table) -> kingdoms.Explanation:
        if state.decision() is None:
            return kingdoms.Explanation("The game is over.", {"L-5": RULES["L-5"]})
        if state.decision() == "roll":
            return kingdoms.Explanation(f"{self.name_of(state.roller())}'s dice are rolled.", {"L-1": RULES["L-1"]})
        asked = f"the bid is {in_words(state.bid)}. Bid more, or challenge?" if state.bid else "you begin. What do you bid?"
        return kingdoms.Explanation(
            f"{self.name_of(state.turn)}: {asked}", {rule: RULES[rule] for rule in ("L-2", "L-3", "L-4")}
        )

    def refusal(self, state: Table, action: int | str) -> kingdoms.Refusal | None:
        number = self.string_to_action(action) if isinstance(action, str) else action
        if state.is_legal(number):
            return None
        if state.decision() != "bid" or number >= FIRST_ROLL or number == 0:
            return kingdoms.Refusal("not_now", "L-2", f"{TEXTS[number]} is not possible now. {self.explain(state).question}")
        lowest = f"higher than {in_words(state.bid)}, and " if state.bid else ""
        return kingdoms.Refusal("bid", "L-3", f"A bid is {lowest}of {sum(state.left)} dice at most.")

    def conceals(self, before: Table, action: str, seat: str | None) -> bool:
        return before.current_player() == CHANCE and seat != self.seats[before.roller()]

    def sentence(self, before: Table, action: int, after: Table, known: bool) -> str:
        if action >= FIRST_ROLL:
            return f"{self.name_of(before.roller())} rolls{TEXTS[action].removeprefix('roll') if known else ''}."
        if action:
            return f"{self.name_of(before.turn)} bids {in_words(action)}."
        loser = next(n for n, left in enumerate(after.left) if left < before.left[n])
        cups = "; ".join(f"{self.name_of(n)} {' '.join(map(str, hand))}" for n, hand in enumerate(after.shown) if hand)
        told = f"{self.name_of(before.turn)} challenges {in_words(before.bid)}. Under the cups: {cups}."
        return f"{told} {self.name_of(loser)} loses a die."

    def reveals(self, before: Table, action: str, after: Table) -> bool:
        return action == "challenge"

    def name_of(self, number: int) -> str:
        """Return the name of a seat by its number."""
        return self.seat_name(self.seats[number])

    def write_position(self, state: Table) -> dict[str, Any]:
        dice = zip(self.seats, state.left, state.hands, state.shown, strict=True)
        seats = {seat: {"left": left, "dice": list(hand), "shown": list(shown)} for seat, left, hand, shown in dice}
        bid = {"bid": TEXTS[state.bid]} if state.bid else {}
        return {"game": self.name, "rulings": dict(self.rulings), "seats": seats, "turn": self.seats[state.turn], **bid}

    @classmethod
    def read_position(cls, position: object, settle: bool = True) -> Table:
        return cls.read_table(an_object(position, "", FIELDS), 1)

    @classmethod
    def read_view(cls, view: object, seat: str | None) -> CupView:
        given = dict(an_object(view, "", (*FIELDS, "seat")))
        if given.pop("seat", None) != seat:
            raise kingdoms.PositionError("seat: the view is another seat's")
        state = cls.read_table(given, 0)
        return CupView(state, state.game.accept_viewer(seat))

    @classmethod
    def read_table(cls, given: Mapping[str, Any], lowest: int) -> Table:
        """Return the state of a position whose dice under the cups show at least `lowest`; in a view, hidden ones show 0."""
        seats = an_object(given.get("seats"), "seats")
        game = cls(list(seats), given.get("rulings"))
        state = Table(game)
        for n, seat in enumerate(game.seats):
            own = an_object(seats[seat], f"seats.{seat}", ("left", "dice", "shown"))
            state.left[n] = a_number(own.get("left"), f"seats.{seat}.left", 0, game.rulings["dice"])
            under, counts = (0, state.left[n]), range(MOST + 1)
            for name, cups, numbers, least in (("dice", state.hands, under, lowest), ("shown", state.shown, counts, 1)):
                dice = own.get(name, [])
                if not isinstance(dice, list) or len(dice) not in numbers:
                    raise kingdoms.PositionError(f"seats.{seat}.{name}: must be a list of dice, none or as many as there are")
                cups[n] = tuple(sorted(a_number(die, f"seats.{seat}.{name}", least, 6) for die in dice))
        state.turn = a_word(given.get("turn"), "turn", game.seats)
        bid = given.get("bid")
        state.bid = 0 if bid is None else a_word(bid, "bid", tuple(TEXTS[1:FIRST_ROLL])) + 1
        if not state.left[state.turn] or state.bid > 6 * sum(state.left) or (state.bid and state.decision() != "bid"):
            raise kingdoms.PositionError("turn and bid: nobody can be asked this with these dice")
        return state


def in_words(bid: int) -> str:
    """Return a bid, numbered from 1, in words."""
    number, face = BIDS[bid - 1]
    plural = "" if number == 1 else "es" if face == 6 else "s"
    return f"{number} {FACES[face - 1]}{plural}"
