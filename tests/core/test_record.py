"""Records: written, read, checked, mended by taking back."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kingdoms
from kingdoms import Random, Record, RecordError, SeatsError
from kingdoms.core.entry import LINE_FIELDS
from kingdoms.core.record import HEADER_FIELDS
from kingdoms.testing import random_action
from tests.support.games.tested_games import SAMPLE, TESTED, first_actions

TWO = kingdoms.load_game(SAMPLE, 2)
HEADER: dict[str, Any] = {
    "kingdoms": 1,
    "game": SAMPLE,
    "rules_version": TWO.rules_version,
    "seats": [*TWO.seats],
    "rulings": {},
}
FIRST = first_actions(SAMPLE, 1)[0]


def a_record(actions: int = 60) -> Record:
    """Return a record of a random game with some actions."""
    game = kingdoms.load_game(SAMPLE, 3).limited(4)
    players = dict(zip(game.seats, ("you", "greedy", "random"), strict=True))
    record, rng = Record(game, players=players, seed=9), Random(9)
    while len(record.entries) < actions and not record.state.is_terminal():
        record.apply(random_action(record.state, rng))
    return record


def lines(*objects: object) -> list[str]:
    """Return objects as lines of JSON."""
    return [json.dumps(item) for item in objects]


def test_a_record_reads_back_as_it_was_written(tmp_path: Path) -> None:
    record = a_record(10_000)
    record.save(tmp_path / "game.jsonl")
    back = Record.load(tmp_path / "game.jsonl")
    assert back.lines() == record.lines()
    assert back.state == record.state
    header, first, *_, last = map(json.loads, record.lines())
    players = dict(zip(record.game.seats, ("you", "greedy", "random"), strict=True))
    expected = {"kingdoms": 1, "rules_version": record.game.rules_version, "players": players, "seed": 9}
    assert header.items() >= expected.items()
    assert (header["seats"], header["rulings"]) == (list(record.game.seats), dict(record.game.rulings))
    assert header["started"].endswith("Z")
    assert first["by"] == "chance"
    outcome = record.state.outcome()
    assert outcome is not None
    assert last == {"outcome": outcome.to_json()}
    assert back.state.outcome() == outcome


def test_undoing_restores_the_earlier_state_and_an_illegal_action_changes_nothing() -> None:
    record = a_record(30)
    before = record.state_after(25)
    record.take_back(25)
    assert record.state == before
    assert len(record.entries) == 25
    written = record.lines()
    with pytest.raises(kingdoms.IllegalAction):
        record.apply(FIRST)
    with pytest.raises(kingdoms.NotationError):
        record.apply("nonsense")
    assert record.lines() == written


def test_saving_leaves_the_old_file_when_it_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, record = tmp_path / "game.jsonl", a_record(5)
    record.save(path)
    content = path.read_text()

    def fail(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(Path, "replace", fail)
    record.apply(record.state.legal_actions()[0])
    with pytest.raises(OSError, match="disk full"):
        record.save(path)
    assert path.read_text() == content
    with pytest.raises(FileNotFoundError):
        record.save(tmp_path / "no" / "game.jsonl")
    assert list(tmp_path.iterdir()) == [path], "no folder is made"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RecordError, match="not text"):
        Record.load(path)


def test_appending_gives_the_same_file_as_saving(tmp_path: Path) -> None:
    record, rng = a_record(0), Random(2)
    record.save(tmp_path / "appended")
    while not record.state.is_terminal():
        count = len(record.entries)
        record.apply(random_action(record.state, rng))
        record.append(tmp_path / "appended", count)
    record.save(tmp_path / "saved")
    assert (tmp_path / "appended").read_text() == (tmp_path / "saved").read_text()


def test_empty_lines_and_unknown_header_fields_are_passed_over() -> None:
    record = Record.parse(["", *lines(HEADER | {"weather": "fine"}), "  ", *lines({"by": "chance", "action": FIRST})])
    assert [entry.action for entry in record.entries] == [FIRST]


BROKEN: list[tuple[Callable[[], list[str]], int, str]] = [
    (list, 1, "empty"),
    (lambda: ["{"], 1, "not JSON"),
    (lambda: ["[]"], 1, "JSON object"),
    (lambda: lines(HEADER | {"kingdoms": 2}), 1, "newer than this program"),
    (lambda: lines(HEADER | {"rules_version": 99}), 1, "rules_version 99"),
    (lambda: lines(HEADER | {"game": "chess"}), 1, "no game 'chess'"),
    (lambda: lines(HEADER | {"seats": 2}), 1, "must be a list"),
    (lambda: lines(HEADER | {"players": 3}), 1, "players must be an object"),
    (lambda: lines(HEADER | {"players": {"Q": "you"}}), 1, f'"Q" in this game; its seats are {" and ".join(TWO.seats)}'),
    (lambda: lines(HEADER | {"players": {TWO.seats[0]: 5}}), 1, f"players.{TWO.seats[0]}: must be a text, not 5"),
    (lambda: lines(HEADER | {"seed": "x"}), 1, 'seed must be a whole number or null, not "x"'),
    (lambda: lines(HEADER | {"started": "yesterday"}), 1, "started must be a time such as"),
    (lambda: lines(HEADER | {"position": {"game": SAMPLE}}), 1, "phase is missing"),
    (lambda: lines(HEADER, {"by": TWO.seats[0], "action": FIRST}), 2, "chance decides here"),
    (lambda: lines(HEADER, {"action": FIRST, "call": "time"}), 2, 'a line has one of "action", "call"'),
    (lambda: lines(HEADER, {"actoin": "first N"}), 2, "did you mean action"),
    (lambda: lines(HEADER, {"call": "rain"}), 2, "no call 'rain'"),
    (lambda: lines(HEADER, {"outcome": {}}), 2, "not over"),
    (lambda: [*a_record(10_000).lines()[:-1], '{"outcome": {"reason": "none of them"}}'], -1, "the outcome is wrong"),
    (lambda: [*a_record(10_000).lines(), json.dumps({"action": FIRST})], -1, "nothing can follow"),
    (lambda: [*a_record(10_000).lines()[:-1], json.dumps({"action": FIRST})], -1, "game is over"),
]


@pytest.mark.parametrize(("make", "line", "says"), BROKEN)
def test_a_broken_record_says_in_which_line_and_why(make: Callable[[], list[str]], line: int, says: str) -> None:
    record_lines = make()
    with pytest.raises(RecordError, match=says) as caught:
        Record.parse(record_lines)
    assert caught.value.line == (line if line > 0 else len(record_lines))


JSON_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(max_size=8)
    | st.sampled_from([*TWO.seats, *TESTED]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from([*TWO.seats, "Q", "game", *TWO.rulings]), inner, max_size=3)
    ),
    max_leaves=6,
)


HEADERS = st.dictionaries(st.sampled_from([*HEADER_FIELDS, "weather"]), JSON_VALUES, max_size=3)
LINES = st.dictionaries(
    st.sampled_from([*LINE_FIELDS, "weather"]), JSON_VALUES | st.sampled_from([FIRST, "chance", "time"]), max_size=3
)


@settings(max_examples=60)
@given(st.one_of(st.tuples(HEADERS, st.none()), st.tuples(st.just({}), LINES)), st.booleans())
def test_any_header_and_any_line_is_refused_or_round_trips(
    given_lines: tuple[dict[str, Any], dict[str, Any] | None], strict: bool
) -> None:
    change, entry = given_lines
    try:
        record = Record.parse(lines(HEADER | change, *([] if entry is None else [entry])), strict=strict)
    except RecordError as error:
        line = error.line
    else:
        again = Record.parse(record.lines(), strict=True)
        assert (again.lines(), again.state) == (record.lines(), record.state)
        assert not strict or "weather" not in change | (entry or {})
        return
    assert line == (1 if entry is None else 2)


def test_a_strict_reader_refuses_unknown_fields_and_names_the_nearest() -> None:
    good = lines(HEADER, {"by": "chance", "action": FIRST})
    assert len(Record.parse(good, strict=True).entries) == 1
    with pytest.raises(RecordError, match=r'line 2: there is no field "startd" here \(did you mean started\?\)'):
        Record.parse(["", *lines(HEADER | {"startd": "2026-01-01T12:00:00Z"})], strict=True)
    with pytest.raises(RecordError, match=r'line 2: there is no field "bye" here \(did you mean by\?\)'):
        Record.parse(lines(HEADER, {"bye": "chance", "action": FIRST}), strict=True)


@pytest.mark.parametrize("fields", [{"players": {"Q": "you"}}, {"seed": "x"}, {"started": "soon"}], ids=str)
def test_no_record_is_written_that_could_not_be_read(fields: dict[str, Any], tmp_path: Path) -> None:
    game = kingdoms.load_game(SAMPLE, 2)
    with pytest.raises(kingdoms.KingdomsError, match=next(iter(fields))):
        Record(game, **fields)
    record = Record(game)
    for name, value in fields.items():
        setattr(record, name, value)
    with pytest.raises(kingdoms.KingdomsError, match=next(iter(fields))):
        record.save(tmp_path / "game.jsonl")
    assert not list(tmp_path.iterdir())


def test_only_a_last_line_that_is_cut_off_is_given_up() -> None:
    record_lines = a_record(30).lines()
    text = "\n".join(record_lines[:20])
    for cut in range(1, len(record_lines[19]), 5):
        record, lost = Record.salvage(text[:-cut].split("\n"))
        assert lost is not None
        assert lost.line == 20
        assert len(record.entries) == 18
    assert Record.salvage(record_lines)[1] is None
    assert Record.salvage([*record_lines, "", ""])[0].lines() == record_lines
    wrong = [*record_lines[:10], *lines({"action": FIRST})]
    for broken in ([*record_lines[:10], record_lines[10][:-5], *record_lines[11:]], wrong, [record_lines[0][:-5]], []):
        with pytest.raises(RecordError):
            Record.salvage(broken)


@pytest.mark.parametrize("game", kingdoms.game_names())
def test_an_information_state_holds_what_a_seat_was_shown_and_nothing_else(game: str) -> None:
    """Instead of each action that is concealed from a seat, another concealed one leaves its string as it is, and no other."""
    rules, rng = kingdoms.load_game(game, 2), Random(5)
    record, concealed = Record(rules), 0
    for _ in range(25):
        if record.state.is_terminal():
            break
        action = random_action(record.state, rng)
        alternative = random_action(record.state, rng)
        text = rules.action_to_string(action)
        before, state = {seat: record.information_state(seat) for seat in rules.seats}, record.state.clone()
        record.apply(action)
        hidden = {seat for seat in rules.seats if rules.tell(state, text, record.state, seat)[0] is None}
        strings = {seat: record.information_state(seat) for seat in rules.seats}
        assert all(strings[seat].startswith(f"{before[seat]}\n") for seat in rules.seats)
        if alternative != action:
            twin = Record(rules)
            for entry in record.entries[:-1]:
                twin.apply(str(entry.action))
            twin.apply(alternative)
            matching_seats = {seat for seat in rules.seats if twin.information_state(seat) == strings[seat]}
            assert matching_seats == hidden
            concealed += len(matching_seats)
    assert bool(concealed) == rules.has_secrets


def test_an_information_state_remembers_the_order_of_what_happened() -> None:
    """Kept apart: games whose tables are the same, and the seats in them."""
    rules = kingdoms.load_game("middlesea", 2)
    strings = set()
    for actions in (("explore suns N.FL", "explore moons N.FM"), ("explore moons N.FM", "explore suns N.FL")):
        record = Record(rules)
        for action in ("first N", *actions):
            record.apply(action)
        strings |= {record.information_state(seat) for seat in ("N", "S", None)}
    assert len(strings) == 6
    with pytest.raises(SeatsError):
        Record(rules).information_state("Q")
