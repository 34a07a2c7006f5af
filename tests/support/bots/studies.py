"""Small studies for tests: short games between fast bots, played in this process."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kingdoms.arena.folder import Folder
from kingdoms.arena.playing import line_of, play
from kingdoms.core.registry import load_game
from kingdoms.lab.checking import check_study
from kingdoms.lab.running import StudyFolder
from kingdoms.lab.study import Study, study_of
from tests.support.games.sample_game import limited
from tests.support.games.tested_games import SAMPLE

SWITCHED = next(ruling for ruling in load_game(SAMPLE).known_rulings if len(ruling.values) > 1)
"""A ruling with several values."""


def part(name: str = "equals", **more: Any) -> dict[str, Any]:
    """Return a part with short games."""
    return {"name": name, "players": ["random"], "seats": [2], "games": 12, "rulings": limited(3), **more}


def question(**more: Any) -> dict[str, Any]:
    """Return a question about the part."""
    return {"asks": "Does whoever begins win more?", "part": "equals", "figure": "first", "against": "even", **more}


def study(*parts: dict[str, Any], questions: list[dict[str, Any]] | None = None, **more: Any) -> Study:
    """Return a study with short games."""
    study = study_of(described(*parts, questions=questions, **more))
    check_study(study)
    return study


def described(*parts: dict[str, Any], questions: list[dict[str, Any]] | None = None, **more: Any) -> dict[str, Any]:
    """Return the content of a study's file."""
    facts = {"title": "Try", "game": SAMPLE, "seed": 1, **more}
    return facts | {"parts": list(parts) or [part()], "questions": [] if questions is None else questions}


def play_here(path: Path, study: Study, most: int | None = None) -> None:
    """Play a study without other processes, at most a number of games of each cell."""
    with StudyFolder.play_in(path, study) as studies:
        for cell in study.cells:
            with Folder.play_in(studies.folder(cell), study.plan(cell)) as folder:
                numbers = list(folder.missing())[:most]
                folder.add(*((number, line_of(play(folder.plan, number))) for number in numbers))
                if folder.finished == folder.plan.games:
                    folder.settle()
