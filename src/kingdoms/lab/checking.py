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
        known = ", ".join(studies)
        raise LabError(f"{path} cannot be read: there is no such file, nor a study of this name; there are {known}")
    try:
        data = tomllib.loads(read_text(path))
    except OSError as error:
        raise LabError(f"{path} cannot be read: {error.strerror or error}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise LabError(f"{path} is not TOML: {error}") from None
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
        raise LabError(f"the study has {len(study.cells):,} cells: at most {MOST_CELLS:,} are played")
    for cell in study.cells:
        try:
            study.plan(cell).check()
        except KingdomsError as error:
            raise LabError(f"part {quoted(cell.part.name)}, {cell.seats} seats: {error}") from None
    for question in study.questions:
        check_question(study, question)


def check_question(study: Study, question: Question) -> None:
    """Check that the games of a study can answer a question.

    Raises:
        LabError: the part, figure or argument is unknown, or the comparison does not fit.
    """
    where = f"question {quoted(question.asks)}"
    part = study.part(question.part)
    kind, colon, what = question.figure.partition(":")
    from kingdoms.lab.figures import FIGURES  # noqa: PLC0415  takes seconds, which a mistake in a name need not wait for

    if kind not in FIGURES:
        names = [name + (f":{each.takes.upper()}" if each.takes else "") for name, each in FIGURES.items()]
        raise LabError(
            f"{where}: there is no figure {quoted(kind)}{suggest(kind, FIGURES)}; the figures are {', '.join(names)}"
        )
    figure = FIGURES[kind]
    if bool(figure.takes) != bool(colon and what):
        raise LabError(
            f"{where}: write {kind}{':' + figure.takes.upper() if figure.takes else ''}, not {quoted(question.figure)}"
        )
    for seats in question.seats:
        if seats not in part.seats:
            raise LabError(f"{where}: part {quoted(part.name)} is not played by {seats}")
    for cell in study.cells_of(question.part, question.seats):
        plan = study.plan(cell)
        known = _known(plan.rules, figure.takes, list(plan.bots))
        if known is not None and what not in known:
            raise LabError(
                f"{where}: there is no {figure.takes} {quoted(what)}{suggest(what, known)}; there is {', '.join(known)}"
            )
        if figure.takes == "round" and not (what.isdecimal() and int(what) > 0):
            raise LabError(f"{where}: the round must be a whole number from 1, not {quoted(what)}")
    against = question.against
    if against == EVEN and not figure.even:
        raise LabError(f"{where}: {kind} is no win share: compare it with a number, another part or the usual rulings")
    if against == USUAL and not part.switched:
        raise LabError(f"{where}: part {quoted(part.name)} switches no rulings")
    if isinstance(against, str) and against not in (EVEN, USUAL):
        other = study.part(against)
        if not set(question.seats or part.seats) & set(other.seats):
            raise LabError(f"{where}: parts {quoted(part.name)} and {quoted(other.name)} have no number of seats in common")


def _known(game: Game, takes: str, bots: list[str]) -> list[str] | None:
    """Return the arguments that are possible after the colon, None if they are not a fixed list."""
    return {
        "seat": list(game.seats),
        "bot": bots,
        "column": list(game.measures().columns),
        "event": list(game.event_kinds) or None,
    }.get(takes)
