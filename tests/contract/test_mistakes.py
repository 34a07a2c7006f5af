"""The checks for games notice the mistakes that authors of new games make."""

from __future__ import annotations

import pytest

import kingdoms
from kingdoms import KingdomsError, testing
from kingdoms.bots.speaking import Speaker
from kingdoms.core import registry
from kingdoms.testing.encoding import has_encoding
from tests.support.games import laid_faults, sealed_faults
from tests.support.games.laid import LaidGame
from tests.support.games.mistakes import game_like
from tests.support.games.sealed import SealedGame
from tests.support.suite.rings import inner_first


@pytest.fixture(autouse=True)
def _registry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_registered", {})


def test_the_game_without_a_mistake_passes() -> None:
    kingdoms.register_game("sealed", "tests.support.games.sealed:SealedGame")
    for test in testing.make_tests("sealed").values():
        test()


def test_a_game_may_have_its_own_encoding_or_too_many_actions_for_one(monkeypatch: pytest.MonkeyPatch) -> None:
    testing.check_encoding(sealed_faults.EncodesItself(), seed=0)
    monkeypatch.setattr(SealedGame, "num_distinct_actions", 40_000)
    with pytest.raises(KingdomsError, match="more than 32767 actions"):
        SealedGame().encoding()
    assert not has_encoding(SealedGame())


def check_sealed() -> None:
    """Run the checks of `kingdoms.testing` that are not about bots."""
    tests = testing.make_tests("sealed")
    for name in ("errors_are_clear", "the_contract_is_kept", "other_processes_come_to_the_same"):
        tests[f"test_{name}"]()


@pytest.mark.parametrize("name", sealed_faults.MISTAKES)
def test_a_mistake_is_noticed(name: str) -> None:
    kingdoms.register_game("sealed", f"{sealed_faults.__name__}:{name}")
    with pytest.raises((AssertionError, KingdomsError, IndexError), match=sealed_faults.MISTAKES[name][1]):
        check_sealed()


def plant(monkeypatch: pytest.MonkeyPatch, rules: type[LaidGame]) -> None:
    """Register a game from `laid_faults` for one test."""
    monkeypatch.setattr(laid_faults, "Planted", rules, raising=False)
    monkeypatch.setattr(laid_faults, "SHARED", [[], []])
    kingdoms.register_game("laid", "tests.support.games.laid_faults:Planted")


@pytest.mark.parametrize(("rules", "sentence"), laid_faults.MISTAKES.values(), ids=laid_faults.MISTAKES)
def test_a_mistake_is_named_with_its_place_and_what_is_right(
    rules: type[LaidGame], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch, rules)
    with pytest.raises(AssertionError, match=sentence):
        testing.make_tests("laid")["test_the_contract_is_kept"]()


@pytest.mark.parametrize("seed", inner_first(range(8)))
@pytest.mark.parametrize("rules", laid_faults.CORRECT.values(), ids=laid_faults.CORRECT)
def test_a_game_with_partly_secret_actions_passes_with_any_seed(
    rules: type[LaidGame], seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch, rules)
    testing.check_game(rules(), games=1, most=150, seed=seed)


def test_the_pair_of_actions_that_a_view_tells_apart_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    shows_all = game_like(LaidGame, hide=lambda _view, state, _seat: state.clone())
    plant(monkeypatch, shows_all)
    with pytest.raises(AssertionError, match=r"^(draw|lay) .+ and (draw|lay) .+ are secret from .+, whose view tells which"):
        testing.check_game(shows_all(), games=2)


def test_errors_cite_clauses_of_the_game_itself() -> None:
    game = LaidGame()
    with pytest.raises(KingdomsError, match='there is no ruling "stones": this game has no rulings'):
        SealedGame(2, {"stones": 15})
    for clause, attempt in (
        ("L-1", lambda: game.read_position({})),
        ("L-2", lambda: game.action_to_string(99)),
        ("L-2", lambda: game.string_to_action("nothing")),
    ):
        with pytest.raises(KingdomsError) as error:
            attempt()
        assert error.value.clause == clause


@pytest.mark.parametrize(
    ("name", "address", "message"),
    [
        ("sealed", "nowhere_at_all:SealedGame", "can't be loaded from nowhere_at_all:SealedGame: No module named"),
        ("sealed", "tests.support.games.sealed:Selaed", "can't be loaded from .+:Selaed: module .+ has no attribute 'Selaed'"),
        ("sealed", "sealed", "can't be loaded from sealed"),
        ("sealed", "tests.support.games.sealed:SealedView", "which is no subclass of kingdoms.Game"),
        ("letters", "tests.support.games.sealed:SealedGame", "has the name 'sealed': both names have to be the same"),
    ],
)
def test_a_game_that_is_registered_wrongly_is_not_loaded(name: str, address: str, message: str) -> None:
    kingdoms.register_game(name, address)
    with pytest.raises(KingdomsError, match=message):
        kingdoms.load_game(name)


def test_a_game_with_secrets_that_cannot_read_its_views_says_so() -> None:
    kingdoms.register_game("sealed", "tests.support.games.sealed:SealedGame")
    game = SealedGame(2)
    data = game.new_initial_state().view("A").to_json()
    with pytest.raises(NotImplementedError, match=r"has secrets, so .+ it has to define read_view"):
        game.read_view(data, "A")
    bot = Speaker("random")
    hello = {"type": "hello", "protocol": 1, "game": "sealed", "rules_version": 1, "seats": ["A", "B"], "rulings": {}}
    bot.answer(hello | {"seat": "A", "seed": 1})
    answer = bot.answer({"type": "decide", "view": data, "legal": ["bid 1"], "seen": []})
    assert answer is not None
    assert "it has to define read_view" in answer["error"]
