"""Playing in the terminal: words that fit many actions, and hands that stay hidden."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kingdoms.bots import BOTS
from kingdoms.cli.main import main
from kingdoms.cli.playing import session
from kingdoms.cli.playing.menu import describe
from kingdoms.cli.playing.screen import CLEAR, CLEAR_PAGE
from kingdoms.core.record import Record
from kingdoms.texts import text
from tests.games.rivers.support.tables import ALL_OPTIONS
from tests.support.clients.terminal import Player, Terminal

BUILDINGS = {"red": "library", "blue": "granary", "green": "market hall", "black": "palace"}
BUILDING = "|".join(BUILDINGS.values())


def test_a_farm_is_no_farmer(play: Player) -> None:
    typed = ["farm f2", "place farm F2", "blue f2 place", "why place farm F2", "why farm f2", "quit"]
    output = play("rivers", "--seats", "you,greedy", "--seed", "3", typed="\n".join(typed) + "\n")
    assert output.count("F2 is land, and farms go only on rivers (D-8).") == 5
    assert not [entry for entry in play.record().entries if entry.by == "A"]


def test_many_ways_are_listed_by_how_they_begin(play: Player) -> None:
    output = play("rivers", "--seats", "you,greedy", "--seed", "3", typed="place\nplace red\nplace red b\nquit\n")
    kinds, colours, columns, cells = (turn.splitlines() for turn in output.split("you> ")[:4])
    assert any("place red ..." in line for line in colours)
    assert [line.split()[3][0] for line in columns if "place red" in line] == list("ABCDEFGHIJKLMNOP")
    assert any("place red B..." in line for line in columns)
    assert {line.split()[3][0] for line in cells if "place red" in line} == {"B"}
    assert any("place ..." in line for line in kinds)


def test_several_impossible_actions_are_explained_by_one(play: Player) -> None:
    output = play("rivers", "--seats", "you,greedy", "--seed", "1", typed="place e1\nquit\n")
    answer = re.sub(r"\s+", " ", output.split("you> ")[1])
    assert "This could mean 4 actions, and none of them is possible. place red E1: E1 is river" in answer


def test_the_game_is_played_to_its_end(play: Player) -> None:
    # who always takes the first line of the menu passes, and commits nothing
    output = play("rivers", "--seats", "greedy,you:Anna,random,greedy", "--seed", "4", typed="1\n" * 500)
    record = play.record()
    drawn = [entry.action for entry in record.entries if entry.by == "chance"]
    draw_lines = [line for line in output.splitlines() if re.match(r"  \w+ draws? (?!a tile\.)", line)]
    assert draw_lines
    assert all(line.startswith("  You draw ") for line in draw_lines), "of others it is told that they draw, not what"
    assert len(draw_lines) < len(drawn)
    check_scores(record, output)
    assert "kingdoms replay" in output


def check_scores(record: Record, output: str) -> None:
    """Check that the terminal shows the scores at the end of a game."""
    outcome = record.state.outcome()
    assert outcome is not None
    assert outcome.reason in ("treasures", "bag")
    for seat, score in outcome.scores.items():
        assert re.search(rf"{record.game.seat_name(seat)} +{' '.join(map(str, score))}  ", output)


class HintTaker(io.StringIO):
    """A player who asks for a hint and types the advised action: the number of its line, if the menu has one for it."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        super().__init__()
        self.capsys = capsys
        self.output = ""
        self.menu = ""
        self.typed: list[str] = []

    def readline(self, *_: object) -> str:  # type: ignore[override]
        news = self.capsys.readouterr().out
        self.output += news
        hint = re.search(r"Search would play ([^:]+):", " ".join(news.split()))
        if hint is None:
            self.menu = news
            self.typed.append("hint")
        else:
            line = re.search(rf"^ *(\d+) {re.escape(hint[1])} ", self.menu, re.MULTILINE)
            self.typed.append(line[1] if line else hint[1])
        return self.typed[-1] + "\n"


def greedy_hint(record: Record, seat: str) -> Iterator[str]:
    """Yield a hint of the greedy bot, so that the game is quick and always the same."""
    state = record.state
    action = BOTS.make("greedy", record.game, 0).choose(state.view(seat), state.legal_actions())
    yield text("terminal.hint", action=record.game.action_to_string(action), words=describe(state, action))


def test_a_game_with_all_options_is_played_to_its_end_by_hints(
    play: Player, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    person = HintTaker(capsys)
    monkeypatch.setattr(sys, "stdin", person)
    monkeypatch.setattr(session, "hint_sentences", greedy_hint)
    rulings = ",".join(f"{name}={value}".lower() for name, value in ALL_OPTIONS.items())
    arguments = ["--folder", str(play.folder), "--seats", "you,greedy,greedy", "--rulings", rulings, "--seed", "18"]
    assert main(["play", "rivers", *arguments]) == 0
    record, output = play.record(), person.output + capsys.readouterr().out
    assert record.game.rulings.items() >= ALL_OPTIONS.items()
    check_scores(record, output)
    actions = [str(entry.action) for entry in record.entries if entry.by == "A"]
    answers = [typed for typed in person.typed if typed != "hint"]
    assert len(answers) == len(actions)
    assert {"raise", "commit", "war", "take", "build"} <= {action.split()[0] for action in actions}
    text = " ".join(output.split())
    for pattern in (
        rf"Your \w+ lies in a line\. Where do you put the ({BUILDING}), if anywhere\?",
        rf"You put the ({BUILDING}) in the [\w-]+ \(\w+\)\.",
        rf"You move the ({BUILDING}) to a new place in the [\w-]+ \(\w+\)\.",
        *(f" the {BUILDINGS[colour]} on {cell}([,.]| and)" for colour, cell in record.state.position()["buildings"].items()),
    ):
        assert re.search(pattern, text), pattern


@pytest.mark.parametrize(("seats", "key"), [("you,greedy", "quit\r"), ("you,you", "\x03"), ("you,you", "\x04")])
def test_no_hand_is_left_on_the_screen(folder: Path, seats: str, key: str) -> None:
    with Terminal(folder, "rivers", "--seats", seats, "--seed", "5") as terminal:
        if seats == "you,you":
            terminal.wait_for("nobody else is looking")
            terminal.type("\r")
        terminal.wait_for("you>")
        terminal.type(key)
        terminal.wait_for("The game is saved")
        terminal.close()
    assert terminal.seen.rindex(CLEAR if seats == "you,you" else CLEAR_PAGE) > terminal.seen.rindex("you>")
