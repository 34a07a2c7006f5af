"""Games like `sealed`, each with one mistake: in its rules, states and positions, or about its secrets."""

from __future__ import annotations

import random
from itertools import count
from typing import Any

import kingdoms
from kingdoms import Explanation, Outcome, Random, View
from kingdoms.core.encoding import PlainEncoding
from kingdoms.core.fields import a_list, a_number
from kingdoms.core.observation import Field
from tests.support.games.mistakes import Mistakes
from tests.support.games.sealed import BIDS, CARDS, Sealed, SealedGame, SealedView

MISTAKES = Mistakes(SealedGame, __name__)


@MISTAKES.member("refusal", "legal is True")
def refuses_what_is_legal(self: SealedGame, state: Sealed, action: int | str) -> kingdoms.Refusal | None:
    if self.to_action(action) == BIDS - 1:
        return kingdoms.Refusal("too_high", "rules", "This bid is too high.")
    return SealedGame.refusal(self, state, action)


@MISTAKES.member("action_to_string", "is read as another action")
def spells_two_alike(self: SealedGame, action: int) -> str:
    return f"bid {action // 2}" if action < BIDS else SealedGame.action_to_string(self, action)


MISTAKES.add("counts_too_few", "num_distinct_actions is 9: it counts all actions", num_distinct_actions=BIDS + CARDS - 1)


@MISTAKES.member("clone", "changed the original")
def shares_between_clones(self: Sealed) -> Sealed:
    new = type(self)(self.game)
    new.cards, new.bids, new.shown = self.cards, list(self.bids), list(self.shown)
    new.points, new.round = list(self.points), self.round
    return new


@MISTAKES.member("write_position", "that a state has returned")
def shares_with_positions(self: SealedGame, state: Sealed) -> dict[str, Any]:
    return {**SealedGame.write_position(self, state), "bids": state.bids}


@MISTAKES.member("hide", "has changed afterwards")
def shares_with_views(self: SealedView, state: Sealed, seat: str | None) -> Sealed:
    copy = SealedView.hide(self, state, seat)
    copy.points, copy.shown = state.points, state.shown
    return copy


@MISTAKES.member("columns", "a clone is not equal")
def hashes_by_time(self: Sealed) -> tuple[Any, ...]:
    return (*Sealed.columns(self), (id(self),))


@MISTAKES.member("columns", "another process")
def hashes_by_sets(self: Sealed) -> tuple[Any, ...]:
    return (*Sealed.columns(self), "".join(frozenset(self.game.seat_names.values())).encode())


MISTAKES.add("pays_the_last", "by the outcome it is", returns=lambda self: Sealed.returns(self)[::-1])


@MISTAKES.member("outcome", "scores are not those of the seats")
def pays_without_scores(self: Sealed) -> Outcome | None:
    outcome = Sealed.outcome(self)
    return outcome and Outcome(outcome.reason, outcome.winners, None, {"A": 1})


@MISTAKES.member("chance_outcomes", "do not add up to 1")
def deals_more_than_all(self: Sealed) -> list[tuple[int, float]]:
    return [(action, 1 / 4) for action, _ in Sealed.chance_outcomes(self)]


INSIDE = "checked and trusted application differ|do not lead|the outcome is wrong|only chance's actions are random"


@MISTAKES.member("apply_trusted", INSIDE)
def deals_inside(self: Sealed, action: int) -> None:
    Sealed.apply_trusted(self, action)
    if self.shown and not self.bids:
        self.points[0] += random.randrange(2)


VIEWS = count()


def number_views(self: Any, state: Sealed, seat: str | None) -> Sealed:
    self.number = next(VIEWS)
    return SealedView.hide(self, state, seat)


@MISTAKES.member("to_json", "looks different", hide=number_views)
def views_by_count(self: Any) -> dict[str, Any]:
    return {**SealedView.to_json(self), "number": self.number}


@MISTAKES.member("read_position", "a position without bids is not refused, but fails with KeyError.+kingdoms.core.fields")
def reads_without_looking(cls: type[SealedGame], position: Any, settle: bool = True) -> Any:
    state = SealedGame.read_position.__func__(cls, {"bids": [], **position})  # type: ignore[attr-defined]
    state.bids = list(position["bids"])
    return state


