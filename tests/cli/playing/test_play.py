"""Playing in the terminal: games with secrets, and a real terminal; each game's own output is tested beside the game."""

from __future__ import annotations

import io
import os
import re
import sys
import textwrap
from pathlib import Path

import pytest
from rich.console import Console
from rich.text import Text

import kingdoms
from kingdoms import Drawing, Record
from kingdoms.cli.documents.replay import Walk
from kingdoms.cli.playing import session, vocabulary
from kingdoms.cli.playing.screen import CLEAR, Screen
from kingdoms.core import registry
from tests.cli.conftest import Run
from tests.support.clients.terminal import Player, Terminal
from tests.support.games import hidden_hands
from tests.support.games.hidden_hands import HandView
from tests.support.games.tested_games import TESTED, game_module


def told_hand(view: HandView, colour: bool) -> Text:
    """Return a seat's view of hidden hands as text."""
    return Text(f"{view.seat} holds {' '.join(view.facts().hand) or 'nothing'}")


@pytest.fixture
def hidden(monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a game with hidden hands, known and drawn while a test runs."""
    monkeypatch.setattr(registry, "_registered", dict(registry._registered))
    hidden_hands.register_hidden_hands()
    monkeypatch.setattr(hidden_hands.HiddenHands, "drawing", lambda _: Drawing(None, told_hand))
    return hidden_hands.HiddenHands.name


def hands_of(record: Record) -> dict[str, set[str]]:
    """Return the cards dealt to each seat."""
    dealt = [str(entry.action) for entry in record.entries if entry.by == "chance"]
    return {"N": set(dealt[0::2]), "S": set(dealt[1::2])}


def cards_in(text: str) -> set[str]:
    return set(re.findall(r"Card\d{4}", text))


def test_alone_against_bots_ones_own_hand_is_seen_and_no_other(play: Player, hidden: str) -> None:
    output = play(hidden, "--seats", "you,random", "--seed", "3", typed="1\nlog\n1\nsave /dev/null/x\nquit\n")
    assert "Pass" not in output
    assert "press Enter" not in output
    hands = hands_of(play.record())
    assert hands["N"] <= cards_in(output)
    assert not cards_in(output) & hands["S"]
    assert "South plays a card." in output
    assert "The file holds everything, hidden information included." in output


def test_around_one_screen_each_looks_alone(play: Player, hidden: str) -> None:
    output = play(hidden, "--seats", "you:Anna,you:Ben", "--seed", "3", typed="\n1\n\n\n1\nlog\n\n\n1\n\nquit\n")
    hands = hands_of(play.record())
    turns = re.split(r"(\S+) \(\w+\): press Enter when nobody else is looking\. ", output)
    assert turns[1::2] == ["Anna", "Ben", "Anna", "Ben"]
    assert cards_in(turns[0]) == set()
    for name, screen in zip(turns[1::2], turns[2::2], strict=True):
        hand, opponent_hand = (hands["N"], hands["S"]) if name == "Anna" else (hands["S"], hands["N"])
        assert not cards_in(screen) & opponent_hand, name
        assert name == "Ben" or cards_in(screen) & hand
        if "Anna" in turns[turns.index(screen) + 1 :]:
            assert "Press Enter, then hand the screen to" in screen
    assert "North plays a card." in turns[4]


def test_a_hand_is_not_shown_to_a_player_who_leaves(play: Player, hidden: str) -> None:
    for typed in ("", "quit\n", "\n1\n", "\n1\n\n"):
        output = play(hidden, "--seats", "you,you", "--seed", "3", typed=typed)
        assert "The game is saved" in output
        record = Record.load(max(play.folder.glob("*.jsonl"), key=lambda path: path.stat().st_mtime_ns))
        assert not cards_in(output) & hands_of(record)["S"]


def test_a_terminal_is_cleared_before_the_next_one_looks(hidden: str, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    passed = Screen(kingdoms.load_game(hidden), {"N": "Anna", "S": "you"}, Console(file=stream, force_terminal=True))
    for seat, typed in (("N", "\n"), ("S", "\n\n")):
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        assert not passed.may_look(seat)
        assert passed.pass_to(seat)
        assert passed.may_look(seat)
    assert stream.getvalue().count(CLEAR) == 3
    monkeypatch.setattr(sys, "stdin", io.StringIO("\nquit\n"))
    assert not passed.pass_to("N")
    assert passed.seat is None


def test_an_action_that_revealed_a_secret_is_not_undone(play: Player, hidden: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def only_north(state: hidden_hands.Hands) -> int:
        return -1 if len(state.dealt) < 2 * hidden_hands.HAND else 0 if state.hand(0) else -4

    monkeypatch.setattr(hidden_hands.Hands, "current_player", only_north)
    assert "Taken back" in play(hidden, "--seats", "you,random", typed="1\nundo\nquit\n")
    monkeypatch.setattr(hidden_hands.HiddenHands, "reveals", lambda *_: True)
    assert "can't be taken back" in play(hidden, "--seats", "you,random", typed="1\nundo\nquit\n")


def test_a_game_with_secrets_and_without_a_picture_is_replayed_from_any_seat(play: Player, hidden: str, run: Run) -> None:
    play(hidden, "--seats", "random,random", "--seed", "3")
    (path,) = play.folder.glob("*.jsonl")
    hands = hands_of(Record.load(path))
    assert cards_in(run("replay", path, "--all", "--seat", "N")) == hands["N"]
    assert cards_in(run("replay", path, "--all")) == hands["N"] | hands["S"]
    for seat, expected in (("N", hands["N"]), ("S", hands["S"]), (None, set())):
        assert cards_in(run("replay", path, "--at", "6", *([] if seat is None else ["--seat", seat]))) == expected
    assert "no seat 'X'" in run("board", path, "--seat", "X", code=2)
    for suffix in ("svg", "png"):
        assert "Hidden Hands has no picture" in run("board", path, "-o", play.folder / f"board.{suffix}", code=2)
    run("board", path, "-o", play.folder / "board.txt")


def test_a_game_without_an_action_space_is_played_from_its_menu(
    play: Player, hidden: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unknown(*_: object) -> None:
        raise NotImplementedError

    vocabulary.vocabulary_of.cache_clear()
    monkeypatch.setattr(hidden_hands.HiddenHands, "action_space", unknown)
    output = play(hidden, "--seats", "you,random", "--seed", "3", typed="card\nnonsense\n1\nquit\n")
    vocabulary.vocabulary_of.cache_clear()
    assert "No action matches 'nonsense'" in output
    assert play.record().entries[-1].by == "S"


def test_seats_are_who_plays_and_a_game_without_a_time_call_has_no_clock(folder: Path, hidden: str, run: Run) -> None:
    fault = "kingdoms: --seats says who plays, not how many, as in you,level:2\n"
    assert run("play", hidden, "--folder", folder, "--seats", "2", code=2) == fault
    assert not list(folder.glob("*"))
    assert "there is no clock in Hidden Hands" in run("play", hidden, "--seats", "random,random", "--minutes", "5", code=2)


def test_only_numbers_are_read_as_entries_of_a_record(hidden: str) -> None:
    walk = Walk(Record(kingdoms.load_game(hidden)), Console(file=io.StringIO()), None)
    assert not walk.go("\N{SUPERSCRIPT TWO}")
    assert walk.go("0")


def test_bots_that_never_end_are_stopped(play: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "BOTS_MOST", 50)
    output = play("--seats", "random,random")
    assert "The bots have played 50 actions on their own, and no end is in sight." in output
    assert "The game is saved" in output
    assert len(play.record().entries) == 50


@pytest.mark.parametrize(("game", "height"), [(TESTED[0], 24), (TESTED[-1], 24), (TESTED[-1], 40)])
def test_board_and_menu_are_on_the_screen_together(folder: Path, game: str, height: int) -> None:
    begins = game_module(game, "terminal").FIRST_LINE
    with Terminal(folder, game, "--seed", "5", LINES=str(height), NO_COLOR="1") as terminal:
        terminal.wait_for("you>")
        lines = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", terminal.seen[: terminal.at]).splitlines()
        first = max(number for number, line in enumerate(lines) if begins in line)
        aim = textwrap.wrap(kingdoms.load_game(game).aim, 80)
        assert [line.strip() for line in lines[-height:]].index(aim[0]) > (len(lines) - first) // 2
        assert len(lines) - first < height + (0 if height == 40 else len(aim) + 2)
        assert max(map(len, lines)) <= 80
        menu = "\n".join(lines[first:])
        assert "1\u00a0" in menu if height == 24 else "a number, notation or words" in menu
        terminal.type("\r")
        terminal.wait_for("a number, notation or words")
        terminal.wait_for("you>")
        terminal.type("\x04")
        terminal.wait_for("The game is saved")
        assert terminal.close() == 0


def test_players_are_named_as_people_know_them(play: Player) -> None:
    game = kingdoms.load_game(TESTED[0], 3)
    output = " ".join(play(TESTED[0], "--seats", "you:Ida,level:2,greedy", "--seed", "1", typed="quit\n").split())
    names = [f"{game.seat_name(seat)} {name}" for seat, name in zip(game.seats, ("Ida", "Learner", "Greedy"), strict=True)]
    assert f"{game.title}: {', '.join(names)}." in output


def test_the_newest_game_that_can_be_loaded_is_resumed(play: Player, record_file: Path, run: Run) -> None:
    older, newer = play.folder / "older.jsonl", play.folder / "newer.jsonl"
    record_file.rename(older)
    newer.write_text("[1]\n")
    os.utime(older, (1, 1))
    assert str(older) in run("play", "--folder", play.folder, "--resume")
    assert run.errors.startswith(f"This game cannot be continued: {str(newer)[:30]}")
    assert run.errors.endswith("line 1: a line must be a JSON object.\n")
    older.unlink()
    assert "no game to continue" in run("play", "--folder", play.folder, "--resume", code=2)
