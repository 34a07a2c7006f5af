"""Errors cite the clauses of their own game, can be sent between processes, and quote little of the input."""

from __future__ import annotations

import copy
import json
import multiprocessing
import pickle
import re
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any, ClassVar

import pytest

import kingdoms
from kingdoms import IllegalAction, KingdomsError, NotationError, Record, RecordError
from kingdoms.bots import BOTS
from kingdoms.core import referee
from kingdoms.core.errors import quoted, shown, suggest
from kingdoms.core.registry import game_class
from tests.support.games.tested_games import SAMPLE, TESTED, game_module

GAMES: dict[str, Any] = {game: game_class(game) for game in TESTED}
Sample = GAMES[SAMPLE]


class Guest(Sample):  # type: ignore[misc, valid-type]
    """A game without clauses of its own for errors, as an external game may be."""

    error_clauses: ClassVar[dict[str, str]] = {}


def header(game: str, **changed: Any) -> str:
    """The first line of a record."""
    seats = list(GAMES[game](2).seats)
    return json.dumps({"kingdoms": 1, "game": game, "rules_version": 1, "seats": seats} | changed)


def begun(game: Any) -> kingdoms.State:
    """A new table."""
    state: kingdoms.State = game(2).new_initial_state()
    return state


def table_of(game: Any, phase: str, **fields: Any) -> dict[str, Any]:
    """A position of two, with nothing in it."""
    return {"game": game.name, "phase": phase, "seats": {seat: {} for seat in game(2).seats}} | fields


BAD: dict[str, Callable[[Any], object]] = {
    "seats": lambda game: game(7),
    "a seat": lambda game: game(["Q", "R"]),
    "accept_seats": lambda game: game.accept_seats("AB"),
    "rulings": lambda game: game(2, {"weather": "fine"}),
    "notation": lambda game: begun(game).apply_action("dance"),
    "a number": lambda game: begun(game).apply_action(10**30),
    "half an action": lambda game: begun(game).apply_action(1.0),  # type: ignore[arg-type]
    "half a refusal": lambda game: begun(game).refusal(2.5),  # type: ignore[arg-type]
    "true": lambda game: begun(game).apply_action(True),
    "game.refusal": lambda game: game(2).refusal(begun(game), None),
    "call": lambda game: game(2).call(begun(game), "rain"),
    "view": lambda game: begun(game).view("Q"),
    "view of a number": lambda game: begun(game).view(0),  # type: ignore[arg-type]
    "position": lambda game: game.read_position(table_of(game, "dawn")),
    "position of 7": lambda game: kingdoms.read_position(table_of(game, "start", seats={"Q": {}})),
    "rulings of a position": lambda game: game.read_position(table_of(game, "start", rulings={"weather": 1})),
    "bot": lambda game: BOTS.make("grandmaster", game(2), 1),
    "bot's parameter": lambda game: BOTS.make("greedy:depth=3", game(2), 1),
    "bot's value": lambda game: BOTS.make("greedy:slips=often", game(2), 1),
    "record": lambda game: Record.parse([header(game.name), "{"]),
    "record, its seed": lambda game: Record.parse([header(game.name, seed="x")]),
    "record, its players": lambda game: Record.parse([header(game.name, players={"Q": "you"})]),
    "record, a strange field": lambda game: Record.parse([header(game.name, weather="fine")], strict=True),
    "record's outcome": lambda game: Record.parse([header(game.name), '{"outcome": {}}']),
    "record's call": lambda game: Record.parse([header(game.name), '{"call": "rain"}']),
    "record's rulings": lambda game: Record.parse([header(game.name, rulings={"weather": 1})]),
}


@pytest.mark.parametrize("case", BAD)
def test_each_game_cites_its_own_clauses(case: str) -> None:
    assert len({frozenset(game.error_clauses) for game in GAMES.values()}) == 1
    for name, game in GAMES.items():
        clause = game_module(name, "errors").CLAUSES[case.partition(",")[0]]
        with pytest.raises(KingdomsError) as caught:
            BAD[case](game)
        assert caught.value.clause == clause
        assert clause in {id_ for chapter in game.chapters.values() for id_ in chapter}


@pytest.mark.parametrize("name", TESTED)
def test_a_wrong_value_of_a_ruling_is_refused_and_the_ruling_named(name: str) -> None:
    game = GAMES[name]
    for ruling in (*game.known_rulings, *game.variants):
        wrong_values: tuple[Any, ...] = ("nonsense", [], 1.5, -3, 0 if False in ruling.values else True, "1")
        for wrong in wrong_values:
            if not any(type(wrong) is type(value) and wrong == value for value in ruling.values):
                with pytest.raises(kingdoms.RulingsError, match=ruling.name):
                    game(2, {ruling.name: wrong})


@pytest.mark.parametrize(
    ("attempt", "clause", "message"),
    [
        (lambda: referee.carry_out({}), "N.7", ""),
        (lambda: referee.carry_out({"new": {"game": "x", "players": 2}}), "N.7", ""),
        (lambda: referee.carry_out({"position": {}}), "N.4", ""),
        (
            lambda: kingdoms.read_position({"phase": "start"}),
            None,
            "^the field game of the position is missing; the games are ",
        ),
        (lambda: kingdoms.read_position({"game": None}), None, "^there is no game None; the games are "),
        (lambda: kingdoms.read_position(["start"]), None, r"^position: must be an object, not \["),
        (lambda: Record.parse(['{"kingdoms": 1}']), None, "^the field game of the record is missing; the games are "),
        *((partial(BAD[case], Guest), "rules", "") for case in ("seats", "rulings", "half an action", "view", "call")),
    ],
)
def test_errors_without_a_game_or_without_clauses_of_it_cite_the_shared_rules(
    attempt: Callable[[], object], clause: str | None, message: str
) -> None:
    error = raised(attempt)
    assert clause in (None, error.clause)
    assert re.search(message, error.message)