@MISTAKES.member("explain", "explain names X-9, which is no clause of the game's chapters")
def names_a_strange_clause(self: SealedGame, state: Sealed) -> Explanation:
    return Explanation("What do you bid?", {"X-9": "Bid."})


@MISTAKES.member("to_json", "the view of B has another seat in its to_json|depends on")
def views_of_another_seat(self: SealedView) -> dict[str, Any]:
    return {**SealedView.to_json(self), "seat": "A"}


@MISTAKES.member("outcome", "an outcome has no winners: in a draw", returns=lambda self: [0.0] * self.game.num_players)
def has_no_winners(self: Sealed) -> Outcome | None:
    outcome = Sealed.outcome(self)
    return outcome and Outcome(outcome.reason, (), None, outcome.scores)


@MISTAKES.member("write_position", "leaves something out")
def forgets_the_round(self: SealedGame, state: Sealed) -> dict[str, Any]:
    return {**SealedGame.write_position(self, state), "round": 1}


@MISTAKES.member("current_player", "out of range")
def asks_nobody(self: Sealed) -> int:
    player = Sealed.current_player(self)
    return player + 1 if player >= 0 else player


MISTAKES.add("refuses_nothing", "refusal is None", refusal=lambda *_: None)
MISTAKES.add("tells_nothing", "do not lead", narrate=lambda *_: [kingdoms.Event("bid", "A", "So it is.")])
MISTAKES.add("draws_the_first", "is drawn 400 times of 400", draw_chance_action=lambda self, _: self.legal_actions()[0])
MISTAKES.add("shares_too_much", "add up to 1", returns_by_score=lambda self: [1.0] * self.game.num_players)
MISTAKES.add("ends_without_an_end", "an outcome without an end", outcome=lambda _: None)
MISTAKES.add("cites_another_game", "refused by A-1, which is no clause of the game", error_clauses={"seats": "A-1"})

# -- secrets: what a game shows, conceals, draws, tells or encodes -----------------------------------------------------


@MISTAKES.member("hide", "are secret from .+ whose view tells which")
def shows_bids(self: SealedView, state: Sealed, seat: str | None) -> Sealed:
    copy = SealedView.hide(self, state, seat)
    copy.bids = list(state.bids)
    return copy


def note_bids(self: Any, state: Sealed, seat: str | None) -> Sealed:
    self.sum = sum(state.bids)
    return SealedView.hide(self, state, seat)


PHASE = property(lambda self: f"bids of {self.sum}")
MISTAKES.add("shows_bids_in_facts", "the view of .+ depends on|view tells which", hide=note_bids, phase=PHASE)


@MISTAKES.member("conceals", "is impossible after what B has seen and heard")
def conceals_no_bids(self: SealedGame, before: Sealed, action: str, seat: str | None) -> bool:
    return before.decision() == "deal" and SealedGame.conceals(self, before, action, seat)


@MISTAKES.member("conceals", "are secret from .+ whose view tells which")
def conceals_what_it_shows(self: SealedGame, before: Sealed, action: str, seat: str | None) -> bool:
    return seat != before.to_move


OPEN: dict[str, Any] = {"hide": lambda _, state, _seat: state.clone()}
MISTAKES.add("shows_all", "are secret from .+ whose view tells which", **OPEN)
MISTAKES.add("conceals_nothing", "views differ by seat, and no action is secret", conceals=lambda *_: False)
MISTAKES.add("hides_nothing", "nothing is secret from anyone", conceals=lambda *_: False, **OPEN)
MISTAKES.add("forgets_secrets", "has_secrets = True", has_secrets=False)
MISTAKES.add("forgets_secrets_of_views", "has_secrets = True", has_secrets=False, conceals=kingdoms.Game.conceals)


def sample_twins(self: SealedView, rng: Random) -> Sealed:
    state = self._state.clone()
    state.cards = [card if card >= 0 else rng.roll(CARDS) for card in state.cards]
    state.bids = [bid if bid >= 0 else rng.roll(BIDS) for bid in state.bids]
    return state


MISTAKES.add("samples_twins", "drawn from .+ is impossible", sample=sample_twins)


