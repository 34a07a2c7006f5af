"""Plays a study: its cells one after the other, each as an arena, in a folder that survives interruptions."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from kingdoms.arena.errors import write_error
from kingdoms.arena.folder import Folder, folder_lock
from kingdoms.arena.running import run as run_arena
from kingdoms.core.errors import KingdomsError, cut
from kingdoms.files import write_atomic
from kingdoms.lab.study import LabError, Question, Study, StudyCell, study_of
from kingdoms.texts import text

STUDY: Final = "study.json"
CELLS: Final = "cells"


@dataclass(frozen=True)
class AddedQuestion:
    """A question, and the number of games that were finished when it was added.

    Attributes:
        question: the question.
        after: the number of games; 0 if the question was planned before any game was played.
    """

    question: Question
    after: int


class StudyFolder:
    """The folder of a study and its games.

    Args:
        path: the folder.
        study: the study.
        questions: its questions, including those of earlier versions of the study.
    """

    def __init__(self, path: Path, study: Study, questions: Sequence[AddedQuestion]) -> None:
        self.path = path
        self.study = study
        self.questions = list(questions)

    @classmethod
    @contextlib.contextmanager
    def play_in(cls, path: Path, study: Study) -> Iterator[StudyFolder]:
        """Open a folder for playing, new or with games of the same study, and lock it.

        Raises:
            KingdomsError: the folder cannot be written, holds something else, or is locked by another process.
        """
        with folder_lock(path, "study", STUDY, LabError) as begun:
            old = cls.read(path) if begun else None
            if old is not None and (different := differences(old.study, study)):
                raise LabError(text("study.other_study", path=path, different=different))
            folder = cls(path, study, [] if old is None else old.questions)
            folder._ask()
            try:
                write_atomic(path / STUDY, (json.dumps(folder.to_json(), indent=1) + "\n").encode())
            except OSError as error:
                raise write_error(path, error) from None
            yield folder

    @classmethod
    def read(cls, path: Path) -> StudyFolder:
        """Open a folder for reading.

        Raises:
            LabError: the folder does not exist, or holds no study.
        """
        file = path / STUDY
        if not file.is_file():
            raise LabError(text("study.no_folder", path=path, study=STUDY))
        try:
            data = json.loads(file.read_bytes())
            study = study_of(data["study"])
            questions = [
                AddedQuestion(
                    Question(**{**entry["question"], "seats": tuple(entry["question"]["seats"])}), int(entry["after"])
                )
                for entry in data["asked"]
            ]
        except OSError as error:
            raise LabError(text("study.cannot_read", file=file, reason=error.strerror)) from None
        except KingdomsError as error:
            raise LabError(text("study.not_readable", file=file, error=error)) from None
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise LabError(text("study.not_a_study", file=file)) from None
        return cls(path, study, questions)

    def to_json(self) -> dict[str, Any]:
        """Return the study and its questions as JSON data."""
        return {"study": self.study.to_json(), "asked": [asdict(entry) for entry in self.questions]}

    def folder(self, cell: StudyCell) -> Path:
        """Return the folder of a cell's games."""
        return self.path / CELLS / cell.name

    def finished_games(self, cell: StudyCell) -> int:
        """Return the number of finished games in a cell.

        Raises:
            KingdomsError: the cell's folder holds something else.
        """
        path = self.folder(cell)
        return Folder.read(path).finished if path.exists() and any(path.iterdir()) else 0

    def _ask(self) -> None:
        """Add new questions, with the number of games finished so far."""
        old_questions = [entry.question for entry in self.questions]
        new = [question for question in self.study.questions if question not in old_questions]
        if new:
            count = sum(self.finished_games(cell) for cell in self.study.cells)
            self.questions += [AddedQuestion(question, count) for question in new]


def run(folder: StudyFolder, workers: int, stop: threading.Event, finished: Callable[[StudyCell, int], None]) -> None:
    """Play the missing games of a study.

    Args:
        folder: the study's folder.
        workers: the number of worker processes.
        stop: an event that stops the run; finished games are kept.
        finished: callback with a cell and the number of games newly saved in it; called at once with the games already there.

    Raises:
        KingdomsError: the folder cannot be written.
    """
    for cell in folder.study.cells:
        if stop.is_set():
            return
        with Folder.play_in(folder.folder(cell), folder.study.plan(cell)) as games:
            finished(cell, games.finished)
            if games.finished < games.plan.games:
                run_arena(games, workers, stop, lambda lines, cell=cell: finished(cell, len(lines)))  # type: ignore[misc]
            if games.finished >= games.plan.games:
                games.settle()


def differences(old: Study, new: Study) -> str:
    """Describe how a study differs from an old one; return "" if it does not.

    Examples:
        >>> from dataclasses import replace
        >>> from kingdoms.lab.study import StudyPart
        >>> old = Study("", "middlesea", 1, (StudyPart("one", ("greedy",), (2,), 10),))
        >>> differences(old, replace(old, seed=2, title="new")), differences(old, old)
        ('seed is 1, not 2', '')
    """
    old_identity, new_identity = old.identity, new.identity
    changes = [
        f"{key} is {cut(str(old_identity[key]), 60)}, not {cut(str(new_identity[key]), 60)}"
        for key in old_identity
        if key != "parts" and old_identity[key] != new_identity[key]
    ]
    before, after = ({part["name"]: part for part in identity["parts"]} for identity in (old_identity, new_identity))
    changes += [
        f"part {name} is {'gone' if name not in after else 'new' if name not in before else 'different'}"
        for name in dict.fromkeys([*before, *after])
        if before.get(name) != after.get(name)
    ]
    return "; ".join(changes)
