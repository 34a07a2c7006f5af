"""Games like `sealed`, each with one mistake about its secrets: what it shows, conceals, draws, tells or encodes."""

from __future__ import annotations

from typing import Any

import kingdoms
from kingdoms import Random, View
from kingdoms.core.encoding import Encoding, PlainEncoding
from kingdoms.core.observation import Field
from tests.support.games.sealed import BIDS, CARDS, Sealed, SealedGame, SealedView, game_of


class ShowsBids(SealedView):
    def __init__(self, state: Sealed, seat: str | None) -> None:
        super().__init__(state, seat)
        self._state.bids = list(state.bids)


class ShowsAll(SealedView):
    def __init__(self, state: Sealed, seat: str | None) -> None:
        View.__init__(self, state.clone(), seat)


class ShowsBidsInFacts(SealedView):
    def __init__(self, state: Sealed, seat: str | None) -> None:
        super().__init__(state, seat)
        self.sum = sum(state.bids)

    @property
    def phase(self) -> str:
        return f"bids of {self.sum}"


class ConcealsNothing(SealedGame):
    def conceals(self, before: Sealed, action: str, seat: str | None) -> bool:
        return False


class ConcealsNoBids(SealedGame):
    def conceals(self, before: Sealed, action: str, seat: str | None) -> bool:
        return before.decision() == "deal" and super().conceals(before, action, seat)


class ConcealsWhatItShows(SealedGame):
    def conceals(self, before: Sealed, action: str, seat: str | None) -> bool:
        return seat != before.to_move


class ForgetsSecrets(SealedGame):
    has_secrets = False


class ForgetsSecretsOfViews(ForgetsSecrets):
    conceals = kingdoms.Game.conceals


class HidesNothing(ConcealsNothing):
    view_type = ShowsAll


class SamplesTwinsView(SealedView):
    def sample(self, rng: Random) -> Sealed:
        state = self._state.clone()
        state.cards = [card if card >= 0 else rng.roll(CARDS) for card in state.cards]
        state.bids = [bid if bid >= 0 else rng.roll(BIDS) for bid in state.bids]
        return state


class SamplesTwins(SealedGame):
    view_type = SamplesTwinsView


class SamplesTwinsAndReadsThem(SamplesTwins):
    @classmethod
    def read_position(cls, position: Any, settle: bool = True) -> Sealed:  # noqa: ARG003
        state = super().read_position({**position, "cards": []})
        state.cards = list(position["cards"])
        return state


class SamplesTheTruth(SealedView):
    def __init__(self, state: Sealed, seat: str | None) -> None:
        super().__init__(state, seat)
        self.truth = state.clone()

    def sample(self, rng: Random) -> Sealed:
        return self.truth.clone()


class SamplesItsOwnCardAnew(SealedView):
    def sample(self, rng: Random) -> Sealed:
        state = self._state.clone()
        state.cards = [-1] * len(state.cards)
        for number in range(len(state.cards)):
            deck = state.deck()
            state.cards[number] = deck[rng.roll(len(deck))]
        state.bids = [bid if bid >= 0 else rng.roll(BIDS) for bid in state.bids]
        return state


class ForbidsByAnothersCard(Sealed):
    def legal_actions(self) -> list[int]:
        legal = super().legal_actions()
        return legal[: 2 + self.cards[-1] % 3] if self.current_player() >= 0 else legal


class TellsBids(SealedGame):
    def sentence(self, before: Sealed, action: int, after: Sealed, known: bool) -> str:
        return f"{before.to_move}: {self.action_to_string(action)}"


class AsksWithSecrets(SealedGame):
    def explain(self, state: Sealed) -> kingdoms.Explanation:
        return kingdoms.Explanation(f"The cards are {state.cards}. What do you bid?", {})


class TakesBackWhatShows(SealedGame):
    def reveals(self, before: Sealed, action: str, after: Sealed) -> bool:
        return False


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

    def encoding(self) -> Encoding:
        return CardsEncoding(self)


class TellsAllEncoding(CardsEncoding):
    def numbers(self, view: View) -> list[int]:
        assert isinstance(view, SamplesTheTruth)
        return self.encode_json({"seat": view.seat, **view.game.write_position(view.truth)})


class TellsAllView(SamplesTheTruth):
    sample = SealedView.sample


class TellsAll(SealedGame):
    view_type = TellsAllView

    def encoding(self) -> Encoding:
        return TellsAllEncoding(self)


class LeavesOutRoundsEncoding(CardsEncoding):
    def encode_json(self, data: dict[str, Any]) -> list[int]:
        return super().encode_json({**data, "shown": [], "round": 1, "seats": {seat: {"points": 0} for seat in data["seats"]}})


class LeavesOutRounds(SealedGame):
    def encoding(self) -> Encoding:
        return LeavesOutRoundsEncoding(self)


class NumbersTooFew(SealedGame):
    def encoding(self) -> Encoding:
        return PlainEncoding(self, actions=range(BIDS, BIDS + CARDS))


MISTAKES: list[tuple[type[SealedGame], str]] = [
    (game_of(ShowsBids), "are secret from .+ whose view tells which"),
    (game_of(ShowsAll), "are secret from .+ whose view tells which"),
    (game_of(ShowsBidsInFacts), "the view of .+ depends on|view tells which"),
    (ConcealsNothing, "views differ by seat, and no action is secret"),
    (ConcealsNoBids, "is impossible after what B has seen and heard"),
    (ConcealsWhatItShows, "are secret from .+ whose view tells which"),
    (ForgetsSecrets, "has_secrets"),
    (ForgetsSecretsOfViews, "has_secrets"),
    (HidesNothing, "nothing is secret from anyone"),
    (SamplesTwins, "drawn from .+ is impossible"),
    (SamplesTwinsAndReadsThem, "is impossible after what . has seen and heard"),
    (game_of(SamplesTheTruth), "is always the truth"),
    (game_of(SamplesItsOwnCardAnew), "a state drawn from a view looks different"),
    (game_of(ForbidsByAnothersCard), "is impossible after|the legal actions depend"),
    (TellsBids, "told"),
    (AsksWithSecrets, "the question depends|view tells which"),
    (TakesBackWhatShows, "can be undone"),
    (TellsAll, "the observation of . depends on what it can't know"),
    (LeavesOutRounds, "two views of . have the same observation"),
    (NumbersTooFew, "no legal action has a number"),
]
"""The games, and what the checks say about each."""
