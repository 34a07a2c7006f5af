"""`kingdoms texts`: the catalogues of a language, for translators."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import click

from kingdoms.cli.terminal.console import extra, make_console, say, write_file
from kingdoms.cli.terminal.lazy import CommandGroup
from kingdoms.cli.terminal.options import OLD_FILE, OLD_FOLDER
from kingdoms.texts import plurals, text
from kingdoms.texts.catalogues import catalogue_folders, label_of
from kingdoms.texts.checking import Fault, check_folder

of_folder = click.option(
    "--folder",
    "folders",
    multiple=True,
    type=OLD_FOLDER,
    help="A folder texts of another package, with a folder for each language.  [default: all catalogues of this one]",
)


@click.group(cls=CommandGroup)
def texts() -> None:
    """Check the texts of a language, and exchange them with tools for translators."""


@texts.command()
@click.argument("language")
@of_folder
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object a line, one for each fault.")
def check(language: str, folders: tuple[Path, ...], as_json: bool) -> int:
    """List what is missing or wrong in the texts of LANGUAGE, such as de.

    An entry that is missing is shown in English. The exit code is 0 if nothing is wrong, else 2.
    """
    _check_language(language)
    faults = [fault for folder in folders or catalogue_folders() for fault in check_folder(folder, language)]
    for fault in faults if as_json else ():
        click.echo(json.dumps(_facts(fault), ensure_ascii=False))
    if not as_json:
        _print(faults)
        say(text("command.texts_checked", language=language, n=len(faults)))
    return 2 if faults else 0


@texts.command()
@click.argument("language")
@click.argument("output", type=click.Path())
@of_folder
def export(language: str, output: str, folders: tuple[Path, ...]) -> None:
    """Write the texts of LANGUAGE to OUTPUT, a PO file; those that are missing are empty in it."""
    _check_language(language)
    with extra("translate", "command.texts_extra"):
        from kingdoms.texts.exchange import write_catalogues  # noqa: PLC0415
    write_file(output, write_catalogues(folders or catalogue_folders(), language))
    say(text("command.wrote", path=output))


@texts.command("import")
@click.argument("language")
@click.argument("source", type=OLD_FILE)
@of_folder
def import_(language: str, source: Path, folders: tuple[Path, ...]) -> int:
    """Write the texts of SOURCE, a PO file, into the catalogues of LANGUAGE; those with faults are left out and listed."""
    _check_language(language)
    with extra("translate", "command.texts_extra"):
        from kingdoms.texts.exchange import read_catalogues  # noqa: PLC0415
    try:
        number, faults = read_catalogues(folders or catalogue_folders(), language, source.read_bytes())
    except ValueError as error:
        raise click.ClickException(text("command.texts_no_po", path=source, reason=error)) from None
    _print(faults)
    say(text("command.texts_imported", n=number, language=language))
    return 2 if faults else 0


def _check_language(tag: str) -> None:
    if plurals.rule_of(tag) is None:
        raise click.UsageError(text("command.texts_plural", language=tag))


def _facts(fault: Fault) -> dict[str, str]:
    return {"kind": fault.kind, "file": str(fault.file), "entry": fault.entry, "detail": fault.detail}


def _print(faults: list[Fault]) -> None:
    """Print faults by file; of a file that is missing, its name."""
    console = make_console()
    for file in dict.fromkeys(fault.file for fault in faults):
        console.print(label_of(file), style="bold", soft_wrap=True)
        for fault in faults:
            if fault.file == file:
                about = text("command.texts_fault", kind=fault.kind, detail=fault.detail)
                console.print(f"  {fault.entry}: {about}" if fault.entry else f"  {about}", soft_wrap=True)
    kinds = Counter(fault.kind for fault in faults)
    if len(kinds) > 1:
        console.print(", ".join(f"{kind} {number}" for kind, number in kinds.most_common()), style="dim")