def test_errors_about_actions_and_seats_are_the_same_in_all_games() -> None:
    for game in GAMES.values():
        action, view = (str(raised(partial(BAD[case], game))) for case in ("half an action", "view"))
        assert action.endswith("an action must be a whole number or a text, not 1.0")
        assert re.search(r"one of the seats . and ., or None for an onlooker, not 'Q'$", view)
        state = begun(game)
        with pytest.raises(NotationError):
            state.apply_action(True)
        assert state == begun(game), "a refused action changes nothing"


# -- sent between processes --------------------------------------------------------------------------------------------


def illegal() -> None:
    """Raise an IllegalAction."""
    state = begun(Sample)
    state.apply_action(next(action for action in state.game.action_space(0) if not state.is_legal(action)))


invalid_record = partial(Record.parse, [header(SAMPLE), '{"action": 3}'])
invalid_request = partial(referee.carry_out, {"new": {"game": SAMPLE, "players": 2}, "actions": [3]})
FAILING: tuple[Callable[[], object], ...] = (illegal, invalid_record, invalid_request)


def raised(deed: Callable[[], object]) -> KingdomsError:
    """Return the error that a function raises."""
    with pytest.raises(KingdomsError) as caught:
        deed()
    return caught.value


def test_errors_are_pickled_and_copied_and_workers_hand_them_on() -> None:
    deeds: list[Callable[[], object]] = [*FAILING, *(partial(BAD[case], Sample) for case in ("seats", "rulings", "bot"))]
    errors = list(map(raised, deeds))
    for error in errors:
        for clone in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
            assert type(clone) is type(error)
            assert vars(clone) == vars(error)
            assert (str(clone), repr(clone), clone.args) == (str(error), repr(error), error.args)
    context = multiprocessing.get_context("fork")
    with context.Pool(1) as pool, ProcessPoolExecutor(1, context) as executor:
        for deed, error in zip(FAILING, errors, strict=False):
            with pytest.raises(KingdomsError) as caught:
                pool.apply_async(deed).get(timeout=60)
            assert repr(caught.value) == repr(executor.submit(deed).exception(timeout=60)) == repr(error)


def test_a_repr_says_what_an_error_carries() -> None:
    assert repr(raised(illegal)).startswith("IllegalAction(")
    assert "code='" in repr(raised(illegal))
    assert f"clause='{game_module(SAMPLE, 'errors').CLAUSES['record']}', line=2)" in repr(raised(invalid_record))
    assert "at=0)" in repr(raised(invalid_request))
    refusal = kingdoms.Refusal("code", "X-1", "no", {"a": 1})
    error = pickle.loads(pickle.dumps(IllegalAction(refusal)))
    assert error.refusal == refusal
    assert pickle.loads(pickle.dumps(RecordError("no", line=3))).line == 3


# -- what is repeated of what was given --------------------------------------------------------------------------------

LONG = "x" * 1_000_000
HUGE: dict[str, Callable[[Any], object]] = {
    "ruling": lambda game: game(2, {LONG: 1}),
    "seat": lambda game: game([LONG]),
    "number of seats": lambda game: game(10**5000),
    "view": lambda game: begun(game).view(LONG),
    "call": lambda game: game(2).call(begun(game), LONG),
    "bot": lambda game: BOTS.make(LONG, game(2), 1),
    "parameter": lambda game: BOTS.make("greedy:" + LONG, game(2), 1),
    "action": lambda game: begun(game).apply_action(LONG),
    "number": lambda game: begun(game).apply_action(10**5000),
    "field": lambda game: game.read_position({LONG: 1}),
    "line": lambda game: Record.parse([header(game.name), json.dumps({"by": LONG, "action": "first"})]),
}
DEEDS: dict[str, Callable[[], object]] = {
    "game": lambda: kingdoms.load_game(LONG),
    "game in a position": lambda: kingdoms.read_position({"game": LONG}),
    "command line": lambda: kingdoms.core.rulings.parse_rulings(LONG),
    **{f"{name}, {case}": partial(deed, game) for name, game in GAMES.items() for case, deed in HUGE.items()},
    **{f"{name}, {case}": deed for name in GAMES for case, deed in game_module(name, "errors").HUGE.items()},
}


@pytest.mark.parametrize("case", DEEDS)
def test_errors_are_short_and_fast(case: str) -> None:
    start = time.process_time()
    error = raised(DEEDS[case])
    assert len(str(error)) < 1200
    assert len(repr(error)) < 1500
    assert time.process_time() - start < 2


def test_shown_and_quoted_take_anything_and_only_similar_names_are_suggested() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    for value in (deep, {("a",): 1}, 10**5000, object(), "\ud800", float("nan"), {1, 2}, b"x", [LONG] * 10):
        assert 0 < len(shown(value)) <= 40
        assert 0 < len(quoted(value)) <= 100
    assert shown("a" * 38) == '"' + "a" * 38 + '"'
    assert shown("a" * 39) == '"' + "a" * 36 + "..."
    names = ["attack_port", "round_limit"]
    assert suggest("atack_prot", names) == " (did you mean attack_port?)"
    assert suggest("round_limit" + "x" * 14, names) == " (did you mean round_limit?)"
    assert suggest("round_limit" * 3, names) == ""
    assert suggest(LONG, names) == suggest("round", []) == ""
