"""Reads studies from files, and checks that their games can be played and their questions answered."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Final

from kingdoms.core.errors import KingdomsError, quoted, suggest
from kingdoms.core.game import Game
from kingdoms.core.registry import game_class, game_folder, game_names
from kingdoms.files import read_text
from kingdoms.lab.study import EVEN, USUAL, LabError, Question, Study, study_of
from kingdoms.texts import text
from kingdoms.texts.numbers import number

MOST_CELLS: Final = 1_000
STUDIES: Final = "studies"
"""The folder of a game's studies, beside its `game.py`."""
MAIN: Final = "balance"
"""The study that is named like its game."""


def known_studies() -> dict[str, Path]:
    """Return the studies that come with games: their files by name.

    Examples:
        >>> list(known_studies())
        ['middlesea', 'middlesea/rulings', 'middlesea/variants', 'rivers', 'rivers/rulings']
    """
    folders = {name: game_folder(game_class(name)) for name in game_names()}
    return {
        name if path.stem == MAIN else f"{name}/{path.stem}": path
        for name, folder in folders.items()
        if folder is not None
        for path in sorted((folder / STUDIES).glob("*.toml"))
    }


def read_study(path: Path) -> Study:
    """Return a study, validated.

    Args:
        path: a TOML file, or the name of a study that comes with a game.

    Raises:
        LabError: the file cannot be read, or the study cannot be played.
    """
    studies = known_studies()
    if not path.is_file() and path.as_posix() in studies:
        path = studies[path.as_posix()]
    elif not path.exists():
        names = ", ".join(studies)
        raise LabError(text("study.no_study", path=path, known=names))
    try:
        data = tomllib.loads(read_text(path))
    except OSError as error:
        raise LabError(text("study.unreadable", path=path, reason=error.strerror or error)) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise LabError(text("study.no_toml", path=path, error=error)) from None
    try:
        study = study_of(data)
        check_study(study)
    except KingdomsError as error:
        raise LabError(f"{path}: {error}") from None
    return study


def check_study(study: Study) -> None:
    """Validate a study.

    Raises:
        KingdomsError: a cell cannot be played, for example because a bot or ruling is unknown, or a question does not fit the
            games.
    """
    if len(study.cells) > MOST_CELLS:
        raise LabError(text("study.many_cells", cells=number(len(study.cells)), most=number(MOST_CELLS)))
    for cell in study.cells:
        try:
            study.plan(cell).check()
        except KingdomsError as error:
            raise LabError(text("study.cell", part=quoted(cell.part.name), seats=cell.seats, error=error)) from None
    for question in study.questions:
        check_question(study, question)


def check_question(study: Study, question: Question) -> None:
    """Check that the games of a study can answer a question.

    Raises:
        LabError: the part, figure or argument is unknown, or the comparison does not fit.
    """
    location = f"question {quoted(question.asks)}"
    part = study.part(question.part)
    kind, colon, argument = question.figure.partition(":")
    from kingdoms.lab.figures import FIGURES  # noqa: PLC0415  takes seconds, which a mistake in a name need not wait for

    if kind not in FIGURES:
        names = [name + (f":{entry.takes.upper()}" if entry.takes else "") for name, entry in FIGURES.items()]
        raise LabError(
            text("study.no_figure", where=location, kind=quoted(kind), hint=suggest(kind, FIGURES), names=", ".join(names))
        )
    figure = FIGURES[kind]
    if bool(figure.takes) != bool(colon and argument):
        raise LabError(
            text(
                "study.figure_form",
                where=location,
                figure=f"{kind}:{figure.takes.upper()}" if figure.takes else kind,
                value=quoted(question.figure),
            )
        )
    for seats in question.seats:
        if seats not in part.seats:
            raise LabError(text("study.not_played", where=location, name=quoted(part.name), seats=seats))
    for cell in study.cells_of(question.part, question.seats):
        plan = study.plan(cell)
        arguments = _arguments(plan.rules, figure.takes, list(plan.bots))
        if arguments is not None and argument not in arguments:
            raise LabError(
                text(
                    "study.nothing_such",
                    where=location,
                    takes=figure.takes,
                    what=quoted(argument),
                    hint=suggest(argument, arguments),
                    known=", ".join(arguments),
                )
            )
        if figure.takes == "round" and not (argument.isdecimal() and int(argument) > 0):
            raise LabError(text("study.round", where=location, what=quoted(argument)))
    against = question.against
    if against == EVEN and not figure.even:
        raise LabError(text("study.not_even", where=location, kind=kind))
    if against == USUAL and not part.switched:
        raise LabError(text("study.no_rulings", where=location, name=quoted(part.name)))
    if isinstance(against, str) and against not in (EVEN, USUAL):
        reference = study.part(against)
        if not set(question.seats or part.seats) & set(reference.seats):
            raise LabError(text("study.no_seats_shared", where=location, name=quoted(part.name), name_2=quoted(reference.name)))


def _arguments(game: Game, takes: str, bots: list[str]) -> list[str] | None:
    """Return the arguments that are possible after the colon, None if they are not a fixed list."""
    return {
        "seat": list(game.seats),
        "bot": bots,
        "column": list(game.measures().columns),
        "event": list(game.event_kinds) or None,
    }.get(takes)
