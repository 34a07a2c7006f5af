"""A game from outside, in a package of its own and in plain Python, is available everywhere, and can have nets."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import pytest

import kingdoms
from kingdoms.cli.main import main
from kingdoms.cli.playing.hint import hint_sentences
from kingdoms.core import registry
from kingdoms.core.knowledge import PlainKnowledge
from kingdoms.core.referee import answer
from kingdoms.learning.plan import TrainingPlan
from kingdoms.learning.training import train
from kingdoms.nets import Net, load

ROOT = Path(__file__).parents[2]
GAME = "liars_dice"


def test_it_is_found_by_its_entry_point() -> None:
    assert GAME in registry._installed_games()
    assert GAME in kingdoms.game_names()
    assert kingdoms.load_game(GAME, 3).seats == ("A", "B", "C")


def test_the_example_is_unknown_to_the_package() -> None:
    mentions = [path for path in (ROOT / "src").rglob("*.py") if re.search(GAME, path.read_text())]
    assert not mentions


def test_the_end_of_a_round_shows_all_hands_to_everybody() -> None:
    state = kingdoms.load_game(GAME, 2, {"dice": 1}).new_initial_state()
    for action in ("roll 3", "roll 5", "bid 1 5"):
        state.apply_action(action)
    before = state.clone()
    state.apply_action("challenge")
    for seat in (*state.game.seats, None):
        notation, events = state.game.tell(before, "challenge", state, seat)
        assert notation == "challenge"
        assert "Ash 3; Birch 5" in events[0].text
        assert "Won by" in events[-1].text


def test_the_referee_takes_it() -> None:
    reply = answer({"new": {"game": GAME, "players": 2, "rulings": {"dice": 1}}, "actions": ["roll 3", "roll 5"], "view": "B"})
    assert reply["view"]["seats"] == {"A": {"left": 1, "dice": [0], "shown": []}, "B": {"left": 1, "dice": [5], "shown": []}}
    assert (reply["to_move"], reply["legal"]) == ("A", [])


def test_a_refusal_in_the_terminal_is_one_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("bid 20 2\nquit\n"))
    assert main(["play", GAME, "--seats", "you,careful", "--seed", "1", "--folder", str(tmp_path)]) == 0
    output = " ".join(capsys.readouterr().out.split())
    assert re.search(r"Not possible: .+\w \(L-3\)\.", output)


@pytest.mark.parametrize(
    "arguments",
    [["rules", "--game", GAME, "L-3"], ["rulings", GAME], ["bots"], ["play", GAME, "--seats", "careful,random", "--seed", "1"]],
)
def test_the_command_line_takes_it(arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = ["--folder", str(tmp_path)] if arguments[0] == "play" else []
    assert main([*arguments, *folder]) == 0
    assert {"rules": "L-3", "rulings": "dice", "bots": "careful", "play": "Won by"}[arguments[0]] in capsys.readouterr().out


def test_a_hint_is_its_own_bots_choice_since_it_has_no_knowledge() -> None:
    record = kingdoms.Record(kingdoms.load_game(GAME, 2))
    for action in ("roll 1 1 1 1 1", "roll 2 2 2 2 2", "bid 9 6"):
        record.apply(action)
    assert next(hint_sentences(record, "B")) == "Search would play challenge: challenge the bid of 9 sixes."


def test_a_net_gets_the_features_of_the_game() -> None:
    state = kingdoms.load_game(GAME, 2, {"dice": 2}).new_initial_state()
    for action in ("roll 3 3", "roll 3 5", "bid 2 3"):
        state.apply_action(action)
    knowledge = state.game.knowledge(state)
    assert knowledge.description() == [[2, 2, 0, 1, 0, 0, 0], [2, 2, 1, 0, 0, 1, 0]]
    favours_bidder = Net(7, [0, 0, 0, 1, 0, 0, 0], [0], [1], 16)
    assert favours_bidder.evaluation(knowledge)[0] > 0.500001


class Told(PlainKnowledge):
    """A knowledge whose `told` returns what the test says."""

    row: Any = ()

    def features(self) -> tuple[str, ...]:
        return ("one", "two")

    def told(self, state: kingdoms.State, player: int) -> Any:
        return self.row


def test_features_are_validated() -> None:
    knowledge = Told(kingdoms.load_game(GAME, 2).new_initial_state())
    for row, says in (((1,), "told returns 1 numbers, and there are 2 features"), ((1, "x"), "not supported")):
        knowledge.row = row
        with pytest.raises((ValueError, TypeError), match=re.escape(says)):
            knowledge.description()
    knowledge.row = (300, -(10**30))
    assert knowledge.description() == [[255, -255]] * 2


def test_a_net_learns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kingdoms.learning.sampling.FIRST_PLAYERS", (3, 5))
    plan = TrainingPlan(GAME, 2, seed=1, rounds=1, games=80, leaves=1, simulations=2, hidden=4, epochs=60, match=0)
    path = train(plan, tmp_path)
    assert path is not None
    metadata = load(path).made
    assert metadata["loss"]["net"] < metadata["loss"]["even"] - 0.05
    monkeypatch.setenv("KINGDOMS_NETS", str(tmp_path))
    assert kingdoms.play(plan.rules, ["search:simulations=20:knowledge=round-1", "random"], seed=1).state.is_terminal()
