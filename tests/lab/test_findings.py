"""The findings of a study, computed again by other means, and its report."""

from __future__ import annotations

import itertools
import json
import re
from pathlib import Path
from statistics import mean
from typing import Any

import polars
import pytest
from statsmodels.stats.multitest import multipletests

from kingdoms.core.errors import KingdomsError
from kingdoms.lab.dataset import Dataset
from kingdoms.lab.estimates import estimate
from kingdoms.lab.figures import sample
from kingdoms.lab.findings import Findings
from kingdoms.lab.page import page
from kingdoms.lab.report import findings, write_report
from kingdoms.lab.worth import worth
from tests.support.bots.studies import SWITCHED, part, play_here, question, study

Facts = dict[str, Any]


@pytest.fixture(scope="module")
def study_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A study of everything, in few games."""
    path = tmp_path_factory.mktemp("lab") / "study"
    questions = [
        question(),
        question(asks="Is it longer?", part="rulings", figure="rounds", against="usual"),
        question(asks="Are they alike?", figure="rounds", against="mixed"),
        question(asks="How long?", figure="actions"),
        question(asks="Does greedy win?", part="mixed", figure="share:greedy"),
    ]
    del questions[3]["against"]
    play_here(
        path,
        study(
            part(games=16, seats=[2, 3]),
            part("mixed", players=["greedy", "random"], games=16),
            part("rulings", games=12, switched={SWITCHED.name: [SWITCHED.values[1]]}),
            questions=questions,
        ),
    )
    return path


@pytest.fixture(scope="module")
def results(study_path: Path) -> Findings:
    return findings(study_path)


def test_figures_count_as_described(study_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = next(iter(Dataset(study_path).cells.values()))
    rows = data.games.to_dicts()
    seat = data.plan.seats[0]

    def value(name: str) -> float:
        counted = estimate(sample(data, name))
        assert counted is not None
        return counted.value

    assert value("rounds") == pytest.approx(mean(row["rounds"] for row in rows))
    with monkeypatch.context() as without:
        without.setattr(data, "games", data.games.with_columns(rounds=polars.lit(None, polars.Int64)))
        assert value("rounds") == pytest.approx(mean(row["rounds"] for row in rows)), "counted by what was measured"
    assert value("actions") == pytest.approx(mean(row["actions"] for row in rows))
    assert value(f"seat:{seat}") == pytest.approx(mean(row["shares"][0] for row in rows))
    reason = rows[0]["reason"]
    assert value(f"ended:{reason}") == pytest.approx(mean(row["reason"] == reason for row in rows))
    first = {row["number"]: row["seat"] for row in data.rounds.filter("first").to_dicts()}
    assert value("first") == pytest.approx(mean(row["shares"][row["seats"].index(first[row["number"]])] for row in rows))
    column = next(iter(data.plan.rules.measures().columns))
    ends = data.rounds.filter("last").to_dicts()
    assert value(f"at_end:{column}") == pytest.approx(mean(row[column] for row in ends))
    kind = data.uses.filter(polars.col("what") == "action")["kind"][0]
    times = data.uses.filter((polars.col("what") == "action") & (polars.col("kind") == kind))
    assert value(f"uses:{kind}") == pytest.approx(times["times"].sum() / len(rows))
    assert value(f"used:{kind}") == pytest.approx(times.filter(polars.col("times") > 0)["number"].n_unique() / len(rows))


def test_leads_and_decisions_are_found_round_by_round(study_path: Path) -> None:
    data = next(iter(Dataset(study_path).cells.values()))
    changes: list[int] = []
    for _, game in data.rounds.group_by("number"):
        ahead = []
        for _, now in game.sort("round").group_by("round", maintain_order=True):
            best = now["score"].max()
            leaders = now.filter(polars.col("score") == best)["seat"].to_list()
            ahead += leaders if len(leaders) == 1 else []
        changes.append(sum(leader != next_leader for leader, next_leader in itertools.pairwise(ahead)))
    counted = estimate(sample(data, "lead_changes"))
    assert counted is not None
    assert counted.value == pytest.approx(mean(changes))
    decided = data.decision_rounds
    assert decided.height == data.number
    assert (decided["at"] <= decided["length"]).all()
    assert (decided["at"] >= 1).all()
    part = estimate(sample(data, "decided_at"))
    assert part is not None
    assert part.value == pytest.approx((decided["at"] / decided["length"]).mean())


def test_planned_comparisons_are_kept_apart_and_corrected(results: Findings) -> None:
    report = results.to_json()
    assert [(row["asks"], row["against"]) for row in report["questions"]] == [
        ("Does whoever begins win more?", "an even share, 0.5"),
        ("Does whoever begins win more?", "an even share, 0.3333"),
        ("Is it longer?", "the usual rulings"),
        ("Are they alike?", "mixed"),
        ("How long?", ""),
        ("How long?", ""),
        ("Does greedy win?", "an even share, 0.5"),
    ]
    for row in report["questions"]:
        assert row["planned"]
        assert row["value"]["games"] in (12, 16)
        if row["asks"] == "How long?":
            assert row["difference"] is None
        else:
            assert row["difference"]["adjusted"] >= row["difference"]["p"]
            assert row["difference"]["low"] <= row["difference"]["effect"] <= row["difference"]["high"]

    seats = results.game.seats
    assert {row["about"] for row in report["seats"]} >= {f"win share of {results.game.seat_name(s)}" for s in seats}
    assert (report["games"], report["failures"]) == (sum(row["games"] for row in report["cells"]), 0)
    for row in report["course"]:
        assert [leader["round"] for leader in row["leaders"]] == list(range(1, len(row["leaders"]) + 1))
    for row in report["worth"]:
        explaining = [name for name, column in results.game.measures().columns.items() if column.explains]
        assert sorted([*row["left_out"], *(column_worth["column"] for column_worth in row["worth"])]) == sorted(explaining)
    mixed = next(data for data in results.dataset.plain if not data.is_even)
    assert "share:greedy" in Findings._figures(mixed, mixed)
    greedy = report["questions"][-1]
    assert greedy["value"]["value"] > 0.6
    assert {row["figure"] for row in report["rulings"]} >= {"rounds", "first"}
    assert report["compared_afterwards"] == sum(
        row["difference"] is not None for name in ("seats", "bots", "rulings") for row in report[name]
    ) + sum(len(row["worth"]) for row in report["worth"])


def test_unplanned_comparisons_are_corrected_together(study_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kingdoms.lab.worth.OPENINGS_A_COLUMN", 0)
    report = findings(study_path).to_json()
    worths = [column_worth for row in report["worth"] for column_worth in row["worth"]]
    differences = [row["difference"] for name in ("seats", "bots", "rulings") for row in report[name]]
    assert worths
    assert all(differences)
    comparisons = [*differences, *worths]
    adjusted = multipletests([row["p"] for row in comparisons], method="fdr_bh")[1]
    assert [row["adjusted"] for row in comparisons] == pytest.approx(list(adjusted), rel=1e-4)
    planned = [row["difference"] for row in report["questions"] if row["difference"]]
    adjusted = multipletests([row["p"] for row in planned], method="holm")[1]
    assert [row["adjusted"] for row in planned] == pytest.approx(list(adjusted), rel=1e-4)
    assert [0 < row["games"] <= 16 for row in report["worth"]] == [True] * len(report["worth"])


def test_the_value_of_holdings_is_estimated_correctly(study_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The seat with the most of the first thing wins, regardless of all else."""
    data = next(iter(Dataset(study_path).cells.values()))
    columns = list(data.plan.rules.measures().columns)
    rows = []
    for number in range(400):
        for place, seat in enumerate(data.plan.seats):
            holdings = {name: float((number * (7 + i) + place * (3 + i)) % 5) for i, name in enumerate(columns)}
            won = float((number + place) % 2)
            holdings[columns[0]] = won + number % 9  # a total of the whole table has no effect
            rows.append({"number": number, "opening": number, "seat": seat, "round": 1, "last": False, "won": won, **holdings})
    rounds = polars.DataFrame(rows)
    monkeypatch.setitem(data.__dict__, "rounds", rounds)
    regression = worth(data, after=1)
    worths = {column_worth.column: column_worth for column_worth in regression.worths}
    assert worths[columns[0]].one_more.effect == pytest.approx(1.0)
    assert (worths[columns[0]].one_more.games, worths[columns[0]].one_more.openings) == (400, 400)
    assert worths[columns[0]].usual == pytest.approx(0.5, abs=0.001)
    assert worths[columns[0]].to_json()["usual_difference"] == round(worths[columns[0]].usual, 4)
    assert all(abs(column_worth.one_more.effect) < 1e-6 for name, column_worth in worths.items() if name != columns[0])
    assert regression.games == 400
    assert worth(data, after=2).worths == [], "nothing can be said about rounds that no game has"
    for openings, count in ((10 * len(worths), len(worths)), (10 * len(worths) - 1, 0)):
        monkeypatch.setitem(data.__dict__, "rounds", rounds.filter(polars.col("number") < openings))
        assert len(worth(data, after=1).worths) == count


