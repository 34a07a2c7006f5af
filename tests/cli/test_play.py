"""Playing in the terminal: what is typed, what is kept, whole games."""

from __future__ import annotations

import io
import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import kingdoms
from kingdoms import Record
from kingdoms.bots import BOTS
from kingdoms.cli.main import main


@pytest.fixture
def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Player:
    """Plays with typed lines."""
    return Player(tmp_path, monkeypatch, capsys)


class Player:
    """Runs `kingdoms play` with lines typed in advance."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self.monkeypatch, self.capsys = folder, monkeypatch, capsys

    def __call__(self, *arguments: str, typed: str = "") -> str:
        """Return what is printed."""
        self.monkeypatch.setattr(sys, "stdin", io.StringIO(typed.replace("; ", "\n")))
        assert main(["play", "--folder", str(self.folder), *arguments]) == 0
        return self.capsys.readouterr().out

    def record(self) -> Record:
        """Return the game that was kept."""
        (path,) = self.folder.glob("*.jsonl")
        return Record.load(path)


TWO = ("--seats", "you,random", "--seed", "5")


def test_a_newcomer_is_told_the_aim_and_sees_board_and_menu(play: Player) -> None:
    said = play(*TWO)
    for what in ("You win by trade", "stacks, top first", "kingdom goods", "explore ...", "The game is kept"):
        assert what in said
    assert max(len(line) for line in said.splitlines() if "kingdoms play --load" not in line) <= 80


def test_actions_are_chosen_by_notation_number_and_words(play: Player) -> None:
    play(*TWO, typed="explore suns N.FM\nend\n")
    first = [entry.action for entry in play.record().entries if entry.by == "N"]
    assert first[:2] == ["explore suns N.FM", "end"]


def test_a_number_opens_a_kind_and_then_takes_an_action(play: Player) -> None:
    said = play(*TWO, typed="3\n2\nundo\n")
    assert "explore suns N.BL" in said
    assert "Taken back: explore suns N.BL" in said


def test_words_that_fit_several_actions_list_them_and_menu_leads_back(play: Player) -> None:
    said = play(*TWO, typed="explore temple\nmenu\n")
    listed = said.split("you> ")[1]
    assert listed.count("explore moons") == 6
    assert "explore suns" not in listed
    assert "exchange ..." in said.split("you> ")[2]


def test_words_that_fit_one_action_take_it(play: Player) -> None:
    said = play(*TWO, typed="market bl\nquit\n")
    assert "explores and lays the" in said
    assert play.record().entries[-1].action == "explore suns N.BL"


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("?", "BE-1"),
        ("help", "take back your last action"),
        ("why road N.C S.FM", "(BR-5)"),
        ("why end", "That is possible"),
        ("why", "why takes an action"),
        ("road N.C N.FM", "there is no city at N.FM (BR-2)"),
        ("hire 1", "(M-11)"),
        ("dance", "'dance' is not anything"),
        ("99", "'99' is not a number of the menu"),
        ("road n.c n.fm", "did you mean N.C?"),
        ("undo", "nothing to take back"),
        ("log", "rolls highest"),
        ("log 1", "North builds."),
        ("log some", "takes a number"),
        ("rules FT-4", "FT-4"),
        ("rules ft-44", "no clause of this name"),
        ("rules", "takes the names of clauses"),
        ("hint", "The greedy bot would play"),
        ("board", "stacks, top first"),
        ("save", "The game is kept in"),
        ("save /dev/null/game", "cannot be written"),
        ("", "explore, build, exchange"),
    ],
)
def test_what_can_be_typed(play: Player, typed: str, says: str) -> None:
    said = play("--seats", "you,you", "--seed", "1", typed=f"{typed}\nquit\n")
    answer = said.split("you> ", 1)[1] if "S builds" not in said else said
    assert says in re.sub(r"\s+", " ", answer)


def test_undo_does_not_reach_behind_what_somebody_else_decided(play: Player) -> None:
    said = play("--seats", "you,you", typed="end\nundo\nquit\n")
    assert "nothing to take back" in said


def test_undo_leads_back_to_the_state_before(play: Player) -> None:
    said = play("--seats", "you,you", typed="explore suns under\nexplore moons under\nundo\nundo\nquit\n")
    record = play.record()
    assert said.count("Taken back") == 2
    assert len(record.entries) == 1
    assert record.state == record.state_after(1)


def test_a_copy_can_be_saved_and_taken_up_again(play: Player, tmp_path: Path) -> None:
    copy = tmp_path / "copy" / "mine.jsonl"
    play(*TWO, typed=f"explore suns N.FM\nsave {copy}\nquit\n")
    said = play("--load", str(copy), typed="log 2\nexplore moons N.FL\nquit\n")
    assert "lays the 1-market at N.FM" in said
    assert [entry.action for entry in Record.load(copy).entries][-1] == "explore moons N.FL"


def test_the_last_game_is_resumed(play: Player) -> None:
    play(*TWO, typed="explore suns N.FM\n")
    said = play("--resume", typed="log 1\n")
    assert "lays the 1-market at N.FM" in said


def test_a_position_is_played_on(play: Player, tmp_path: Path) -> None:
    position = {"game": "middlesea", "phase": "leader", "turn": "N", "seats": {"N": {}, "S": {}}, "rulings": {"round_limit": 1}}
    (tmp_path / "position.json").write_text(json.dumps(position))
    said = play("--load", str(tmp_path / "position.json"), "--seats", "you,random", typed="end\n")
    assert "1 round has been played" in said
    assert "kingdoms replay" in said
    assert json.loads((tmp_path / "position.json").read_text()) == position


def test_hot_seat_players_have_names(play: Player) -> None:
    said = play("--seats", "E=you:Anna,W=you:Ben", "--seed", "1", typed="end\nend\n")
    assert "Anna> " in said
    assert "Ben> " in said


def test_the_same_seed_gives_the_same_game(play: Player, tmp_path: Path) -> None:
    one = play("--seats", "random,greedy", "--rulings", "round_limit=3", "--seed", "8")
    other = play("--seats", "random,greedy", "--rulings", "round_limit=3", "--seed", "8")
    assert re.sub(r"\S+\.jsonl", "", one) == re.sub(r"\S+\.jsonl", "", other)


def test_bots_alone_play_a_whole_game_to_its_end(play: Player) -> None:
    said = play("--seats", "greedy,greedy,greedy,random", "--seed", "2", "--rulings", "round_limit=30")
    record = play.record()
    outcome = record.state.outcome()
    assert outcome is not None
    assert "Scores:" in said
    assert "kingdoms replay" in said


def test_bots_alone_come_to_an_end_though_they_stand_still(play: Player) -> None:
    said = play("--seats", "greedy,greedy", "--seed", "2")
    assert "scored after 100 rounds" in said
    assert play.record().game.rulings["round_limit"] == 100
    assert play.record().state.is_terminal()


def test_a_person_plays_a_whole_game_by_following_the_hints(play: Player) -> None:
    game = kingdoms.load_game("middlesea", 2, {"round_limit": 9})
    record = Record(game)
    bots = {"N": BOTS.make("greedy", game, 0), "S": BOTS.make("greedy", game, 0)}
    typed = []
    record.apply("first N")
    while not record.state.is_terminal():
        seat = game.seats[record.state.current_player()]
        action = bots[seat].choose(record.state.view(seat), record.state.legal_actions())
        typed.append(game.action_to_string(action))
        record.apply(action)
    seed = next(seed for seed in range(20) if _first_roll(seed) == "first N")
    said = play("--seats", "you,you", "--rulings", "round_limit=9", "--seed", str(seed), typed="\n".join(typed) + "\n")
    outcome = record.state.outcome()
    assert outcome is not None
    assert game.seat_name(outcome.winners[0]) in said.split("Scores:")[0].splitlines()[-1]


def _first_roll(seed: int) -> str:
    """Return what the die gives in a game with a seed."""
    game = kingdoms.load_game("middlesea", 2)
    return game.action_to_string(game.new_initial_state().draw_chance_action(kingdoms.Random(seed)))


def test_a_timed_game_ends_with_the_round_in_which_the_time_is_up(play: Player) -> None:
    said = play("--seats", "you,you", "--minutes", "0.0000001", typed="end\n" * 4)
    assert "The time is up: this round is the last." in said
    assert play.record().state.position()["outcome"]["reason"] == "time"


# -- a real terminal ----------------------------------------------------------------------------------------------------


class Terminal:
    """`kingdoms play` in a pseudo-terminal."""

    def __init__(self, folder: Path, *arguments: str, **environment: str) -> None:
        self.master, slave = pty.openpty()
        os.environ.pop("COLUMNS", None)
        command = [sys.executable, "-m", "kingdoms.cli", "play", "--folder", str(folder), *arguments]
        variables = os.environ | {"TERM": "xterm-256color", "COLUMNS": "80", "LINES": "40"} | environment
        self.running = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, env=variables, start_new_session=True)
        os.close(slave)
        self.seen, self.at = "", 0

    def wait_for(self, text: str) -> str:
        """Read until a text has come behind what was waited for last, and return all up to it."""
        start, deadline = self.at, time.monotonic() + 20
        while text not in self.seen[start:]:
            assert time.monotonic() < deadline, f"{text!r} did not come; there came {self.seen[start:]!r}"
            if select.select([self.master], [], [], 0.2)[0]:
                try:
                    self.seen += os.read(self.master, 65536).decode(errors="replace")
                except OSError:
                    break
                if "\x1b[6n" in self.seen[-40:]:
                    os.write(self.master, b"\x1b[1;1R")
        self.at = self.seen.index(text, start) + len(text)
        return self.seen[start : self.at]

    def type(self, text: str) -> None:
        """Type a text."""
        os.write(self.master, text.encode())

    def close(self) -> int:
        """Wait for the end and return the exit code."""
        return self.running.wait(20)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        if self.running.poll() is None:
            os.killpg(self.running.pid, signal.SIGKILL)
        self.running.wait(20)
        os.close(self.master)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder for games."""
    return tmp_path / "games"


