"""What the shell offers when Tab is pressed."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from kingdoms.cli.main import cli


def offered(typed: str) -> set[str]:
    """Return what bash is offered for the last word of what is typed."""
    words = typed.split(" ")
    environment = {"_KINGDOMS_COMPLETE": "bash_complete", "COMP_WORDS": typed, "COMP_CWORD": str(len(words) - 1)}
    done = CliRunner().invoke(cli, env=environment, prog_name="kingdoms")
    assert done.exit_code == 0, done.output
    return {line.partition(",")[2] for line in done.output.splitlines()}


@pytest.mark.parametrize(
    ("typed", "offers"),
    [
        ("kingdoms ch", {"check"}),
        ("kingdoms play ", {"middlesea", "rivers"}),
        ("kingdoms play ri", {"rivers"}),
        ("kingdoms play --seats y", {"you"}),
        ("kingdoms play --seats you,", {"you,you", "you,greedy", "you,random"}),
        ("kingdoms play rivers --seats you,greedy:slips=0.3,r", {"you,greedy:slips=0.3,random"}),
        ("kingdoms play --seats you,greedy:", {"you,greedy:slips="}),
        ("kingdoms play --seats E=you,W=gr", {"E=you,W=greedy"}),
        ("kingdoms play --rulings attack_", {"attack_port="}),
        ("kingdoms play --rulings attack_port=", {"attack_port=home", "attack_port=any", "attack_port=mixed"}),
        ("kingdoms play --rulings attack_port=any,chain_", {"attack_port=any,chain_unrest="}),
        ("kingdoms match gr", {"greedy"}),
        ("kingdoms match greedy ra", {"random"}),
        ("kingdoms match greedy --game ri", {"rivers"}),
        ("kingdoms rules ft-", {"FT-1", "FT-2", "FT-3", "FT-4"}),
        ("kingdoms rules --game rivers h", {"H-1", "H-2", "H-3"}),
        ("kingdoms rules --game mid", {"middlesea"}),
        ("kingdoms rulings r", {"rivers"}),
        ("kingdoms check game", {"game"}),
    ],
)
def test_tab_offers_what_there_is(typed: str, offers: set[str]) -> None:
    assert offered(typed) >= offers
    assert all(each.lower().startswith(typed.rpartition(" ")[2].lower()) for each in offered(typed))
