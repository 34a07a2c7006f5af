"""`kingdoms rules`, `kingdoms rulings`, `kingdoms variants` and `kingdoms bots`: reference lists."""

from __future__ import annotations

import json
from collections.abc import Sequence

import click
from rich.text import Text

from kingdoms import texts
from kingdoms.bots import BOTS, program
from kingdoms.bots.registry import SLIPS, WITHOUT
from kingdoms.cli.terminal import completion
from kingdoms.cli.terminal.clauses import find_clauses, print_clauses
from kingdoms.cli.terminal.console import make_console
from kingdoms.core.registry import game_class, game_names
from kingdoms.core.rulings import Ruling


@click.command()
@click.argument("words", metavar="[WANTED]...", nargs=-1, shell_complete=completion.clauses)
@click.option(
    "--game", default=game_names()[0], show_default=True, shell_complete=completion.games, help="The game whose rules to print."
)
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object of clause ids and texts.")
def rules(words: tuple[str, ...], game: str, as_json: bool) -> None:
    """Print the rules: all of them, the clauses WANTED (such as FT-4 or AMB-73), or all clauses with the words WANTED."""
    rules_of = game_class(game)
    matches = find_clauses(rules_of, words)
    if as_json:
        click.echo(json.dumps(matches, ensure_ascii=False, indent=1))
        return
    console = make_console()
    titles = {name: title for title, clauses in rules_of.chapters.items() for name in clauses}
    for title in dict.fromkeys(titles[name] for name in matches):
        console.print(Text(title, "bold"))
        print_clauses(console, {name: text for name, text in matches.items() if titles[name] == title})


@click.command()
@click.argument("game", default=game_names()[0], shell_complete=completion.games)
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list.")
def rulings(game: str, as_json: bool) -> None:
    """Print the rulings of GAME: open points of its rules, to be decided for each game."""
    _print_rulings(game_class(game).known_rulings, as_json)


@click.command()
@click.argument("game", default=game_names()[0], shell_complete=completion.games)
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list.")
def variants(game: str, as_json: bool) -> None:
    """Print the variants of GAME: our own changes to its rules, also chosen with --rulings."""
    ruling_list = game_class(game).variants
    if not ruling_list and not as_json:
        click.echo(texts.text("command.no_variants", game=game_class(game).title))
    _print_rulings(ruling_list, as_json)


def _print_rulings(ruling_list: Sequence[Ruling], as_json: bool) -> None:
    if as_json:
        entries = [
            {"name": r.name, "values": list(r.values), "counts": r.counts, "clauses": r.clauses, "about": r.about}
            for r in ruling_list
        ]
        click.echo(json.dumps(entries, indent=1))
        return
    console = make_console()
    for ruling in ruling_list:
        line = Text(ruling.name, "bold")
        line.append(f" = {ruling.choices()}", "not bold")
        line.append(f"  ({ruling.clauses})", "dim")
        console.print(line)
        console.print(Text("    " + ruling.about))


@click.command()
@click.argument("game", default="", shell_complete=completion.games)
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list.")
def bots(game: str, as_json: bool) -> None:
    """List the bots that can take a seat in GAME; without GAME, those of all games."""
    bot_kinds = BOTS.kinds(game_class(game).name) if game else BOTS.by_game()
    if as_json:
        kinds = [
            {"name": k.name, "title": k.called, "games": list(k.games), "about": k.about, "parameters": BOTS.parameters(k)}
            for k in bot_kinds
        ]
        program_kind = {"name": program.NAME, "title": program.NAME.capitalize(), "games": []}
        kinds.append(program_kind | {"about": str(program.ABOUT), "parameters": dict(program.PARAMETERS)})
        click.echo(json.dumps(kinds, indent=1))
        return
    console = make_console()
    for kind in bot_kinds:
        games = f"  ({', '.join(kind.games)})" if kind.games else ""
        about = kind.about if kind.called == kind.name.capitalize() else f"{kind.called}: {kind.about}"
        console.print(Text.assemble((kind.name, "bold"), f"  {about}", (games, "dim")))
        for name, meaning in kind.parameters.items():
            console.print(Text(f"    :{name}=...  {meaning}"))
    console.print(Text.assemble((f"{program.NAME}:COMMAND", "bold"), f"  {program.ABOUT}"))
    console.print(Text(f"    :seconds=...:COMMAND  {program.PARAMETERS['seconds']}"))
    for name, meaning in (SLIPS | WITHOUT).items():
        console.print(Text(texts.text("command.parameter", name=name, meaning=meaning)))
