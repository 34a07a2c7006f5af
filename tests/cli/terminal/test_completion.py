"""Shell completion with Tab."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

import kingdoms
from kingdoms.cli.main import cli
from tests.support.games.tested_games import TESTED, game_module


def offered(typed: str) -> set[str]:
    """Return the completions that bash offers for the last word of a command line."""
    words = typed.split(" ")
    environment = {"_KINGDOMS_COMPLETE": "bash_complete", "COMP_WORDS": typed, "COMP_CWORD": str(len(words) - 1)}
    result = CliRunner().invoke(cli, env=environment, prog_name="kingdoms")
    assert result.exit_code == 0, result.output
    return {line.partition(",")[2] for line in result.output.splitlines()}


@pytest.mark.parametrize(
    ("typed", "offers"),
    [
        ("kingdoms play ", set(kingdoms.game_names())),
        ("kingdoms ch", {"check"}),
        ("kingdoms play --seats y", {"you"}),
        ("kingdoms play --seats you,", {"you,you", "you,greedy", "you,random"}),
        ("kingdoms play --seats you,greedy:", {"you,greedy:slips=", "you,greedy:without="}),
        ("kingdoms match gr", {"greedy"}),
        ("kingdoms match greedy ra", {"random"}),
        ("kingdoms check game", {"game"}),
        ("kingdoms admin ", {"backup", "check", "check-settings", "games", "log", "purge", "restore", "visitors"}),
        ("kingdoms admin visitors b", {"ban", "bans"}),
        ("kingdoms admin games list --status ", {"lobby", "playing", "over"}),
        *(offer for game in TESTED for offer in game_module(game, "terminal").OFFERED),
    ],
)
def test_tab_completes_known_values(typed: str, offers: set[str]) -> None:
    assert offered(typed) >= offers
    assert all(offer.lower().startswith(typed.rpartition(" ")[2].lower()) for offer in offered(typed))
