"""The languages of texts: how one is chosen, its plurals, and what it lacks."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from kingdoms import texts
from kingdoms.texts import plurals

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


def test_what_a_language_lacks_is_in_english(tmp_path: Path) -> None:
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
    assert ran.stderr == "kingdoms: KINGDOMS_LANGUAGE: there are no texts in 'xx'; the languages are en\n"


def test_the_shared_texts_are_filled() -> None:
    assert texts.text("table.decides", who="North", decision="pay") == "North decides: pay."
    assert texts.listing(["a", "b", "c", "d"], "or") == "a, b, c or d"
    with pytest.raises(KeyError):
        texts.text("table.decides", who="North")
