"""Analysis for programs: queries and answers in lines of JSON."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kingdoms
from kingdoms.analysis import lines, queries, sight_of_mover
from kingdoms.core.lines import LONGEST_LINE
from tests.support.bots.analysis import OPEN, SECRET, ask, decision_after, missed_win, record_of, timeless
from tests.support.games.tested_games import SAMPLE, TESTED

PAGE = Path(__file__).parents[2] / "docs" / "analysis.md"
NEW = {"game": SAMPLE, "players": 2}
BEGUN = decision_after(SAMPLE, 1)
MOMENT: dict[str, Any] = {"position": BEGUN.state.position()}
every_game = pytest.mark.parametrize("game", TESTED)


def examples() -> Iterator[tuple[list[dict[str, Any]], list[dict[str, Any]]]]:
    """Yield the queries and answers of the page."""
    text = PAGE.read_text()
    blocks = re.findall(r'```json title="(query|queries|answers?)"\n(.*?)\n```', text, re.DOTALL)
    kinds = [kind[0] for kind, _ in blocks]
    assert kinds == ["q", "a"] * (len(blocks) // 2)
    parsed = [[json.loads(line) for line in block.splitlines()] for _, block in blocks]
    yield from zip(parsed[::2], parsed[1::2], strict=True)


def shape(value: Any) -> Any:
    """Return the fields of JSON data with their predictable values: all of them in errors, else no numbers or choices."""
    if isinstance(value, dict):
        return {name: item if name in CERTAIN else shape(item) for name, item in value.items()}
    if isinstance(value, list):
        return shape(value[0]) if value else []
    return type(value).__name__ if not isinstance(value, int | float) or isinstance(value, bool) else "number"


CERTAIN = ("id", "error", "partial", "seat", "to_move", "seats", "entries", "total", "finished", "visits", "stopped")


def test_the_examples_of_the_page_are_true() -> None:
    number = 0
    for requests, answers in examples():
        for answer, expected in zip(ask(*requests), answers, strict=True):
            assert shape(answer) == shape(expected)
            number += 1
    assert number >= 9


def test_every_field_is_on_the_page() -> None:
    text = PAGE.read_text()
    for name in (*queries.FIELDS, "cancel"):
        assert f"`{name}`" in text or f'"{name}"' in text
    review = kingdoms.analyse(record_of(SAMPLE, entries=6), simulations=3).to_json()
    decision = review["decisions"][0]
    for section in (review, decision, decision["before"], decision["before"]["options"][0], review["course"][0]):
        for name in section:
            assert f"`{name}`" in text


@every_game
def test_a_query_is_answered_as_python_answers_it(game: str) -> None:
    record = decision_after(game, 25)
    view, observations = sight_of_mover(record)
    expected = kingdoms.analyse(view, seen=observations, simulations=20, seed=4, most_options=2).to_json()
    record_lines = record_of(game).lines()
    query = {"id": "x", "record": record_lines, "at": len(record.entries), "simulations": 20, "seed": 4, "most_options": 2}
    (answer,) = ask(query)
    assert timeless(answer) == {"id": "x", "partial": False, "analysis": timeless(expected)}
    (answer,) = ask(query | {"record": [json.loads(line) for line in record_lines], "seat": view.seat})
    assert timeless(answer["analysis"]) == timeless(expected)


@pytest.mark.parametrize("game", OPEN)
def test_actions_are_played_on_from_a_position_or_a_record(game: str) -> None:
    record = decision_after(game, 25)
    action = record.game.action_to_string(record.state.legal_actions()[0])
    shared = {"id": "x", "actions": [action], "simulations": 10}
    from_position, from_record = ask(
        shared | {"position": record.state.position()},
        shared | {"id": "y", "record": record_of(game).lines(), "at": len(record.entries)},
    )
    assert timeless(from_position["analysis"]) == timeless(from_record["analysis"])


@pytest.mark.parametrize("game", OPEN)
def test_a_review_names_the_turning_points_and_lists_all_decisions_on_request(game: str) -> None:
    record = missed_win(game)
    query = {"id": "r", "record": record.lines(), "review": True, "simulations": 100, "seat": record.entries[-1].by}
    *partial, last = ask(query | {"report_every": 1})
    assert not last["partial"]
    review = last["review"]
    total = review["total"]
    assert review["finished"]
    assert len(record.entries) in review["turning_points"]
    assert [line["decision"] for line in partial] == review["decisions"]
    assert [(line["done"], line["total"]) for line in partial] == [(number, total) for number in range(1, total + 1)]
    assert all(line["partial"] and line["id"] == "r" for line in partial)
    (alone,) = ask(query)
    assert timeless(alone) == timeless(last)


@pytest.mark.parametrize("game", SECRET)
def test_an_unfinished_record_with_secrets_takes_a_seat(game: str) -> None:
    record = decision_after(game, 25)
    record_so_far = {"record": record.lines(), "simulations": 3}
    seat = record.state.to_move
    opponent = next(candidate for candidate in record.game.seats if candidate != seat)
    refused, wrong, answer, review = ask(
        {"id": "a"} | record_so_far,
        {"id": "b", "seat": opponent} | record_so_far,
        {"id": "c", "seat": seat} | record_so_far,
        {"id": "d", "seat": opponent, "review": True} | record_so_far,
    )
    assert refused["error"]["code"] == "secrets"
    assert wrong["error"]["message"] == f"seat {seat} is to move, not {opponent}"
    assert answer["analysis"]["seat"] == seat
    assert {decision["by"] for decision in review["review"]["decisions"]} == {opponent}


@pytest.mark.parametrize(
    ("query", "code", "says"),
    [
        ({}, "request", "one of new, position and record, not none of them"),
        ({"new": NEW, "position": {}}, "request", "not new and position"),
        ({"new": NEW, "at": 1}, "request", "at needs a record"),
        ({"record": [], "at": 1, "review": True}, "request", "can't be used with review"),
        ({"nwe": NEW}, "request", "did you mean new"),
        ({"new": 4}, "request", "new must be an object"),
        ({"new": {"game": SAMPLE}}, "request", "either players"),
        ({"new": {"players": 2}}, "request", "game is missing"),
        ({"new": {"game": "chess", "players": 2}}, "unknown_game", "no game 'chess'"),
        ({"new": NEW}, "search", "chance decides"),
        ({"position": {"game": SAMPLE}}, "position", "phase is missing"),
        ({"record": "x"}, "request", "record must be a list"),
        ({"record": []}, "record", "the file is empty"),
        ({"record": record_of(SAMPLE).lines()}, "search", "the game is over"),
        ({"record": record_of(SAMPLE).lines(), "at": 100_000}, "request", "there is nothing after 100000"),
        ({"record": [json.loads(BEGUN.lines()[0]) | {"rules_version": 99}]}, "record", "rules_version 99 is unknown"),
        (MOMENT | {"actions": "x"}, "request", "list of texts"),
        (MOMENT | {"actions": ["dance"]}, "notation", "dance"),
        (MOMENT | {"seat": "Q"}, "request", "one of the game's seats"),
        (MOMENT | {"review": 1}, "request", "true or false"),
        (MOMENT | {"simulations": 0}, "search", "at least 1 simulation, not 0"),
        (MOMENT | {"simulations": True}, "request", "whole number"),
        (MOMENT | {"seconds": 0}, "search", "some time"),
        (MOMENT | {"nodes": 0}, "search", "room for 1 to"),
        (MOMENT | {"threads": 0}, "request", "from 1 to 256"),
        (MOMENT | {"seed": -1}, "request", "whole number from 0"),
        (MOMENT | {"report_every": 0}, "request", "more than 0"),
    ],
)
def test_a_wrong_query_gets_a_clear_error(query: dict[str, Any], code: str, says: str) -> None:
    wrong, right = ask({"id": "x"} | query, {"id": "y", "simulations": 2} | MOMENT)
    assert wrong["id"] == "x"
    assert wrong["error"]["code"] == code
    assert says in wrong["error"]["message"]
    assert right["analysis"]["visits"] == 2


def test_an_action_or_a_line_at_fault_is_named() -> None:
    first = str(BEGUN.entries[0].action)
    lines = [BEGUN.lines()[0], *[json.dumps({"action": first})] * 2]
    action, line = ask({"id": "a", "new": NEW, "actions": [first, first]}, {"id": "b", "record": lines})
    assert (action["error"]["at"], line["error"]["line"]) == (1, 3)


@pytest.mark.parametrize(
    ("line", "code", "says"),
    [
        ("x", "json", "not JSON"),
        ('{"id": "a", "id": "b"}', "json", "appears twice"),
        ("[]", "request", "JSON object"),
        (json.dumps({"id": "x" * 101}), "request", "1 to 100 characters"),
        ('{"id": "x", "cancel": 4}', "request", "the id of a query"),
        ('{"id": "x", "cancel": "y", "new": {}}', "request", 'no field "new"'),
        (json.dumps({"id": "x" * LONGEST_LINE}), "too_long", "longer than"),
    ],
)
def test_a_line_that_is_no_query_is_answered_at_once(line: str, code: str, says: str) -> None:
    wrong, right = ask(line, {"id": "y", "simulations": 2} | MOMENT)
    assert wrong["error"]["code"] == code
    assert says in wrong["error"]["message"]
    assert right["id"] == "y"


ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 3)
    | st.floats(0, 2)
    | st.text(max_size=3)
    | st.just(str(BEGUN.entries[0].action)),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3) | st.just("game"), inner, max_size=2),
    max_leaves=4,
)
FIELDS = st.sampled_from(
    ["id", "new", "position", "record", "at", "actions", "seat", "review", "seconds", "seed", "cancel", "x"]
)


@settings(max_examples=50, deadline=None)
@given(st.dictionaries(FIELDS, ANYTHING, max_size=3))
def test_any_line_is_answered(more: dict[str, Any]) -> None:
    query = {"id": "x", "new": NEW, "actions": [str(BEGUN.entries[0].action)], "simulations": 2} | more
    (answer,) = ask(query)
    assert answer.get("error", {}).get("code") != "internal"


# -- while queries are under way --------------------------------------------------------------------------------------


class Talk:
    """A conversation with an analysis that runs in a thread."""

    def __init__(self, workers: int = 1) -> None:
        query_reader, query_writer = os.pipe()
        self.requests: BinaryIO = os.fdopen(query_writer, "wb", buffering=0)
        answer_reader, answer_writer = os.pipe()
        self.answers: BinaryIO = os.fdopen(answer_reader, "rb")
        self.inside = os.fdopen(query_reader, "rb")
        self.outside = os.fdopen(answer_writer, "wb")
        self.thread = threading.Thread(target=lines.serve, args=(self.inside, self.outside, workers), daemon=True)
        self.thread.start()

    def say(self, **request: Any) -> None:
        """Send a request."""
        self.requests.write(json.dumps(request).encode() + b"\n")

    def hear(self) -> dict[str, Any]:
        """Return the next answer."""
        answer: dict[str, Any] = json.loads(self.answers.readline())
        return answer

    def hear_to_the_end(self) -> list[dict[str, Any]]:
        """Return the answers up to the one that is not partial."""
        answers = [self.hear()]
        while answers[-1].get("partial", True):
            answers.append(self.hear())
        return answers

    def end(self) -> None:
        """End the input, and see that the analysis ends."""
        self.requests.close()
        self.thread.join(20)
        assert not self.thread.is_alive()
        for stream in (self.inside, self.outside, self.answers):
            stream.close()


def test_partial_results_are_reported_until_the_query_is_cancelled() -> None:
    talk = Talk()
    talk.say(id="long", **MOMENT, seconds=600, report_every=0.05)
    first, second = talk.hear(), talk.hear()
    assert first["partial"]
    assert second["partial"]
    assert first["analysis"]["visits"] < second["analysis"]["visits"]
    assert first["analysis"]["stopped"] == "running"
    talk.say(id="stop", cancel="long")
    answers = talk.hear_to_the_end()
    assert {"id": "stop", "cancelled": True} in answers
    assert answers[-1]["id"] == "long"
    assert answers[-1]["analysis"]["stopped"] == "stopped"
    talk.say(id="again", cancel="long")
    assert talk.hear() == {"id": "again", "cancelled": False}
    talk.end()


def test_a_waiting_query_can_be_cancelled_and_ids_are_unique() -> None:
    talk = Talk()
    talk.say(id="long", **MOMENT, seconds=600)
    talk.say(id="next", **MOMENT)
    talk.say(id="next", **MOMENT)
    assert talk.hear()["error"]["code"] == "id_taken"
    talk.say(id=".", cancel="next")
    talk.say(id=".", cancel="long")
    answers = {answer["id"]: answer for answer in [talk.hear() for _ in range(4)]}
    assert answers["next"]["analysis"]["stopped"] == "stopped"
    assert answers["next"]["analysis"]["visits"] < 100
    talk.say(id="next", **MOMENT, simulations=2)
    assert talk.hear()["analysis"]["visits"] == 2
    talk.end()


def test_a_cancelled_review_returns_its_results_so_far() -> None:
    talk = Talk()
    talk.say(id="r", record=record_of(SAMPLE).lines(), review=True, seconds=0.05, report_every=1)
    assert talk.hear()["done"] == 1
    talk.say(id=".", cancel="r")
    review = talk.hear_to_the_end()[-1]["review"]
    assert not review["finished"]
    assert 1 <= len(review["decisions"]) < review["total"]
    talk.end()


def test_several_workers_do_not_wait_for_each_other() -> None:
    talk = Talk(workers=2)
    talk.say(id="long", **MOMENT, seconds=600)
    talk.say(id="short", **MOMENT, simulations=2)
    assert talk.hear()["id"] == "short"
    talk.say(id=".", cancel="long")
    assert {talk.hear()["id"], talk.hear()["id"]} == {".", "long"}
    talk.end()


def test_the_number_of_waiting_queries_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(kingdoms.KingdomsError, match="at least 1 worker, not 0"):
        lines.serve(io.BytesIO(), io.BytesIO(), 0)
    monkeypatch.setattr(lines, "MOST_WAITING", 1)
    talk = Talk()
    talk.say(id="long", **MOMENT, seconds=600)
    talk.say(id="more", **MOMENT)
    assert talk.hear()["error"]["code"] == "too_many"
    talk.say(id=".", cancel="long")
    assert talk.hear()["cancelled"]
    talk.end()


def test_all_searches_end_when_the_output_is_closed() -> None:
    talk = Talk()
    talk.answers.close()
    talk.say(id="long", **MOMENT, seconds=600, report_every=0.01)
    talk.requests.close()
    talk.thread.join(20)
    assert not talk.thread.is_alive()
    talk.inside.close()
    with contextlib.suppress(BrokenPipeError):
        talk.outside.close()


def test_a_fault_of_the_analysis_itself_is_said_and_the_next_query_answered(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(lines, "sight_of_mover", lambda *_: 1 / 0)
    (broken,) = ask({"id": "x"} | MOMENT)
    assert broken["error"]["code"] == "internal"
    assert "ZeroDivisionError" in capsys.readouterr().err
