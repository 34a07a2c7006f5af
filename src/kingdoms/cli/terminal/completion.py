"""Shell completion of games, bots, rulings and clauses.

Each function takes click's arguments: the context, the parameter, and the incomplete input.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from click import Context, Parameter
from click.shell_completion import CompletionItem

from kingdoms import texts
from kingdoms.bots import BOTS, program
from kingdoms.cli.terminal.clauses import all_clauses
from kingdoms.core.errors import UnknownGame
from kingdoms.core.game import Game
from kingdoms.core.registry import game_class, game_names

LONGEST_HELP = 60
"""The most characters of help shown with a completion."""


def games(_ctx: Context, _param: Parameter, typed: str) -> list[CompletionItem]:
    """Complete the names of games."""
    return _offers(typed, ((name, game_class(name).title) for name in game_names()))


def bots(ctx: Context, _param: Parameter, typed: str) -> list[CompletionItem]:
    """Complete the bots of the chosen game."""
    return _offers(typed, _bots(ctx, typed))


def seats(ctx: Context, _param: Parameter, typed: str) -> list[CompletionItem]:
    """Complete a comma-separated list of players, each with an optional seat name."""
    before, last = _last_of_list(typed)
    named, equals, spec = last.partition("=") if ":" not in last.partition("=")[0] else ("", "", last)
    beginning = before + (f"{named}=" if equals else "")
    spec = spec if equals else last
    return _offers(spec, [("you", texts.text("terminal.here")), *_bots(ctx, spec)], beginning)


def rulings(ctx: Context, _param: Parameter, typed: str) -> list[CompletionItem]:
    """Complete a comma-separated list of rulings, and their values after the equals sign."""
    before, last = _last_of_list(typed)
    name, equals, value = last.partition("=")
    by_name = {ruling.name: ruling for ruling in (*_game(ctx).known_rulings, *_game(ctx).variants)}
    if not equals:
        return _offers(last, ((f"{ruling.name}=", ruling.about) for ruling in by_name.values()), before)
    values = by_name[name].values if name in by_name else ()
    return _offers(value, ((json.dumps(option).strip('"'), "") for option in values), f"{before}{name}=")


def clauses(ctx: Context, _param: Parameter, typed: str) -> list[CompletionItem]:
    """Complete the clauses of a game's rules."""
    return _offers(
        "", ((name, text) for name, text in all_clauses(_game(ctx)).items() if name.upper().startswith(typed.upper()))
    )


def _game(ctx: Context) -> type[Game]:
    """Return the game named on the command line so far, or the default game."""
    for parameter in ("game", "name"):
        if ctx.params.get(parameter):
            try:
                return game_class(ctx.params[parameter])
            except UnknownGame:
                break
    return game_class(game_names()[0])


def _bots(ctx: Context, typed: str) -> list[tuple[str, str]]:
    """Return bots with their descriptions, and after a colon their parameters."""
    kinds = {kind.name: kind for kind in BOTS.kinds(_game(ctx).name)}
    name, colon, _ = typed.partition(":")
    if colon and name in kinds:
        beginning = typed.rpartition(":")[0]
        return [(f"{beginning}:{parameter}=", about) for parameter, about in BOTS.parameters(kinds[name]).items()]
    return [*((kind.name, kind.about) for kind in kinds.values()), (f"{program.NAME}:", str(program.ABOUT))]


def _last_of_list(typed: str) -> tuple[str, str]:
    """Split a comma-separated list before its last item."""
    before, comma, last = typed.rpartition(",")
    return before + comma, last


def _offers(typed: str, offers: Iterable[tuple[str, str]], beginning: str = "") -> list[CompletionItem]:
    """Return the completions that start with the input, with `beginning` before each."""
    return [
        CompletionItem(beginning + offer, help=about if len(about) <= LONGEST_HELP else f"{about[: LONGEST_HELP - 3]}...")
        for offer, about in offers
        if offer.startswith(typed)
    ]
