"""The findings of a study, as data: answers to planned questions, and unplanned comparisons."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import polars

from kingdoms.arena.measuring import ACTION, EVENT
from kingdoms.core.game import Game
from kingdoms.lab.dataset import CellData, Dataset
from kingdoms.lab.estimates import (
    BENJAMINI_HOCHBERG,
    HOLM,
    Contrast,
    Estimate,
    Sample,
    against_value,
    between,
    corrected,
    estimate,
)
from kingdoms.lab.figures import FIGURES, expected, sample, words
from kingdoms.lab.study import EVEN, USUAL, Question
from kingdoms.lab.worth import Regression, Worth, worth
from kingdoms.texts import text

EARLY: Final = 8
"""The last round after which to report how often the leader wins."""
RARE: Final = 0.005
"""Reasons for a game's end in a smaller share of games are not compared between rulings."""

Facts = dict[str, Any]


@dataclass
class Finding:
    """A figure, and its difference from a reference.

    Attributes:
        data: the games.
        figure: the name of the figure.
        value: its value.
        against: the reference, for people; empty if there is none.
        contrast: the difference from the reference, None if there is none.
        question: the question it answers, None for an unplanned comparison.
        planned: whether the question was asked before any game was played.
    """

    data: CellData
    figure: str
    value: Estimate
    against: str = ""
    contrast: Contrast | None = None
    question: Question | None = None
    planned: bool = False

    def to_json(self) -> Facts:
        """Return the finding as JSON data."""
        asked = {} if self.question is None else {"asks": self.question.asks, "planned": self.planned}
        return {
            **asked,
            **described(self.data),
            "figure": self.figure,
            "about": words(self.figure, self.data.plan.rules),
            "value": self.value.to_json(),
            "against": self.against,
            "difference": None if self.contrast is None else self.contrast.to_json(),
        }


def described(data: CellData) -> Facts:
    """Return the conditions of a cell as JSON data."""
    cell = data.cell
    return {"part": cell.part.name, "players": list(cell.part.players), "seats": cell.seats, "switched": cell.switched}


