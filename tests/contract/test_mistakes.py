"""The checks for games notice the mistakes that authors of new games make: each of these games has one."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, ClassVar, Self

import pytest
from sealed import BIDS, CARDS, Sealed, SealedGame, SealedView

import kingdoms
from kingdoms import KingdomsError, Outcome, Random, View, testing
from kingdoms.bots.speaking import Speaker
from kingdoms.core import registry
from kingdoms.core.encoding import Encoding, PlainEncoding
from kingdoms.core.observation import Field
from kingdoms.testing.encoding import has_encoding


class ShowsBidsView(SealedView):
    def __init__(self, state: Sealed, seat: str | None) -> None:
        super().__init__(state, seat)
        self._state.bids = list(state.bids)


class ShowsBids(SealedGame):
    view_type = ShowsBidsView


class ShowsCardsView(SealedView):
    def __init__(self, state: Sealed, seat: str | None) -> None:
        super().__init__(state, seat)
        self._state.cards = list(state.cards)


class ShowsCards(SealedGame):
    view_type = ShowsCardsView


class ShowsAllView(SealedView):
    def __init__(self, state: Sealed, seat: str | None) -> None:
        View.__init__(self, state.clone(), seat)


class ShowsAll(SealedGame):
    view_type = ShowsAllView


class ShowsBidsInFactsView(SealedView):
    def __init__(self, state: Sealed, seat: str | None) -> None:
        super().__init__(state, seat)
        self.sum = sum(state.bids)

    @property
    def phase(self) -> str:
        return f"bids of {self.sum}"


class ShowsBidsInFacts(SealedGame):
    view_type = ShowsBidsInFactsView


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


class HidesNothingView(SealedView):
    def __init__(self, state: Sealed, seat: str | None) -> None:
        View.__init__(self, state.clone(), seat)


class HidesNothing(SealedGame):
    view_type = HidesNothingView

    def conceals(self, before: Sealed, action: str, seat: str | None) -> bool:
        return False


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


class SamplesTheTruthView(SealedView):
    def __init__(self, state: Sealed, seat: str | None) -> None:
        super().__init__(state, seat)
        self.truth = state.clone()

    def sample(self, rng: Random) -> Sealed:
        return self.truth.clone()


class SamplesTheTruth(SealedGame):
    view_type = SamplesTheTruthView


class SamplesItsOwnCardAnewView(SealedView):
    def sample(self, rng: Random) -> Sealed:
        state = self._state.clone()
        state.cards = [-1] * len(state.cards)
        for number in range(len(state.cards)):
            deck = state.deck()
            state.cards[number] = deck[rng.roll(len(deck))]
        state.bids = [bid if bid >= 0 else rng.roll(BIDS) for bid in state.bids]
        return state


class SamplesItsOwnCardAnew(SealedGame):
    view_type = SamplesItsOwnCardAnewView


class ForbidsByAnothersCardState(Sealed):
    def legal_actions(self) -> list[int]:
        legal = super().legal_actions()
        return legal[: 2 + self.cards[-1] % 3] if self.current_player() >= 0 else legal


class ForbidsByAnothersCard(SealedGame):
    state_type = ForbidsByAnothersCardState


class TellsBids(SealedGame):
    def sentence(self, before: Sealed, action: int, after: Sealed, known: bool) -> str:
        return f"{before.to_move}: {self.action_to_string(action)}"


class AsksWithSecrets(SealedGame):
    def explain(self, state: Sealed) -> kingdoms.Explanation:
        return kingdoms.Explanation(f"The cards are {state.cards}. What do you bid?", {})


class TakesBackWhatShows(SealedGame):
    def reveals(self, before: Sealed, action: str, after: Sealed) -> bool:
        return False


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


class SharesBetweenClonesState(Sealed):
    def clone(self) -> Self:
        new = type(self)(self.game)
        new.cards, new.bids, new.shown = self.cards, list(self.bids), list(self.shown)
        new.points, new.round = list(self.points), self.round
        return new


class SharesBetweenClones(SealedGame):
    state_type = SharesBetweenClonesState


class SharesWithPositions(SealedGame):
    def write_position(self, state: Sealed) -> dict[str, Any]:
        return {**super().write_position(state), "bids": state.bids}


class SharesWithViewsView(SealedView):
    def __init__(self, state: Sealed, seat: str | None) -> None:
        super().__init__(state, seat)
        self._state.points = state.points
        self._state.shown = state.shown


class SharesWithViews(SealedGame):
    view_type = SharesWithViewsView


class HashesByTimeState(Sealed):
    def columns(self) -> tuple[Any, ...]:
        return (*super().columns(), (id(self),))


class HashesByTime(SealedGame):
    state_type = HashesByTimeState


class HashesBySetsState(Sealed):
    def columns(self) -> tuple[Any, ...]:
        return (*super().columns(), "".join(frozenset(self.game.seat_names.values())).encode())


class HashesBySets(SealedGame):
    state_type = HashesBySetsState


class PaysTheLastState(Sealed):
    def returns(self) -> list[float]:
        return super().returns()[::-1]


class PaysTheLast(SealedGame):
    state_type = PaysTheLastState


class PaysWithoutScoresState(Sealed):
    def outcome(self) -> Outcome | None:
        outcome = super().outcome()
        return outcome and Outcome(outcome.reason, outcome.winners, None, {"A": 1})


class PaysWithoutScores(SealedGame):
    state_type = PaysWithoutScoresState


class DealsMoreThanAllState(Sealed):
    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(action, 1 / 4) for action, _ in super().chance_outcomes()]


class DealsMoreThanAll(SealedGame):
    state_type = DealsMoreThanAllState


class DealsInsideState(Sealed):
    def apply_trusted(self, action: int) -> None:
        super().apply_trusted(action)
        if self.shown and not self.bids:
            self.points[0] += random.randrange(2)


class DealsInside(SealedGame):
    state_type = DealsInsideState


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


class ViewsOfAnotherSeatView(SealedView):
    def to_json(self) -> dict[str, Any]:
        return {**super().to_json(), "seat": "A"}


class ViewsOfAnotherSeat(SealedGame):
    view_type = ViewsOfAnotherSeatView


class HasNoWinnersState(Sealed):
    def outcome(self) -> Outcome | None:
        outcome = super().outcome()
        return outcome and Outcome(outcome.reason, (), None, outcome.scores)

    def returns(self) -> list[float]:
        return [0.0] * self.game.num_players


class HasNoWinners(SealedGame):
    state_type = HasNoWinnersState


class ForgetsTheRound(SealedGame):
    def write_position(self, state: Sealed) -> dict[str, Any]:
        return {**super().write_position(state), "round": 1}


class EndsWithoutAnEndState(Sealed):
    def outcome(self) -> Outcome | None:
        return None


class EndsWithoutAnEnd(SealedGame):
    state_type = EndsWithoutAnEndState


class AsksNobodyState(Sealed):
    def current_player(self) -> int:
        player = super().current_player()
        return player + 1 if player >= 0 else player


class AsksNobody(SealedGame):
    state_type = AsksNobodyState


class CitesAnotherGame(SealedGame):
    error_clauses: ClassVar[Mapping[str, str]] = {"seats": "A-1"}


class CardsEncoding(PlainEncoding):
    """The cards and bids that a seat sees, each plus 1, the number of opened bids and the round."""

    def __init__(self, game: kingdoms.Game) -> None:
        super().__init__(game, [Field("cards", (6,), CARDS, "cards and bids, by seat"), Field("rest", (10,), 9, "all else")])

    def numbers(self, view: View) -> list[int]:
        return self.told(view.to_json())

    def told(self, data: dict[str, Any]) -> list[int]:
        own = [*(data["cards"] + [-2] * 3)[:3], *(data["bids"] + [-2] * 3)[:3]]
        shown, points = [bid + 1 for bid in data["shown"]], [seat["points"] for seat in data["seats"].values()]
        place = list(data["seats"]).index(data["seat"])
        rest = [*shown, *points, data["round"], place]
        return [number + 1 if number >= -1 else CARDS for number in own] + (rest + [0] * 10)[:10]


class EncodesItself(SealedGame):
    def encoding(self) -> Encoding:
        return CardsEncoding(self)


class TellsAllEncoding(CardsEncoding):
    def numbers(self, view: View) -> list[int]:
        assert isinstance(view, SamplesTheTruthView)
        return self.told({"seat": view.seat, **view.game.write_position(view.truth)})


class TellsAllView(SamplesTheTruthView):
    sample = SealedView.sample


class TellsAll(SealedGame):
    view_type = TellsAllView

    def encoding(self) -> Encoding:
        return TellsAllEncoding(self)


class LeavesOutRoundsEncoding(CardsEncoding):
    def told(self, data: dict[str, Any]) -> list[int]:
        return super().told({**data, "shown": [], "round": 1, "seats": {seat: {"points": 0} for seat in data["seats"]}})


class LeavesOutRounds(SealedGame):
    def encoding(self) -> Encoding:
        return LeavesOutRoundsEncoding(self)


class NumbersTooFew(SealedGame):
    def encoding(self) -> Encoding:
        return PlainEncoding(self, actions=range(BIDS, BIDS + CARDS))


MISTAKES: list[tuple[type[SealedGame], str]] = [
    (ShowsBids, "are secret from .+ whose view tells which"),
    (ShowsCards, "are secret from .+ whose view tells which"),
    (ShowsAll, "are secret from .+ whose view tells which"),
    (ShowsBidsInFacts, "the view of .+ depends on|view tells which"),
    (ConcealsNothing, "views differ by seat, and no action is secret"),
    (ConcealsNoBids, "is impossible after what B has seen and heard"),
    (ConcealsWhatItShows, "are secret from .+ whose view tells which"),
    (ForgetsSecrets, "has_secrets"),
    (ForgetsSecretsOfViews, "has_secrets"),
    (HidesNothing, "nothing is secret from anyone"),
    (SamplesTwins, "drawn from .+ is impossible"),
    (SamplesTwinsAndReadsThem, "is impossible after what . has seen and heard"),
    (SamplesTheTruth, "is always the truth"),
    (SamplesItsOwnCardAnew, "a state drawn from a view looks different"),
    (ForbidsByAnothersCard, "is impossible after|the legal actions depend"),
    (TellsBids, "told"),
    (AsksWithSecrets, "the question depends|view tells which"),
    (TakesBackWhatShows, "can be undone"),
    (RefusesWhatIsLegal, "legal is True"),
    (SpellsTwoAlike, "is read as another action"),
    (CountsTooFew, "num_distinct_actions is 9: it counts all actions"),
    (SharesBetweenClones, "changed the original"),
    (SharesWithPositions, "that a state has returned"),
    (SharesWithViews, "has changed afterwards"),
    (HashesByTime, "a clone is not equal"),
    (HashesBySets, "another process"),
    (PaysTheLast, "by the outcome it is"),
    (PaysWithoutScores, "scores are not those of the seats"),
    (DealsMoreThanAll, "do not add up to 1"),
    (DealsInside, "checked and trusted application differ|do not lead|the outcome is wrong"),
    (ViewsByCount, "looks different"),
    (ReadsWithoutLooking, "a position without bids is not refused, but fails with KeyError.+kingdoms.core.fields"),
    (NamesAStrangeClause, "explain names X-9, which is no clause of the game's chapters"),
    (ViewsOfAnotherSeat, "the view of B has another seat in its to_json|depends on"),
    (HasNoWinners, "an outcome has no winners: in a draw"),
    (ForgetsTheRound, "leaves something out"),
    (EndsWithoutAnEnd, "an outcome without an end"),
    (AsksNobody, "out of range"),
    (CitesAnotherGame, "refused by A-1, which is no clause of the game"),
    (TellsAll, "the observation of . depends on what it can't know"),
    (LeavesOutRounds, "two views of . have the same observation"),
    (NumbersTooFew, "no legal action has a number"),
]


def check(rules: type[SealedGame]) -> None:
    """Run the checks of `kingdoms.testing` that are not about bots."""
    tests = testing.make_tests(rules.name)
    tests["test_the_contract_is_kept"]()
    tests["test_other_processes_come_to_the_same"]()
    tests["test_errors_are_clear"]()


@pytest.fixture(autouse=True)
def _registry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_registered", {})


def test_the_game_without_a_mistake_passes() -> None:
    kingdoms.register_game("sealed", "sealed:SealedGame")
    for test in testing.make_tests("sealed").values():
        test()


def test_a_game_with_its_own_encoding_passes() -> None:
    kingdoms.register_game("sealed", f"{EncodesItself.__module__}:EncodesItself")
    check(EncodesItself)


def test_a_game_with_too_many_actions_has_no_encoding_to_check(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SealedGame, "num_distinct_actions", 40_000)
    with pytest.raises(KingdomsError, match="more than 32767 actions"):
        SealedGame().encoding()
    assert not has_encoding(SealedGame())


@pytest.mark.parametrize(("rules", "said"), MISTAKES, ids=[rules.__name__ for rules, _ in MISTAKES])
def test_a_mistake_is_noticed(rules: type[SealedGame], said: str) -> None:
    kingdoms.register_game("sealed", f"{rules.__module__}:{rules.__name__}")
    with pytest.raises((AssertionError, KingdomsError, IndexError), match=said):
        check(rules)


@pytest.mark.parametrize(
    ("name", "where", "said"),
    [
        (
            "sealed",
            "nowhere_at_all:SealedGame",
            "can't be loaded from nowhere_at_all:SealedGame: No module named 'nowhere_at_all'",
        ),
        ("sealed", "sealed:Selaed", "can't be loaded from sealed:Selaed: module 'sealed' has no attribute 'Selaed'"),
        ("sealed", "sealed", "can't be loaded from sealed"),
        ("sealed", "sealed:SealedView", "which is no subclass of kingdoms.Game"),
        ("letters", "sealed:SealedGame", "registered as letters .+ has the name 'sealed': both names have to be the same"),
    ],
)
def test_a_game_that_is_registered_wrongly_is_not_loaded(name: str, where: str, said: str) -> None:
    kingdoms.register_game(name, where)
    with pytest.raises(KingdomsError, match=said):
        kingdoms.load_game(name)


def test_words_leave_out_seats_that_a_view_only_names() -> None:
    view = SealedGame().new_initial_state().view(None)
    assert "Ada" in view.words()
    view.to_json = lambda: {"seats": {"A": {}, "B": {}}, "round": 1}  # type: ignore[method-assign]
    assert view.words() == "round: 1"


def test_a_game_with_secrets_that_cannot_read_its_views_says_so() -> None:
    kingdoms.register_game("sealed", "sealed:SealedGame")
    game = SealedGame(2)
    data = game.new_initial_state().view("A").to_json()
    with pytest.raises(
        NotImplementedError, match="has secrets, so its views are no positions: to read them, it has to define read_view"
    ):
        game.read_view(data, "A")
    bot = Speaker("random")
    bot.answer(
        {
            "type": "hello",
            "protocol": 1,
            "game": "sealed",
            "rules_version": 1,
            "seats": ["A", "B"],
            "rulings": {},
            "seat": "A",
            "seed": 1,
        }
    )
    answer = bot.answer({"type": "decide", "view": data, "legal": ["bid 1"], "seen": []})
    assert answer is not None
    assert "it has to define read_view" in answer["error"]


def test_a_game_without_rulings_says_so() -> None:
    with pytest.raises(KingdomsError, match='there is no ruling "stones": this game has no rulings'):
        SealedGame(2, {"stones": 15})


@pytest.mark.parametrize("rules", [ForgetsSecrets, ForgetsSecretsOfViews])
def test_a_game_that_forgets_its_secrets_is_not_loaded(rules: type[SealedGame]) -> None:
    kingdoms.register_game("sealed", f"{rules.__module__}:{rules.__name__}")
    with pytest.raises(KingdomsError, match="has_secrets = True"):
        kingdoms.load_game("sealed")