@MISTAKES.member("read_position", "is impossible after what . has seen and heard", sample=sample_twins)
def samples_twins_and_reads_them(cls: type[SealedGame], position: Any, settle: bool = True) -> Any:
    without_cards = {**position, "cards": []} if isinstance(position, dict) else position
    state = SealedGame.read_position.__func__(cls, without_cards)  # type: ignore[attr-defined]
    state.cards = [a_number(card, "cards", 0, CARDS - 1) for card in a_list(position.get("cards"), "cards")]
    return state


def keep_the_truth(self: Any, state: Sealed, seat: str | None) -> Sealed:
    self.truth = state.clone()
    return SealedView.hide(self, state, seat)


MISTAKES.add("samples_the_truth", "is always the truth", hide=keep_the_truth, sample=lambda self, _: self.truth.clone())


@MISTAKES.member("sample", "a state drawn from a view looks different")
def samples_its_own_card_anew(self: SealedView, rng: Random) -> Sealed:
    return SealedView.sample(type(self)(self._state, None), rng)


@MISTAKES.member("legal_actions", "is impossible after|the legal actions depend")
def forbids_by_anothers_card(self: Sealed) -> list[int]:
    legal = Sealed.legal_actions(self)
    return legal[: 2 + self.cards[-1] % 3] if self.current_player() >= 0 else legal


@MISTAKES.member("sentence", "told")
def tells_bids(self: SealedGame, before: Sealed, action: int, after: Sealed, known: bool) -> str:
    return f"{before.to_move}: {self.action_to_string(action)}"


@MISTAKES.member("explain", "the question depends|view tells which")
def asks_with_secrets(self: SealedGame, state: Sealed) -> Explanation:
    return Explanation(f"The cards are {state.cards}. What do you bid?", {})


MISTAKES.add(
    "describes_cards",
    "the words for",
    describe=lambda _, state, action: f"{action} against {state.cards}",
    sentence=lambda *_: "So it is.",
)
MISTAKES.add("forecasts_cards", "the forecast of", forecast=lambda _, state, _action: {"wins": sum(state.cards)})
MISTAKES.add("takes_back_what_shows", "can be undone", reveals=lambda *_: False)


class CardsEncoding(PlainEncoding):
    """The cards and bids that a seat sees, each plus 1, the number of opened bids and the round."""

    def __init__(self, game: kingdoms.Game) -> None:
        super().__init__(game, [Field("cards", (6,), CARDS, "cards and bids, by seat"), Field("rest", (10,), 9, "all else")])

    def numbers(self, view: View) -> list[int]:
        return self.encode_json(view.to_json())

    def encode_json(self, data: dict[str, Any]) -> list[int]:
        hidden_numbers = [*(data["cards"] + [-2] * 3)[:3], *(data["bids"] + [-2] * 3)[:3]]
        opened_bids, points = [bid + 1 for bid in data["shown"]], [seat["points"] for seat in data["seats"].values()]
        place = list(data["seats"]).index(data["seat"])
        rest = [*opened_bids, *points, data["round"], place]
        return [number + 1 if number >= -1 else CARDS for number in hidden_numbers] + (rest + [0] * 10)[:10]


class EncodesItself(SealedGame):
    """A game without a mistake, with its own encoding."""

    def encoding(self) -> CardsEncoding:
        return CardsEncoding(self)


class TellsAllEncoding(CardsEncoding):
    def numbers(self, view: Any) -> list[int]:
        return self.encode_json({"seat": view.seat, **view.game.write_position(view.truth)})


@MISTAKES.member("encoding", "the observation of . depends on what it can't know", hide=keep_the_truth)
def tells_all(self: SealedGame) -> TellsAllEncoding:
    return TellsAllEncoding(self)


class LeavesOutRoundsEncoding(CardsEncoding):
    def encode_json(self, data: dict[str, Any]) -> list[int]:
        return super().encode_json({**data, "shown": [], "round": 1, "seats": {seat: {"points": 0} for seat in data["seats"]}})


@MISTAKES.member("encoding", "two views of . have the same observation")
def leaves_out_rounds(self: SealedGame) -> LeavesOutRoundsEncoding:
    return LeavesOutRoundsEncoding(self)


@MISTAKES.member("encoding", "no legal action has a number")
def numbers_too_few(self: SealedGame) -> PlainEncoding:
    return PlainEncoding(self, actions=range(BIDS, BIDS + CARDS))
