"""Playing in the terminal: input, saved games, whole games."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

import pytest

from kingdoms import Record, View
from kingdoms.bots import BOTS, BotKind, Seen
from kingdoms.cli.main import main
from kingdoms.cli.playing import saved
from tests.support.clients.terminal import Player, Terminal

TWO = ("--seats", "you,random", "--seed", "5")


def test_a_newcomer_is_told_the_aim_and_sees_board_and_menu(play: Player) -> None:
    output = play(*TWO)
    for part in ("You win when a round ends", "stacks, top first", "goods ", "explore ...", "The game is saved"):
        assert part in output
    assert max(len(line) for line in output.splitlines() if "kingdoms play --resume" not in line) <= 80
    assert play.record().players == {"N": "you", "S": "random"}


def test_actions_are_chosen_by_notation_number_and_words(play: Player) -> None:
    output = play(*TWO, typed="3\n2\nundo\nexplore temple\nmenu\nexplore suns N.FM\nend\n")
    assert "explore suns N.BL" in output
    assert "Taken back: explore suns N.BL" in output
    parts = output.split("you> ")
    (listed,) = (number for number, part in enumerate(parts) if part.count("explore moons") == 6 and "explore suns" not in part)
    assert "exchange ..." in parts[listed + 1], "menu leads back"
    first = [entry.action for entry in play.record().entries if entry.by == "N"]
    assert first[:2] == ["explore suns N.FM", "end"]


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("?", "BE-1"),
        ("help", "take back your last action"),
        ("why road N.C S.FM", "(BR-5)"),
        ("99", "'99' is not a number of the menu"),
        ("road n.c n.fm", "there is no city at North's front middle (N.FM) (BR-2)"),
        ("road n.c n.fn", "there is no site 'n.fn'"),
        ("hire", "Not possible: hire is for the attacker, once an attack is declared; now North decides what to build (M-11)."),
        ("why 1", "That is possible: end."),
        ("why explore suns n.fl", "That is possible: explore suns N.FL."),
        ("undo", "nothing to take back"),
        ("log \N{SUPERSCRIPT TWO}", "takes a number"),
        ("rules FT-4", "FT-4"),
        ("rules ft-44", "No clause is called 'ft-44' (did you mean FT-4?) or contains these words."),
        ("rules zealots", "Z-7"),
        ("hint", "Search would play"),
        ("how do I win", "V-3 You win by trade if"),
        ("why do cities rebel", "Y-2 Markets yield goods"),
        ("board", "stacks, top first"),
        ("save", "The game is saved in"),
        ("save /dev/null/game", "There is no folder /dev/null"),
        ("save /proc/game", "cannot be written"),
        ("save /dev/null", "holds something else"),
        ("", "explore, build, exchange"),
    ],
)
def test_accepted_spellings(play: Player, typed: str, says: str) -> None:
    output = play("--seats", "you,you", "--seed", "1", typed=f"{typed}\nquit\n")
    answer = output.split("you> ", 1)[1] if "S builds" not in output else output
    assert says in re.sub(r"\s+", " ", answer)


def test_undo_leads_back_to_the_state_before_but_stops_at_another_seats_decision(play: Player) -> None:
    output = play("--seats", "you,you", typed="explore suns under\nexplore moons under\nundo\nundo\nend\nundo\nquit\n")
    record = play.record()
    assert output.count("Taken back") == 2
    assert "nothing to take back" in output
    assert [entry.action for entry in record.entries[1:]] == ["end"]


def test_a_copy_can_be_saved_and_taken_up_again_in_place_or_in_a_new_file(play: Player, tmp_path: Path) -> None:
    copy = tmp_path / "shelf" / "mine.jsonl"
    copy.parent.mkdir()
    output = play(*TWO, typed=f"save {copy}\nexplore suns N.FM\nsave {copy}\nquit\n")
    assert output.count("Saved as") == 2
    before, games = copy.read_bytes(), set(tmp_path.glob("*.jsonl"))
    assert "Nothing has been played" in play("--load", str(copy), typed="quit\n")
    assert set(tmp_path.glob("*.jsonl")) == games
    output = play("--load", str(copy), typed="explore moons N.FL\nquit\n")
    (new,) = set(tmp_path.glob("*.jsonl")) - games
    assert f"It is saved in {new}; {copy} stays as it is." in output
    assert f"kingdoms play --resume --folder {tmp_path}" in output
    assert copy.read_bytes() == before
    output = play("--load", str(copy), "--in-place", typed="log 2\nexplore moons N.FL\nquit\n")
    assert "You explore and lay the 1-market at your front middle (N.FM)." in output
    for path in (new, copy):
        assert [entry.action for entry in Record.load(path).entries][-2:] == ["explore suns N.FM", "explore moons N.FL"]


def test_saving_creates_no_folder_overwrites_no_other_file_and_breaks_no_link(play: Player, tmp_path: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("not a game\n")
    output = play(*TWO, typed=f"save {tmp_path}/new/game.jsonl\nsave {notes}\nsave {tmp_path}\nquit\n")
    assert re.sub(r"\s+", " ", output).count("create it first, or choose another") == 1
    assert not (tmp_path / "new").exists()
    assert notes.read_text() == "not a game\n"
    long = tmp_path / ("a-folder with-a long-name" * 5)
    long.mkdir()
    output = play(*TWO, typed=f"save {long}/game.jsonl\nquit\n")
    assert "with-a long-name/game.jsonl." in output.replace("\n    ", " ")


@pytest.mark.parametrize("cut", [3, 40, 0])
def test_a_game_whose_last_line_is_cut_off_goes_on_from_there(play: Player, tmp_path: Path, cut: int) -> None:
    play("--seats", "you,you:Zoë", "--seed", "1", typed="explore suns N.FM\nquit\n")
    (path,) = tmp_path.glob("*.jsonl")
    content = path.read_bytes()
    path.write_bytes(content[:-cut] if cut else content + b'{"by": "N", "action": "Z\xc3')  # within a character
    output = play("--load", str(path), "--in-place", typed="end\nquit\n")
    lines = content.count(b"\n") + (not cut)
    assert f"Line {lines} of {path} is cut off and lost" in output
    assert len(Record.load(path).entries) == lines - 1


class Watcher:
    """A bot that ends its phase when it can, and collects the observations of its seat."""

    instances: ClassVar[list[Watcher]] = []

    def __init__(self, seed: int) -> None:
        self.observations: list[Seen] = []
        self.instances.append(self)

    def choose(self, view: View, legal: Sequence[int]) -> int:
        return next((action for action in legal if view.game.action_to_string(action) == "end"), legal[0])

    def observe(self, observations: Sequence[Seen]) -> None:
        self.observations += observations


def test_a_bot_that_observes_is_shown_each_action_once_even_if_some_are_taken_back(
    play: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Watcher, "instances", [])
    monkeypatch.setattr(BOTS, "_registered", [*BOTS._registered, BotKind("watcher", "watches", Watcher)])
    typed = "explore suns fm\nundo\nexplore moons fl\nend\nundo\nend\nend\nend\nquit\n"
    play("--seats", "you,watcher", "--seed", "1", typed=typed)

    def expected() -> list[tuple[str | None, str | None]]:
        entries = play.record().entries
        last = max(number for number, entry in enumerate(entries) if entry.by == "S")
        return [(entry.by, entry.action) for entry in entries[:last]]

    assert len(expected()) > 5
    assert [(observation.by, observation.action) for observation in Watcher.instances[-1].observations] == expected()
    play("--resume", typed="end\nend\nquit\n")
    assert [(observation.by, observation.action) for observation in Watcher.instances[-1].observations] == expected()
    assert len(Watcher.instances) > 1


def test_games_lie_in_the_data_folder_and_those_of_earlier_versions_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(saved, "data_folder", lambda: tmp_path / "data")
    monkeypatch.setattr(saved, "old_data_folder", lambda: tmp_path / "settings")

    def run(typed: str, *arguments: str) -> str:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        assert main(["play", *arguments]) == 0
        return capsys.readouterr().out

    run("explore suns N.FM\n", *TWO)
    (new,) = (tmp_path / "data" / "games").iterdir()
    old = tmp_path / "settings" / "games" / "old.jsonl"
    old.parent.mkdir(parents=True)
    new.rename(old)
    assert "You explore and lay the 1-market at your front middle (N.FM)." in run("log 1\nexplore moons N.FL\n", "--resume")
    assert Record.load(old).entries[-1].action == "explore moons N.FL"
    assert not list((tmp_path / "data" / "games").iterdir())


def test_a_position_is_played_on(play: Player, tmp_path: Path) -> None:
    position = {"game": "middlesea", "phase": "leader", "turn": "N", "seats": {"N": {}, "S": {}}, "rulings": {"round_limit": 1}}
    (tmp_path / "position.json").write_text(json.dumps(position))
    output = play("--load", str(tmp_path / "position.json"), "--seats", "you,random", typed="end\n")
    assert "1 round has been played" in output
    assert "! This is the last round, and the score decides: you and South lead with 0." in output
    assert "kingdoms replay" in output
    assert json.loads((tmp_path / "position.json").read_text()) == position


def test_a_standstill_of_bots_alone_ends_and_the_same_seed_gives_the_same_game(play: Player) -> None:
    play("--seed", "5", typed="end\nquit\n")
    assert play.record().players == {"N": "level:2", "E": "level:2", "S": "you", "W": "level:2"}, "you sit at the bottom"
    first, second = (re.sub(r"\S+\.jsonl", "", play("--seats", "greedy,greedy", "--seed", "2")) for _ in range(2))
    assert first == second
    assert "scored after 100 rounds" in first
    records = [record for record in map(Record.load, play.folder.glob("*.jsonl")) if "you" not in record.players.values()]
    assert [(record.game.rulings["round_limit"], record.state.is_terminal()) for record in records] == [(100, True)] * 2


def test_a_timed_game_ends_with_the_round_in_which_the_time_is_up_and_hot_seat_players_have_names(play: Player) -> None:
    output = play("--seats", "E=you:Anna,W=you:Ben", "--minutes", "0.0000001", typed="end\n" * 4)
    assert "Anna> " in output
    assert "Ben> " in output
    assert "Time is up: this round is the last." in output
    assert play.record().state.position()["outcome"]["reason"] == "time"


@pytest.mark.parametrize(
    ("variables", "shown", "hidden"), [({}, "☀", "S suns"), ({"NO_COLOR": "1"}, "S suns", "☀")], ids=["", "plain"]
)
def test_on_a_terminal_suits_are_signs_in_colour_tab_completes_and_ctrl_c_and_kills_lose_nothing(
    folder: Path, variables: dict[str, str], shown: str, hidden: str
) -> None:
    with Terminal(folder, "--seats", "you,greedy", "--seed", "5", **variables) as terminal:
        screen = terminal.wait_for("you>")
        assert shown in screen
        assert hidden not in screen
        terminal.type("explore crowns N.F\t")
        assert "lay the" in terminal.wait_for("N.FR")
        terminal.type("\x15explore suns N.FM\r")
        terminal.wait_for("You explore")
        terminal.wait_for("you>")
        if variables:
            os.killpg(terminal.running.pid, signal.SIGKILL)
            terminal.close()
        else:
            assert "\x1b[" in screen
            terminal.type("\x03")
            terminal.wait_for("Continue it with")
            assert terminal.close() == 130
    (path,) = folder.glob("*.jsonl")
    assert Record.load(path).entries[-1].action == "explore suns N.FM"
