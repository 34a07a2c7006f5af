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
from lab_studies import SWITCHED, part, play_here, question, study
from statsmodels.stats.multitest import multipletests

from kingdoms.core.errors import KingdomsError
from kingdoms.lab.dataset import Dataset
from kingdoms.lab.estimates import estimate
from kingdoms.lab.figures import FIGURES, sample
from kingdoms.lab.findings import Findings
from kingdoms.lab.page import page
from kingdoms.lab.report import findings, write_report
from kingdoms.lab.worth import worth

Facts = dict[str, Any]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A study of everything, in few games."""
    path = tmp_path_factory.mktemp("lab") / "study"
    asked = [
        question(),
        question(asks="Is it longer?", part="rulings", figure="rounds", against="usual"),
        question(asks="Are they alike?", figure="rounds", against="mixed"),
        question(asks="How long?", figure="actions", against=None),
        question(asks="Does greedy win?", part="mixed", figure="share:greedy"),
    ]
    questions = [{key: value for key, value in each.items() if value is not None} for each in asked]
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
def found(played: Path) -> Findings:
    return findings(played)


def test_figures_count_as_described(played: Path) -> None:
    data = next(iter(Dataset(played).cells.values()))
    rows = data.games.to_dicts()
    seat = data.plan.seats[0]

    def value(name: str) -> float:
        counted = estimate(sample(data, name))
        assert counted is not None
        return counted.value

    assert value("rounds") == pytest.approx(mean(row["rounds"] for row in rows))
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
    assert set(FIGURES) >= {
        "first",
        "seat",
        "share",
        "leader",
        "ended",
        "rounds",
        "lead_changes",
        "decided",
        "used",
        "happened",
    }


def test_leads_and_decisions_are_found_round_by_round(played: Path) -> None:
    data = next(iter(Dataset(played).cells.values()))
    changes: list[int] = []
    for _, game in data.rounds.group_by("number"):
        ahead = []
        for _, now in game.sort("round").group_by("round", maintain_order=True):
            best = now["score"].max()
            leaders = now.filter(polars.col("score") == best)["seat"].to_list()
            ahead += leaders if len(leaders) == 1 else []
        changes.append(sum(one != other for one, other in itertools.pairwise(ahead)))
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


def test_games_without_rounds_are_as_long_as_their_notes(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = next(iter(Dataset(played).cells.values()))
    counted = estimate(sample(data, "rounds"))
    monkeypatch.setattr(data, "games", data.games.with_columns(rounds=polars.lit(None, polars.Int64)))
    assert estimate(sample(data, "rounds")) == counted


def test_planned_comparisons_are_kept_apart_and_corrected(found: Findings) -> None:
    said = found.to_json()
    assert [each["asks"] for each in said["questions"]] == [
        "Does whoever begins win more?",
        "Does whoever begins win more?",
        "Is it longer?",
        "Are they alike?",
        "How long?",
        "How long?",
        "Does greedy win?",
    ]
    for each in said["questions"]:
        assert each["planned"]
        assert each["value"]["games"] in (12, 16)
        if each["asks"] == "How long?":
            assert each["difference"] is None
        else:
            assert each["difference"]["adjusted"] >= each["difference"]["p"]
            assert each["difference"]["low"] <= each["difference"]["effect"] <= each["difference"]["high"]
    assert [each["against"] for each in said["questions"]] == [
        "an even share, 0.5",
        "an even share, 0.3333",
        "the usual rulings",
        "mixed",
        "",
        "",
        "an even share, 0.5",
    ]
    seats = found.game.seats
    assert {each["about"] for each in said["seats"]} >= {f"win share of {found.game.seat_name(s)}" for s in seats}
    assert (said["games"], said["failures"]) == (sum(each["games"] for each in said["cells"]), 0)
    for each in said["course"]:
        assert [leader["round"] for leader in each["leaders"]] == list(range(1, len(each["leaders"]) + 1))
    for each in said["worth"]:
        explaining = [name for name, column in found.game.measures().columns.items() if column.explains]
        assert sorted([*each["left_out"], *(one["column"] for one in each["worth"])]) == sorted(explaining)
    mixed = next(data for data in found.dataset.plain if not data.is_even)
    assert "share:greedy" in Findings._figures(mixed, mixed)
    greedy = said["questions"][-1]
    assert greedy["value"]["value"] > 0.6
    assert {each["figure"] for each in said["rulings"]} >= {"rounds", "first"}
    assert said["compared_afterwards"] == sum(
        each["difference"] is not None for name in ("seats", "bots", "rulings") for each in said[name]
    ) + sum(len(each["worth"]) for each in said["worth"])


def test_unplanned_comparisons_are_corrected_together(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kingdoms.lab.worth.OPENINGS_A_COLUMN", 0)
    said = findings(played).to_json()
    worths = [one for each in said["worth"] for one in each["worth"]]
    others = [each["difference"] for name in ("seats", "bots", "rulings") for each in said[name]]
    assert worths
    assert all(others)
    found = [*others, *worths]
    adjusted = multipletests([each["p"] for each in found], method="fdr_bh")[1]
    assert [each["adjusted"] for each in found] == pytest.approx(list(adjusted), rel=1e-4)
    planned = [each["difference"] for each in said["questions"] if each["difference"]]
    adjusted = multipletests([each["p"] for each in planned], method="holm")[1]
    assert [each["adjusted"] for each in planned] == pytest.approx(list(adjusted), rel=1e-4)
    assert [0 < each["games"] <= 16 for each in said["worth"]] == [True] * len(said["worth"])


def test_the_value_of_holdings_is_estimated_correctly(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The seat with the most of the first thing wins, regardless of all else."""
    data = next(iter(Dataset(played).cells.values()))
    columns = list(data.plan.rules.measures().columns)
    rows = []
    for number in range(400):
        for place, seat in enumerate(data.plan.seats):
            held = {name: float((number * (7 + i) + place * (3 + i)) % 5) for i, name in enumerate(columns)}
            won = float((number + place) % 2)
            held[columns[0]] = won + number % 9  # a total of the whole table has no effect
            rows.append({"number": number, "opening": number, "seat": seat, "round": 1, "last": False, "won": won, **held})
    made = polars.DataFrame(rows)
    monkeypatch.setitem(data.__dict__, "rounds", made)
    regression = worth(data, after=1)
    worths = {each.column: each for each in regression.worths}
    assert worths[columns[0]].one_more.effect == pytest.approx(1.0)
    assert (worths[columns[0]].one_more.games, worths[columns[0]].one_more.openings) == (400, 400)
    assert worths[columns[0]].usual == pytest.approx(0.5, abs=0.001)
    assert worths[columns[0]].to_json()["usual_difference"] == round(worths[columns[0]].usual, 4)
    assert all(abs(each.one_more.effect) < 1e-6 for name, each in worths.items() if name != columns[0])
    assert regression.games == 400
    assert worth(data, after=2).worths == [], "nothing can be said about rounds that no game has"
    for openings, told in ((10 * len(worths), len(worths)), (10 * len(worths) - 1, 0)):
        monkeypatch.setitem(data.__dict__, "rounds", made.filter(polars.col("number") < openings))
        assert len(worth(data, after=1).worths) == told


def test_the_report_is_one_page_with_its_plots(found: Findings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "report"
    said = write_report(found, out)
    text = (out / "index.html").read_text()
    assert json.loads((out / "findings.json").read_text()) == said
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
    write_report(found, out)
    other = tmp_path / "other"
    other.mkdir()
    (other / "thesis.txt").write_text("all of it")
    with pytest.raises(KingdomsError, match="holds other files"):
        write_report(found, other)
    with pytest.raises(KingdomsError, match="cannot be written"):
        write_report(found, Path("/dev/null/report"))


def test_what_people_write_is_escaped(found: Findings) -> None:
    said = found.to_json() | {"title": "<script>alert(1)</script>"}
    assert "<script" not in page(said, found.game, [])


def test_a_study_without_games_has_nothing_to_say(tmp_path: Path) -> None:
    play_here(tmp_path, study(), most=0)
    with pytest.raises(KingdomsError, match="has no finished games yet"):
        findings(tmp_path)
