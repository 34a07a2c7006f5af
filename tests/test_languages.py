"""The languages of texts: their choice, plural rules, and missing entries."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from kingdoms import texts
from kingdoms.texts import plurals
from tests.support.texts import pseudo

PLURALS = [
    ("en", "other one other other other other"),
    ("fr", "one one other other other other"),
    ("ja", "other other other other other other"),
    ("ru", "many one few many many one"),
    ("hr", "other one few other other one"),
    ("pl", "many one few many many many"),
    ("cs", "other one few other other other"),
    ("sl", "other one two other other other"),
    ("lt", "other one few few other one"),
    ("lv", "zero one other other zero one"),
    ("ro", "few one few few few other"),
    ("he", "other one two other other other"),
    ("ga", "other one two few other other"),
    ("ar", "zero one two few many many"),
    ("pt", "one one other other other other"),
    ("pt-PT", "other one other other other other"),
]


@pytest.mark.parametrize(("tag", "forms"), PLURALS)
def test_a_number_takes_the_form_of_the_language(tag: str, forms: str) -> None:
    rule = plurals.rule_of(tag)
    assert rule is not None
    assert [rule(number) for number in (0, 1, 2, 5, 11, 21)] == forms.split()


def test_missing_translations_are_in_english(tmp_path: Path) -> None:
    for tag, entries in (("en", {"one": "road", "two": "port"}), ("de", {"two": "Hafen"})):
        (tmp_path / tag).mkdir()
        (tmp_path / tag / "event.json").write_text(json.dumps(entries))
    (tmp_path / "en" / "reason.json").write_text("{}")
    assert list(texts.entries(tmp_path, "event", "de").items()) == [("one", "road"), ("two", "Hafen")]
    assert texts.entries(tmp_path, "reason", "de") == {}
    assert texts.names_of_parts(tmp_path) == ["event", "reason"]


def test_a_language_without_texts_or_plurals_is_refused() -> None:
    with pytest.raises(texts.UnknownLanguage, match=r"no texts in 'fr'; the languages are de, en$"):
        texts.accept("fr", ["de", "en"])
    with pytest.raises(texts.UnknownLanguage, match=r"'tlh': add it to RULES in kingdoms/texts/plurals.py$"):
        texts.accept("tlh", ["en", "tlh"])
    assert texts.accept("de-AT", ["de-AT", "en"]) == "de-AT"


@pytest.mark.parametrize("command", [["rules", "S-1"], ["referee"]])
def test_the_command_refuses_an_unknown_language(command: list[str]) -> None:
    environment = {**os.environ, texts.VARIABLE: "xx"}
    ran = subprocess.run(
        [sys.executable, "-m", "kingdoms.cli", *command], env=environment, input="", capture_output=True, text=True, check=False
    )
    assert ran.returncode == 2
    assert ran.stderr == "kingdoms: KINGDOMS_LANGUAGE: there are no texts in 'xx'; the languages are en, de, es, fr\n"


def test_the_shared_texts_are_filled() -> None:
    assert texts.text("table.decides", who="North", decision="pay") == "North decides: pay."
    assert texts.listing(["a", "b", "c", "d"], "or") == "a, b, c or d"
    with pytest.raises(KeyError):
        texts.text("table.decides", who="North")


ROOT = Path(__file__).parent.parent


def test_notes_for_translators_are_about_entries() -> None:
    files = [*(ROOT / "src").rglob("texts/notes.json"), *(ROOT / "web" / "src").rglob("texts/notes.json")]
    assert files
    for file in files:
        for key, note in json.loads(file.read_text()).items():
            part, _, name = key.partition(".")
            assert note, f"{file}: {key}"
            assert name in json.loads((file.parent / "en" / f"{part}.json").read_text()), f"{file}: {key}"


SPEAKS = """
import kingdoms
from kingdoms.bots.levels import level_kinds
for name in ("middlesea", "rivers"):
    record = kingdoms.play(name, ["random", "random"], seed=1)
    state, game = record.opening(), record.game
    for entry, after in record.replay():
        print(*(event.text for event in game.narrate(state, entry.action, after)), sep="\\n")
        print(*(game.describe(state, action) for action in state.legal_actions()[:3]), sep="\\n")
        print(game.explain(state).question)
        state = after
    print(game.title, game.introduction, game.ending(state.outcome()), sep="\\n")
    for title, clauses in game.chapters.items():
        print(title, *clauses.values(), sep="\\n")
    print(*(ruling.about for ruling in (*game.known_rulings, *game.variants)), sep="\\n")
    print(*(text for kind in (*game.bots(), *level_kinds(type(game))) for text in (kind.called, kind.about)), sep="\\n")
"""


@pytest.mark.outer("copies the sources")
def test_all_output_is_in_the_chosen_language(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "src" / "kingdoms", tmp_path / "src" / "kingdoms", ignore=shutil.ignore_patterns("static", "*.so"))
    assert pseudo.write(tmp_path)
    environment = {**os.environ, texts.VARIABLE: pseudo.TAG, "PYTHONPATH": str(tmp_path / "src"), "PYTHONIOENCODING": "utf-8"}
    ran = subprocess.run(
        [sys.executable, "-c", SPEAKS], env=environment, capture_output=True, encoding="utf-8", check=False, cwd=tmp_path
    )
    assert ran.returncode == 0, ran.stderr
    plain = [line for line in ran.stdout.splitlines() if not any(letter in pseudo.ACCENTED for letter in line)]
    assert len(ran.stdout) > 10_000
    assert [line for line in plain if line] == []
