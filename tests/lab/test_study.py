"""The games of a study, and the errors for invalid studies."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kingdoms.core.errors import KingdomsError
from kingdoms.core.registry import load_game
from kingdoms.lab.checking import MAIN, check_study, known_studies, read_study
from kingdoms.lab.study import LabError, Study, study_of
from tests.support.bots.studies import SWITCHED, described, part, question, study
from tests.support.games.tested_games import SAMPLE, TESTED

KNOWN = known_studies()


@pytest.mark.parametrize("name", KNOWN)
def test_a_study_that_comes_along_switches_all_rulings_or_plays_all_variants(name: str) -> None:
    parsed_study = read_study(KNOWN[name])
    assert parsed_study.game == name.partition("/")[0]
    assert parsed_study.questions
    assert parsed_study.games >= 1_000
    rules, kind = load_game(parsed_study.game), KNOWN[name].stem
    assert kind in (MAIN, "variants", "rulings")
    names = [ruling.name for ruling in (rules.variants if kind == "variants" else rules.known_rulings) if not ruling.counts]
    assert {ruling for cell in parsed_study.cells for ruling in cell.changed} == set(names)


def test_a_bundled_study_is_found_without_a_checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert {name for name, path in KNOWN.items() if path.stem == MAIN} == set(TESTED)
    monkeypatch.chdir(tmp_path)
    name = f"{TESTED[0]}/rulings"
    assert read_study(Path(name)).digest == read_study(KNOWN[name]).digest
    Path(name).mkdir(parents=True)  # such as the folder that keeps its games
    assert read_study(Path(name)).games >= 1_000
    with pytest.raises(LabError, match=f"there are {TESTED[0]}, {TESTED[0]}/rulings"):
        read_study(Path("chess"))


def test_each_number_of_seats_and_each_ruling_makes_a_cell() -> None:
    parsed_study = study(part(seats=[2, 3], switched={SWITCHED.name: list(SWITCHED.values[1:])}))
    alternatives = len(SWITCHED.values) - 1
    assert [cell.seats for cell in parsed_study.cells] == [2] * (1 + alternatives) + [3] * (1 + alternatives)
    assert [bool(cell.changed) for cell in parsed_study.cells] == ([False] + [True] * alternatives) * 2
    assert len({cell.name for cell in parsed_study.cells}) == len(parsed_study.cells)
    plan = parsed_study.plan(parsed_study.cells[1])
    assert plan.rulings[SWITCHED.name] == SWITCHED.values[1]
    assert plan.measured
    assert plan.seed_of(0) == parsed_study.plan(parsed_study.cells[0]).seed_of(0), "cells do not have the same openings"


def test_openings_are_whole_and_rulings_can_be_crossed() -> None:
    rounded = study(part(players=["random", "greedy"], seats=[3], games=10))
    assert rounded.plan(rounded.cells[0]).games == 12, "whole openings"
    first, second = [ruling for ruling in load_game(SAMPLE).known_rulings if not ruling.counts][:2]
    switched = {ruling.name: [ruling.values[1]] for ruling in (first, second)}
    assert len(study(part(switched=switched)).cells) == 3
    crossed = study(part(switched=switched, crossed=True)).cells
    assert [len(cell.changed) for cell in crossed] == [0, 1, 1, 2]


def test_all_switches_every_other_value_of_each_ruling() -> None:
    parsed_study = study(part(switched="all", rulings={SWITCHED.name: SWITCHED.values[1]}))
    values = [cell.changed[SWITCHED.name] for cell in parsed_study.cells if SWITCHED.name in cell.changed]
    assert values == [value for value in SWITCHED.values if value != SWITCHED.values[1]]


def test_a_study_survives_as_json() -> None:
    parsed_study = study(
        part(switched={SWITCHED.name: [SWITCHED.values[1]]}), questions=[question(against="usual"), question(against=0.4)]
    )
    reread = study_of(parsed_study.to_json())
    assert reread == parsed_study
    assert reread.digest == parsed_study.digest


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"parts": []}, "it has no [[parts]]"),
    (described(part(), tilte="x"), 'the study: there is no field "tilte" (did you mean title?)'),
    (described(part(players=["greedi"])), "did you mean greedy?"),
    (described(part(players=["greedy:without=nothing"])), "no action is of the kind 'nothing'"),
    (described(part(rulings={"round_limt": 3})), "there is no ruling"),
    (described(part(switched={SWITCHED.name: ["never"]})), f"ruling {SWITCHED.name} cannot be"),
    (described(part(switched={SWITCHED.name: "never"})), "a list of values"),
    (described(part(switched="most")), 'switched is "all" or a table'),
    (described(part(seats=[9])), "players, not 9"),
    (described(part(seats=[2, 2])), "must be different values, not"),
    (described(part(games=0)), "the number of games"),
    (described(part(games=True)), "games must be a whole number"),
    (described(part(), part()), "two parts are called 'equals'"),
    (described(part(), game="chess"), "there is no game 'chess'"),
    (described(part(), seed="x"), "seed must be a whole number"),
    (described(questions=[question(figure="fist")]), "there is no figure 'fist' (did you mean first?)"),
    (described(questions=[question(figure="seat:Q")]), "there is no seat 'Q'"),
    (described(questions=[question(figure="at_end:joy")]), "there is no column 'joy'"),
    (described(questions=[question(figure="leader:0")]), "a whole number from 1, not '0'"),
    (described(questions=[question(figure="share:randm")]), "there is no bot 'randm' (did you mean random?)"),
    (described(questions=[question(figure="ended")]), "write ended:REASON, not"),
    (described(questions=[question(part="equal")]), "there is no part 'equal' (did you mean equals?)"),
    (described(questions=[question(figure="rounds")]), "is no win share"),
    (described(questions=[question(against="usual")]), "switches no rulings"),
    (described(questions=[question(against="others")]), "there is no part 'others'"),
    (described(questions=[question(seats=[4])]), "is not played by 4"),
    (described(questions=["why"]), "a question: must be an object"),  # type: ignore[list-item]
]


@pytest.mark.parametrize(("data", "says"), WRONG, ids=[says for _, says in WRONG])
def test_an_invalid_study_is_refused(data: dict[str, Any], says: str) -> None:
    with pytest.raises(KingdomsError) as refused:
        check_study(study_of({"title": "Try", "game": SAMPLE, "seed": 1, **data}))
    assert says in str(refused.value)


def test_files_that_are_no_studies_and_too_many_cells_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "study.toml"
    with pytest.raises(LabError, match="cannot be read"):
        read_study(path)
    for text, fault in (("title = ", "is not TOML"), ('title = "x"', r"study.toml: the study: the field game is missing")):
        path.write_text(text)
        with pytest.raises(LabError, match=fault):
            read_study(path)
    many = Study("Try", SAMPLE, 1, tuple(study(part(f"part {i}")).parts[0] for i in range(1_001)))
    with pytest.raises(LabError, match="1,001 cells"):
        check_study(many)