def test_on_a_terminal_suits_are_signs_in_colour_and_tab_completes(folder: Path) -> None:
    with Terminal(folder, "--seats", "you,greedy", "--seed", "5") as terminal:
        shown = terminal.wait_for("you>")
        assert "☀" in shown
        assert "\x1b[" in shown
        terminal.type("explore crowns N.F\t")
        assert "lay the" in terminal.wait_for("N.FR")
        terminal.type("\x03")
        terminal.wait_for("Take it up again")
        assert terminal.close() == 130


def test_without_colour_suits_are_letters(folder: Path) -> None:
    with Terminal(folder, "--seats", "you,greedy", "--seed", "5", NO_COLOR="1") as terminal:
        shown = terminal.wait_for("you>")
        assert "☀" not in shown
        assert "S suns" in shown
        terminal.type("quit\r")
        assert terminal.close() == 0


def test_ctrl_c_loses_nothing(folder: Path) -> None:
    with Terminal(folder, "--seats", "you,greedy", "--seed", "5") as terminal:
        terminal.wait_for("you>")
        terminal.type("explore suns N.FM\r")
        terminal.wait_for("lays the")
        terminal.wait_for("you>")
        terminal.type("\x03")
        terminal.wait_for("Take it up again")
        assert terminal.close() == 130
    (path,) = folder.glob("*.jsonl")
    assert Record.load(path).entries[-1].action == "explore suns N.FM"


def test_a_kill_loses_nothing_that_was_played(folder: Path) -> None:
    with Terminal(folder, "--seats", "you,greedy", "--seed", "5") as terminal:
        terminal.wait_for("you>")
        terminal.type("explore suns N.FM\r")
        terminal.wait_for("lays the")
        terminal.wait_for("you>")
        os.killpg(terminal.running.pid, signal.SIGKILL)
        terminal.close()
    (path,) = folder.glob("*.jsonl")
    assert Record.load(path).entries[-1].action == "explore suns N.FM"