def test_the_report_is_one_page_with_its_plots(results: Findings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "report"
    report = write_report(results, out)
    text = (out / "index.html").read_text()
    assert "<script" not in page(report | {"title": "<script>alert(1)</script>"}, results.game, []), "it is escaped"
    assert json.loads((out / "findings.json").read_text()) == report
    assert text.startswith("<!doctype html>")
    assert not re.search(r"<script|(src|href)=\"(?!#)", text), "the page needs something else"
    for heading in ("Planned questions", "Seats", "Bots against each other", "How games end", "Actions and events", "Rulings"):
        assert f"<h2>{heading}</h2>" in text
    assert "Registered before the first game; Holm-corrected." in text
    assert "<td>win share of the first player</td>" in text
    assert "the victory" not in text
    pictures = {path.stem for path in out.glob("*.svg")}
    assert pictures == {path.stem for path in out.glob("*.png")} >= {"seats", "ends", "lengths", "uses", "rulings"}
    assert text.count('role="img"') >= len(pictures)
    monkeypatch.setattr("kingdoms.lab.report.plots", lambda *_: ())
    write_report(results, out)
    with pytest.raises(KingdomsError, match="holds other files"):
        write_report(results, tmp_path)
    with pytest.raises(KingdomsError, match="cannot be written"):
        write_report(results, Path("/dev/null/report"))


def test_a_study_without_games_has_nothing_to_say(tmp_path: Path) -> None:
    play_here(tmp_path, study(), most=0)
    with pytest.raises(KingdomsError, match="has no finished games yet"):
        findings(tmp_path)
