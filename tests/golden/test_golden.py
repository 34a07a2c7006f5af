"""Golden games: whole recorded games replay to the same end, with the same sentences.

A change that breaks them changes the rules for games that people have saved: raise `rules_version`, or mend it.
"""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from kingdoms import Record
from kingdoms.cli.main import main
from kingdoms.core.message import message_json, message_text
from kingdoms.core.referee import answer_line
from tests.support.games.golden_games import FOLDER, kinds_in_record, kinds_of_game, narrated, narration
from tests.support.games.tested_games import TESTED
from tests.support.suite.rings import inner_first
from tests.support.texts.page_words import PageWords

RECORDS = sorted(FOLDER.glob("*/golden/*.jsonl"))
GAMES = [pytest.param(path, id="-".join((path.parent.parent.name, path.stem))) for path in RECORDS]
ONE_OF_EACH = [next(path for path in RECORDS if path.parent.parent.name == game) for game in TESTED]
OTHERS = [path for path in RECORDS if path not in ONE_OF_EACH]
EVERY = 7
"""Of so many states, one is asked about, and of so many choices, one is offered."""
REFUSED = 97
"""Of so many actions, one is tried."""
MANY = 20
NOTATION = re.compile(r" \((?:[A-Z]\d+|[A-Z]\.[A-Z]+)(?:, (?:[A-Z]\d+|[A-Z]\.[A-Z]+))*\)")


@pytest.mark.parametrize("game", TESTED)
def test_the_golden_games_have_everything_that_games_can_have(game: str) -> None:
    kinds = [kinds_in_record(Record.load(path)) for path in RECORDS if path.parent.parent.name == game]
    missing = kinds_of_game(game) - set().union(*kinds)
    assert not missing, f"no golden game has {', '.join(sorted(missing))}"


@pytest.mark.parametrize("path", GAMES)
def test_a_golden_game_replays_to_its_end_in_the_same_words(path: Path) -> None:
    record = Record.load(path)
    assert record.game.name == path.parent.parent.name
    assert record.state.is_terminal()
    assert "\n".join(record.lines()) + "\n" == path.read_text(encoding="utf-8")
    assert narration(record) == path.with_suffix(".txt").read_text()


@pytest.fixture(scope="session")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, PageWords]:
    """What the pages of all games say."""
    return {game: PageWords(game, tmp_path_factory.mktemp(game)) for game in TESTED}


@pytest.mark.parametrize("path", [*ONE_OF_EACH, *inner_first(OTHERS, 0)])
def test_page_terminal_and_referee_say_the_same_sentences(
    path: Path, capsys: pytest.CaptureFixture[str], pages: dict[str, PageWords]
) -> None:
    """The terminal adds the notation of places."""
    record = Record.load(path)
    events = [event for _, entry_events in narrated(record) for event in entry_events]
    sentences = [event.text for event in events]
    assert main(["replay", str(path), "--all"]) == 0
    printed = NOTATION.sub("", " ".join(capsys.readouterr().out.split()))
    at = 0
    for sentence in sentences:
        assert sentence in printed[at:]
        at = printed.index(sentence, at) + len(sentence)

    actions = [entry.action for entry in record.entries]
    before = actions.index(None) if None in actions else len(actions)  # a call from outside cannot be asked of the referee
    game = {"game": record.game.name, "seats": list(record.game.seats), "rulings": dict(record.game.rulings)}
    answer = json.loads(answer_line(json.dumps({"id": 1, "new": game, "actions": actions[:before]}).encode()))
    texts = [event["text"] for event in answer["events"]]
    assert texts
    assert texts == sentences[: len(texts)]
    assert before < len(actions) or len(texts) == len(sentences)
    page = pages[record.game.name]
    assert page.say([(event["said"], None, None) for event in answer["events"]]) == texts

    # Each seat is addressed alike.
    readings = [(event, seat) for event in events[::3] for seat in record.game.seats]
    addressed = [message_text(event.said, seat) for event, seat in readings]
    assert page.say([(message_json(event.said), seat, None) for event, seat in readings]) == addressed
    assert any("You" in text for text in addressed)


@pytest.mark.parametrize("path", [*ONE_OF_EACH, *inner_first(OTHERS, 0)])
def test_page_and_terminal_ask_offer_and_refuse_in_the_same_words(path: Path, pages: dict[str, PageWords]) -> None:
    record = Record.load(path)
    messages: list[tuple[Any, str, int]] = []
    tables: list[Any] = []
    texts: list[str] = []
    for number, (_, state) in enumerate(record.replay()):
        seat = state.to_move
        if seat not in record.game.seats or number % EVERY:
            continue
        view = state.view(seat)
        view.announced = view.game.announced(state)
        sentences = [view.game.explain(state).question, *(alert.said for alert in view.alerts)]
        sentences += [view.game.choice(state, action) for action in state.legal_actions()[::EVERY]]
        unlikely = islice(view.game.action_space(1), number % REFUSED, None, REFUSED)
        sentences += [refusal.said for action in unlikely if (refusal := view.game.refusal(state, action)) is not None]
        messages += [(message_json(sentence), seat, len(tables)) for sentence in sentences]
        texts += [message_text(sentence, seat, state) for sentence in sentences]
        tables.append(asdict(view.facts()))
    assert len(texts) > MANY
    assert pages[record.game.name].say(messages, tables) == texts
