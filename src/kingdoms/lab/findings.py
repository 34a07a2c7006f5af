"""The findings of a study, as data: answers to planned questions, and unplanned comparisons."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final

import polars

from kingdoms.arena.measuring import ACTION, EVENT
from kingdoms.core.game import Game
from kingdoms.lab.dataset import CellData, Dataset
from kingdoms.lab.estimates import (
    BENJAMINI_HOCHBERG,
    HOLM,
    ContrastEstimate,
    Estimate,
    Sample,
    contrast_between,
    contrast_with_value,
    correct,
    estimate,
)
from kingdoms.lab.figures import FIGURES, sample, words
from kingdoms.lab.study import EVEN, USUAL, Question
from kingdoms.lab.worth import worth
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
    contrast: ContrastEstimate | None = None
    question: Question | None = None
    planned: bool = False

    def to_json(self) -> Facts:
        """Return the finding as JSON data."""
        facts = {} if self.question is None else {"asks": self.question.asks, "planned": self.planned}
        return {
            **facts,
            **conditions(self.data),
            "figure": self.figure,
            "about": words(self.figure, self.data.plan.rules),
            "value": self.value.to_json(),
            "against": self.against,
            "difference": None if self.contrast is None else self.contrast.to_json(),
        }


def conditions(data: CellData) -> Facts:
    """Return the conditions of a cell as JSON data."""
    cell = data.cell
    return {"part": cell.part.name, "players": list(cell.part.players), "seats": cell.seats, "switched": cell.rulings_text}


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
        self.seats = [finding for data in dataset.plain if data.is_even for finding in self._seats(data)]
        self.bots = [finding for data in dataset.plain if not data.is_even for finding in self._bots(data)]
        self.rulings = list(self._rulings())
        self.worths = [(data, worth(data)) for data in dataset.plain if data.is_even]
        self._correct()

    @property
    def game(self) -> Game:
        """The game, at any number of seats."""
        return next(iter(self.dataset.cells.values())).plan.rules

    @cached_property
    def comparison_count(self) -> int:
        """The number of unplanned comparisons."""
        count = sum(finding.contrast is not None and not finding.planned for finding in self._findings())
        return count + sum(len(regression.worths) for _, regression in self.worths)

    def _findings(self) -> list[Finding]:
        return [*self.questions, *self.seats, *self.bots, *self.rulings]

    def _correct(self) -> None:
        """Correct planned comparisons for their number, and unplanned ones for theirs."""
        planned = [finding for finding in self._findings() if finding.planned and finding.contrast is not None]
        unplanned = [finding for finding in self._findings() if not finding.planned and finding.contrast is not None]
        right = correct([finding.contrast for finding in planned if finding.contrast], HOLM)
        for finding, contrast in zip(planned, right, strict=True):
            finding.contrast = contrast
        holdings = [holding for _, regression in self.worths for holding in regression.worths]
        contrasts = [finding.contrast for finding in unplanned if finding.contrast] + [holding.one_more for holding in holdings]
        right = correct(contrasts, BENJAMINI_HOCHBERG)
        for finding, contrast in zip(unplanned, right[: len(unplanned)], strict=True):
            finding.contrast = contrast
        left = iter(right[len(unplanned) :])
        self.worths = [
            (data, replace(regression, worths=[replace(holding, one_more=next(left)) for holding in regression.worths]))
            for data, regression in self.worths
        ]

    # -- questions ------------------------------------------------------------------------------------------------------

    def _answers(self) -> Iterator[Finding]:
        for entry in self.dataset.folder.questions:
            question = entry.question
            for cell in self.dataset.study.cells_of(question.part, question.seats):
                data = self.dataset.of(cell)
                is_compared = bool(cell.changed) if question.against == USUAL else not cell.changed
                if data is not None and is_compared and (finding := self._answer(question, data)) is not None:
                    finding.question, finding.planned = question, entry.after == 0
                    yield finding

    def _answer(self, question: Question, data: CellData) -> Finding | None:
        counted, against = sample(data, question.figure), question.against
        if against is None:
            return _finding(data, question.figure, counted, "", None)
        if isinstance(against, float) or against == EVEN:
            value = 1 / data.cell.seats if isinstance(against, str) else against
            reference = f"{text('lab.even_share')}, {value:.4g}" if against == EVEN else f"{value:.4g}"
            return _finding(data, question.figure, counted, reference, contrast_with_value(counted, value))
        for cell in self.dataset.study.cells_of(data.cell.part.name if against == USUAL else against, (data.cell.seats,)):
            reference_data = self.dataset.of(cell)
            if not cell.changed and reference_data is not None:
                reference = text("lab.usual_rulings") if against == USUAL else str(against)
                against_it = sample(reference_data, question.figure)
                return _finding(data, question.figure, counted, reference, contrast_between(counted, against_it))
        return None

    # -- comparisons in all cells ---------------------------------------------------------------------------------------

    def _seats(self, data: CellData) -> Iterator[Finding]:
        for figure in ("first", *(f"seat:{seat}" for seat in data.plan.seats)):
            yield from self._compare_with_even(data, figure)

    def _bots(self, data: CellData) -> Iterator[Finding]:
        for bot in data.plan.bots:
            yield from self._compare_with_even(data, f"share:{bot}")

    def _compare_with_even(self, data: CellData, figure: str) -> Iterator[Finding]:
        even, counted = 1 / data.cell.seats, sample(data, figure)
        finding = _finding(data, figure, counted, f"{text('lab.even_share')}, {even:.4g}", contrast_with_value(counted, even))
        if finding is not None:
            yield finding

    def _rulings(self) -> Iterator[Finding]:
        for data in self.dataset.cells.values():
            usual = data.usual
            if usual is None:
                continue
            for figure in self._figures(data, usual):
                counted = sample(data, figure)
                finding = _finding(
                    data, figure, counted, text("lab.usual_rulings"), contrast_between(counted, sample(usual, figure))
                )
                if finding is not None:
                    yield finding

    @staticmethod
    def _figures(data: CellData, usual: CellData) -> list[str]:
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
            **conditions(data),
            "reasons": [{"reason": reason, **_estimate_json(data, f"ended:{reason}")} for reason in reasons],
            "rounds": _estimate_json(data, "rounds"),
            "actions": _estimate_json(data, "actions"),
            "by_round": self._finished_shares(data),
        }

    @staticmethod
    def _finished_shares(data: CellData) -> list[Facts]:
        """Return the share of games that are over after each round."""
        lengths = data.rounds.filter("last").group_by("number").agg(polars.col("round").max())["round"]
        counts = dict(lengths.value_counts().iter_rows())
        over, shares = 0, []
        for number in range(1, max(counts, default=0) + 1):
            over += counts.get(number, 0)
            shares.append({"round": number, "over": round(over / max(1, lengths.len()), 4)})
        return shares

    def course(self, data: CellData) -> Facts:
        """Return the course of games as JSON data: leaders, deciding rounds, and the calibration of chances."""
        leaders = []
        for number in range(1, EARLY + 1):
            value = estimate(sample(data, f"leader:{number}"))
            if value is not None:
                rows = data.rounds.filter((polars.col("round") == number) & ~polars.col("last") & polars.col("ahead"))
                leaders.append({"round": number, **value.to_json(), "games": rows.height})
        calibration = data.calibration
        return {
            **conditions(data),
            "lead_changes": _estimate_json(data, "lead_changes"),
            "decided": _estimate_json(data, "decided"),
            "decided_at": _estimate_json(data, "decided_at"),
            "leaders": leaders,
            "calibration": {"slope": round(calibration.slope, 3), "rows": calibration.rows, "table": calibration.table},
        }

    def uses(self, data: CellData) -> list[Facts]:
        """Return how often each kind of action and event occurs, as JSON data."""
        descriptions = {
            ACTION: data.plan.rules.action_kinds,
            EVENT: {k: v.about for k, v in data.plan.rules.event_kinds.items()},
        }
        totals = data.uses.group_by("what", "kind").agg(polars.col("offered").sum(), polars.col("times").sum())
        rows = []
        for category, kind, offered, times in totals.sort("what", "kind").iter_rows():
            ever, often = ("used", "uses") if category == ACTION else ("happened", "happens")
            rows.append(
                {
                    **conditions(data),
                    "what": category,
                    "kind": kind,
                    "about": descriptions[category].get(kind, ""),
                    "games_with": _estimate_json(data, f"{ever}:{kind}"),
                    "a_game": _estimate_json(data, f"{often}:{kind}"),
                    "when_offered": round(times / offered, 4) if offered else None,
                }
            )
        return rows

    def to_json(self) -> Facts:
        """Return all findings as JSON data."""
        study, dataset = self.dataset.study, self.dataset
        return {
            "title": study.title,
            "game": study.game,
            "seed": study.seed,
            "games": sum(data.number for data in dataset.cells.values()),
            "planned_games": study.games,
            "failures": sum(data.failures for data in dataset.cells.values()),
            "versions": sorted({version for data in dataset.cells.values() for version in data.versions}),
            "compared_afterwards": self.comparison_count,
            "cells": [
                {
                    **conditions(data),
                    "rulings": dict(data.plan.rulings),
                    "games": data.number,
                    "openings": data.games["opening"].n_unique(),
                }
                for data in dataset.cells.values()
            ],
            "questions": [finding.to_json() for finding in self.questions],
            "seats": [finding.to_json() for finding in self.seats],
            "bots": [finding.to_json() for finding in self.bots],
            "rulings": [finding.to_json() for finding in self.rulings],
            "ends": [self.ends(data) for data in dataset.plain],
            "course": [self.course(data) for data in dataset.plain],
            "worth": [
                {
                    **conditions(data),
                    "after_round": regression.round,
                    "games": regression.games,
                    "worth": [holding.to_json() for holding in regression.worths],
                    "left_out": regression.left_out,
                }
                for data, regression in self.worths
            ],
            "uses": [row for data in dataset.plain for row in self.uses(data)],
        }


def _finding(data: CellData, figure: str, counted: Sample, against: str, contrast: ContrastEstimate | None) -> Finding | None:
    value = estimate(counted)
    return None if value is None else Finding(data, figure, value, against, contrast)


def _estimate_json(data: CellData, figure: str) -> Facts:
    assert figure.partition(":")[0] in FIGURES
    value = estimate(sample(data, figure))
    return {} if value is None else value.to_json()
