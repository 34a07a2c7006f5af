"""`kingdoms bot`: one of our bots as a program, for any host that speaks the protocol."""

from __future__ import annotations

import sys

import click

from kingdoms.bots.speaking import check, speak
from kingdoms.cli.terminal import completion
from kingdoms.core.registry import game_names


@click.command()
@click.argument("spec", metavar="BOT", shell_complete=completion.bots)
def bot(spec: str) -> None:
    """Run BOT, such as greedy (see kingdoms bots), as a program: JSON in, JSON out, one object per line.

    The page on programs describes the protocol. Try it with `kingdoms match "program:kingdoms bot greedy" random`.
    """
    check(spec, game_names())
    speak(spec, sys.stdin.buffer, sys.stdout.buffer)