class Findings:
    """All findings of a study.

    Args:
        dataset: the games.

    Attributes:
        questions: the answers to the questions.
        seats: the results of each seat, and of the seat that begins, in games of a bot with itself.
        bots: the results of bots against each other.
        rulings: the effects of switched rulings.
        worths: the worth of holdings, by cell.
    """

    def __init__(self, dataset: Dataset) -> None:
        self.dataset = dataset
        self.questions = list(self._answers())
        self.seats = [found for data in dataset.plain if data.is_even for found in self._seats(data)]
        self.bots = [found for data in dataset.plain if not data.is_even for found in self._bots(data)]
        self.rulings = list(self._rulings())
        self.worths = [(data, worth(data)) for data in dataset.plain if data.is_even]
        self._correct()

    @property
    def game(self) -> Game:
        """The game, at any number of seats."""
        return next(iter(self.dataset.cells.values())).plan.rules

    @cached_property
    def compared(self) -> int:
        """The number of unplanned comparisons."""
        found = sum(each.contrast is not None and not each.planned for each in self._all())
        return found + sum(len(regression.worths) for _, regression in self.worths)

    def _all(self) -> list[Finding]:
        return [*self.questions, *self.seats, *self.bots, *self.rulings]

    def _correct(self) -> None:
        """Correct planned comparisons for their number, and unplanned ones for theirs."""
        planned = [each for each in self._all() if each.planned and each.contrast is not None]
        others = [each for each in self._all() if not each.planned and each.contrast is not None]
        for found, contrast in zip(planned, corrected([each.contrast for each in planned if each.contrast], HOLM)):
            found.contrast = contrast
        worths = [each for _, regression in self.worths for each in regression.worths]
        contrasts = [each.contrast for each in others if each.contrast] + [each.one_more for each in worths]
        right = corrected(contrasts, BENJAMINI_HOCHBERG)
        for found, contrast in zip(others, right[: len(others)], strict=True):
            found.contrast = contrast
        left = iter(right[len(others) :])
        self.worths = [
            (
                data,
                Regression(
                    each.round,
                    each.games,
                    [Worth(one.column, one.about, next(left), one.usual) for one in each.worths],
                    each.left_out,
                ),
            )
            for data, each in self.worths
        ]

    # -- questions ------------------------------------------------------------------------------------------------------

    def _answers(self) -> Iterator[Finding]:
        """Yield the answers to all questions."""
        for asked in self.dataset.folder.asked:
            question = asked.question
            for cell in self.dataset.study.cells_of(question.part, question.seats):
                data = self.dataset.of(cell)
                is_compared = bool(cell.changed) if question.against == USUAL else not cell.changed
                if data is not None and is_compared and (found := self._answer(question, data)) is not None:
                    found.question, found.planned = question, asked.after == 0
                    yield found

    def _answer(self, question: Question, data: CellData) -> Finding | None:
        """Return the answer that a cell's games give to a question, None if they cannot answer it."""
        counted, against = sample(data, question.figure), question.against
        if against is None:
            return _compared(data, question.figure, counted, "", None)
        if isinstance(against, float) or against == EVEN:
            value = expected(data.cell.seats) if isinstance(against, str) else against
            reference = f"{text('lab.even_share')}, {value:.4g}" if against == EVEN else f"{value:.4g}"
            return _compared(data, question.figure, counted, reference, against_value(counted, value))
        for cell in self.dataset.study.cells_of(data.cell.part.name if against == USUAL else against, (data.cell.seats,)):
            other = self.dataset.of(cell)
            if not cell.changed and other is not None:
                reference = text("lab.usual_rulings") if against == USUAL else str(against)
                against_it = sample(other, question.figure)
                return _compared(data, question.figure, counted, reference, between(counted, against_it))
        return None

    # -- comparisons in all cells ---------------------------------------------------------------------------------------

    def _seats(self, data: CellData) -> Iterator[Finding]:
        """Yield the results of the seat that begins, and of each seat."""
        for figure in ("first", *(f"seat:{seat}" for seat in data.plan.seats)):
            yield from self._against_even(data, figure)

    def _bots(self, data: CellData) -> Iterator[Finding]:
        """Yield the results of each bot."""
        for bot in data.plan.bots:
            yield from self._against_even(data, f"share:{bot}")

    def _against_even(self, data: CellData, figure: str) -> Iterator[Finding]:
        even, counted = expected(data.cell.seats), sample(data, figure)
        found = _compared(data, figure, counted, f"{text('lab.even_share')}, {even:.4g}", against_value(counted, even))
        if found is not None:
            yield found

    def _rulings(self) -> Iterator[Finding]:
        """Yield the effects of each switched ruling."""
        for data in self.dataset.cells.values():
            usual = data.usual
            if usual is None:
                continue
            for figure in self._figures(data, usual):
                one = sample(data, figure)
                found = _compared(data, figure, one, text("lab.usual_rulings"), between(one, sample(usual, figure)))
                if found is not None:
                    yield found

    @staticmethod
    def _figures(data: CellData, usual: CellData) -> list[str]:
        """Return the figures to compare between rulings."""
        reasons = polars.concat([data.games["reason"], usual.games["reason"]])
        counts = reasons.value_counts(sort=True)
        often = counts.filter(polars.col("count") >= RARE * reasons.len())["reason"].to_list()
        skill = [] if data.is_even else [f"share:{next(iter(data.plan.bots))}"]
        return ["rounds", *(f"ended:{reason}" for reason in often), "first", *skill, "lead_changes", "decided_at"]

    # -- descriptive figures --------------------------------------------------------------------------------------------

    def ends(self, data: CellData) -> Facts:
        """Return how games ended and how long they took, as JSON data."""
        reasons = data.games["reason"].value_counts(sort=True)["reason"].to_list()
        return {
            **described(data),
            "reasons": [{"reason": reason, **_estimate_json(data, f"ended:{reason}")} for reason in reasons],
            "rounds": _estimate_json(data, "rounds"),
            "actions": _estimate_json(data, "actions"),
            "by_round": self._over(data),
        }

    @staticmethod
    def _over(data: CellData) -> list[Facts]:
        """Return the share of games that are over after each round."""
        lengths = data.rounds.filter("last").group_by("number").agg(polars.col("round").max())["round"]
        counts = dict(lengths.value_counts().iter_rows())
        over, found = 0, []
        for number in range(1, max(counts, default=0) + 1):
            over += counts.get(number, 0)
            found.append({"round": number, "over": round(over / max(1, lengths.len()), 4)})
        return found

    def course(self, data: CellData) -> Facts:
        """Return the course of games as JSON data: leaders, deciding rounds, and the calibration of chances."""
        leaders = []
        for number in range(1, EARLY + 1):
            found = estimate(sample(data, f"leader:{number}"))
            if found is not None:
                there = data.rounds.filter((polars.col("round") == number) & ~polars.col("last") & polars.col("ahead"))
                leaders.append({"round": number, **found.to_json(), "games": there.height})
        calibration = data.calibration
        return {
            **described(data),
            "lead_changes": _estimate_json(data, "lead_changes"),
            "decided": _estimate_json(data, "decided"),
            "decided_at": _estimate_json(data, "decided_at"),
            "leaders": leaders,
            "calibration": {"slope": round(calibration.slope, 3), "rows": calibration.rows, "table": calibration.table},
        }

    def uses(self, data: CellData) -> list[Facts]:
        """Return how often each kind of action and event occurs, as JSON data."""
        known = {ACTION: data.plan.rules.action_kinds, EVENT: {k: v.about for k, v in data.plan.rules.event_kinds.items()}}
        totals = data.uses.group_by("what", "kind").agg(polars.col("offered").sum(), polars.col("times").sum())
        found = []
        for what, kind, offered, times in totals.sort("what", "kind").iter_rows():
            ever, often = ("used", "uses") if what == ACTION else ("happened", "happens")
            found.append(
                {
                    **described(data),
                    "what": what,
                    "kind": kind,
                    "about": known[what].get(kind, ""),
                    "games_with": _estimate_json(data, f"{ever}:{kind}"),
                    "a_game": _estimate_json(data, f"{often}:{kind}"),
                    "when_offered": round(times / offered, 4) if offered else None,
                }
            )
        return found

    def to_json(self) -> Facts:
        """Return all findings as JSON data."""
        study, data = self.dataset.study, self.dataset
        return {
            "title": study.title,
            "game": study.game,
            "seed": study.seed,
            "games": sum(each.number for each in data.cells.values()),
            "planned_games": study.games,
            "failures": sum(each.failures for each in data.cells.values()),
            "versions": sorted({version for each in data.cells.values() for version in each.versions}),
            "compared_afterwards": self.compared,
            "cells": [
                {
                    **described(each),
                    "rulings": dict(each.plan.rulings),
                    "games": each.number,
                    "openings": each.games["opening"].n_unique(),
                }
                for each in data.cells.values()
            ],
            "questions": [each.to_json() for each in self.questions],
            "seats": [each.to_json() for each in self.seats],
            "bots": [each.to_json() for each in self.bots],
            "rulings": [each.to_json() for each in self.rulings],
            "ends": [self.ends(each) for each in data.plain],
            "course": [self.course(each) for each in data.plain],
            "worth": [
                {
                    **described(each),
                    "after_round": found.round,
                    "games": found.games,
                    "worth": [one.to_json() for one in found.worths],
                    "left_out": found.left_out,
                }
                for each, found in self.worths
            ],
            "uses": [row for each in data.plain for row in self.uses(each)],
        }


def _compared(data: CellData, figure: str, counted: Sample, against: str, contrast: Contrast | None) -> Finding | None:
    """Return a figure with its contrast, None if the sample is empty."""
    value = estimate(counted)
    return None if value is None else Finding(data, figure, value, against, contrast)


def _estimate_json(data: CellData, figure: str) -> Facts:
    """Return a figure and its interval as JSON data."""
    assert figure.partition(":")[0] in FIGURES
    found = estimate(sample(data, figure))
    return {} if found is None else found.to_json()
