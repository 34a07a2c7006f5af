"""The languages that come along: whole, as the glossary says, and with numbers, plurals and cases as people write them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from babel import Locale
from babel.numbers import format_decimal, format_percent

from kingdoms import icu, texts
from kingdoms.core.referee import answer
from kingdoms.core.registry import game_class, load_game
from kingdoms.games.middlesea.texts import CATALOGUE
from kingdoms.texts import locale, plurals
from kingdoms.texts.catalogues import catalogue_folders, write_part
from kingdoms.texts.checking import Fault, check_entry, check_folder, forbidden_words
from kingdoms.texts.exchange import read_catalogues, write_catalogues
from kingdoms.texts.numbers import number, percent

TAGS = ("de", "es", "fr")
LONG = {("long", name) for name in ("badge_rated", "from_record", "imprint", "kingdom_of", "phase_build", "ranking")}
"""Labels for which the glossary, or the language, has no shorter words."""


@pytest.mark.parametrize("tag", TAGS)
def test_the_catalogues_of_a_language_are_whole_and_keep_to_the_glossary(tag: str) -> None:
    every = [fault for folder in catalogue_folders() for fault in check_folder(folder, tag)]
    assert [fault for fault in every if (fault.kind, fault.entry) not in LONG] == []


def faults(english: str, translation: str, file: str = "web/src/texts/de/play.json", tag: str = "de") -> list[str]:
    """Return the kinds of the faults of an entry."""
    return [fault.kind for fault in check_entry(Path(file), "x", english, translation, tag, forbidden_words(tag))]


@pytest.mark.parametrize(
    ("english", "translation", "kinds"),
    [
        ("{n, plural, one {# tile} other {# tiles}}", "{n, plural, one {# Plättchen} other {# Plättchen}}", []),
        ("{n, plural, one {# tile} other {# tiles}}", "{n, plural, other {# Plättchen}}", ["forms"]),
        ("{seat} passes", "jemand passt", ["holes"]),
        ("{seat, select, you {You pass} other {{seat} passes}}", "{seat} passt", ["reader"]),
        ("{city} falls", "{city, dative} fällt", []),
        ("{city} falls", "{city fällt", ["syntax"]),
        ("the tile", "die Kachel", ["glossary"]),
        ("write `leader`", "schreib `Kachel`", []),
        ("Undo", "Rückgängig", []),
        ("Undo", "Rückgängig machen", ["long"]),
    ],
)
def test_what_is_wrong_in_an_entry_is_found(english: str, translation: str, kinds: list[str]) -> None:
    assert faults(english, translation) == kinds


def test_what_a_language_lacks_is_found(tmp_path: Path) -> None:
    write = {"en": '{"one": "a", "two": "b"}', "de": '{"two": "b", "three": "c"}'}
    for tag, content in write.items():
        (tmp_path / tag).mkdir()
        (tmp_path / tag / "event.json").write_text(content)
    (tmp_path / "en" / "reason.json").write_text("{}")
    (tmp_path / "de" / "more.json").write_text("{}")
    kinds = [(fault.kind, fault.file.name, fault.entry) for fault in check_folder(tmp_path, "de")]
    assert kinds == [
        ("surplus", "more.json", ""),
        ("missing", "event.json", "one"),
        ("surplus", "event.json", "three"),
        ("missing", "reason.json", ""),
    ]
    (tmp_path / "de" / "event.json").write_text("{")
    assert "syntax" in [fault.kind for fault in check_folder(tmp_path, "de")]


def test_plural_rules_are_those_of_unicode() -> None:
    known = {tag: Locale.parse(tag, sep="-").plural_form for tag in plurals.RULES}
    wrong = {
        (tag, n) for tag, form in known.items() for n in range(201) if plurals.RULES[tag](n) != form(n) and form(n) != "many"
    }
    assert {tag for tag, _ in wrong} == set()


@pytest.mark.parametrize("tag", ["en", *TAGS])
def test_numbers_are_written_as_unicode_has_them(tag: str) -> None:
    with texts.speaking(tag):
        for value in (0, 7, 1234, 14526, 1234567, -4263):
            assert number(value) == format_decimal(value, locale=tag)
        assert number(1234.5, 1) == format_decimal(1234.5, locale=tag)
        assert percent(0.456) == format_percent(0.456, locale=tag)
        assert texts.listing(["a", "b", "c"]).replace(", and", " and") == {
            "en": "a, b and c", "de": "a, b und c", "fr": "a, b et c", "es": "a, b y c"
        }[tag]  # fmt: skip


def test_a_name_is_asked_for_in_a_case(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert icu.parse("{city, dative}") == (icu.Argument("city", "dative"),)
    for wrong in ("{city, plural}", "{city, da tive}", "{city, dative, other {x}}"):
        with pytest.raises(icu.SyntaxFault):
            icu.parse(wrong)
    message = CATALOGUE("event.king", seat="N", leader=3, old=1)
    attack = CATALOGUE("event.road", seat="N", start="N.C", end="S3 N.FL")
    with texts.speaking("de"):
        assert "Nord" in message.text()
        assert attack.text() != attack.text("N")
    assert attack.text() == "North builds a road from its Capital to the 3-market at its front left."


def test_two_threads_of_talk_do_not_mix_their_languages() -> None:
    rules, message = game_class("rivers"), load_game("rivers").new_initial_state()
    told = []
    for tag in ("fr", "en", "de", "fr"):
        with texts.speaking(tag):
            told.append((rules.title, str(message.game.explain(message).question), rules.levels()[0].name))
            with texts.speaking("es"):
                assert rules.title not in {title for title, *_ in told}
    assert told[0] == told[3]
    assert len(set(told)) == 3


def run(*command: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run the command in an environment."""
    environment = {name: value for name, value in os.environ.items() if name not in (*locale.LOCALES, locale.VARIABLE)}
    return subprocess.run(
        [sys.executable, "-m", "kingdoms.cli", *command],
        env=environment | {"PYTHONIOENCODING": "utf-8"} | variables,
        capture_output=True,
        encoding="utf-8",
        check=False,
        input='{"new": {"game": "nothing"}, "language": "fr"}\n',
    )


@pytest.mark.parametrize(
    ("command", "variables", "tag"),
    [
        ([], {}, "en"),
        ([], {"LANG": "de_AT.UTF-8"}, "de"),
        ([], {"LANG": "tlh_XX"}, "en"),
        ([], {"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, "en"),
        ([], {"LANG": "de_DE.UTF-8", locale.VARIABLE: "fr"}, "fr"),
        (["--language", "es"], {locale.VARIABLE: "fr"}, "es"),
        (["--language=es"], {}, "es"),
    ],
)
def test_a_command_speaks_the_language_of_option_variable_or_terminal(
    command: list[str], variables: dict[str, str], tag: str
) -> None:
    with texts.speaking(tag):
        clause = game_class("middlesea").chapters.items()
        expected = next(iter(clauses for _, clauses in clause))["S-1"]
    ran = run(*command, "rules", "S-1", **variables)
    assert ran.returncode == 0, ran.stderr
    assert expected[:40] in " ".join(ran.stdout.split())


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["play", "--nothing"], "es gibt keine Option --nothing"),
        (["play", "--seats"], "--seats braucht einen Wert"),
        (["match", "greedy", "--games", "x"], "--games ist eine ganze Zahl, nicht x"),
        (["match", "greedy", "--games", "0"], "--games ist eine Zahl ab 1, nicht 0"),
        (["print", "middlesea", "x.pdf", "--paper", "a5"], "--paper ist a4 oder letter, nicht a5"),
        (["check"], "FILE... fehlt"),
        (["lab", "nothing"], "es gibt keinen Befehl nothing"),
        (["rulings", "a", "b"], "zu viel: b"),
        (["nothing"], "es gibt keinen Befehl 'nothing'"),
    ],
)
def test_errors_of_usage_are_in_the_language(command: list[str], said: str) -> None:
    ran = run("--language", "de", *command)
    assert ran.returncode == 2
    assert ran.stderr.startswith(f"kingdoms: {said}"), ran.stderr


def test_the_referee_answers_in_the_language_of_a_request() -> None:
    request = {"new": {"game": "middlesea", "players": 2}, "actions": ["first N", "road N.C S.C"]}
    said = {tag: answer(request | {"language": tag})["error"]["message"] for tag in ("en", *TAGS)}
    assert len(set(said.values())) == 4
    assert answer(request)["error"]["message"] == said["en"]
    assert answer(request | {"language": "tlh"})["error"]["code"] == "request"
    assert "players, un nombre" in json.loads(run("referee").stdout)["error"]["message"]


def test_a_language_goes_to_a_translators_file_and_back(tmp_path: Path) -> None:
    english = {"a": "{n, plural, one {#} other {#}}", "b": 'say "x"\n'}
    for folder in ("one", "two"):
        for tag in ("en", "de"):
            (tmp_path / folder / tag).mkdir(parents=True)
        (tmp_path / folder / "en" / "event.json").write_text(json.dumps(english))
    folders = [tmp_path / "one", tmp_path / "two"]
    (tmp_path / "one" / "notes.json").write_text('{"event.b": "A remark."}')
    write_part(folders[0], "de", "event", {"b": 'sag „x“ "y"\n', "a": "{n, plural, one {# A} other {# B}}"})
    content = write_catalogues(folders, "de")
    assert b"#. A remark." in content
    before = (folders[0] / "de" / "event.json").read_bytes()
    assert read_catalogues(folders, "de", content) == (2, [])
    assert (folders[0] / "de" / "event.json").read_bytes() == before
    assert not (folders[1] / "de" / "event.json").exists()
    wrong = content.replace(b"other {# B}", b"others {# B}")
    count, wrongs = read_catalogues(folders, "de", wrong)
    assert (count, [fault.kind for fault in wrongs]) == (1, ["syntax"])
    assert isinstance(wrongs[0], Fault)
    assert (folders[0] / "de" / "event.json").read_bytes() == before
    with pytest.raises(ValueError, match=r"."):
        read_catalogues(folders, "de", b'msgid "x\n')


def test_a_server_reads_changed_texts_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "en" / "table.json"
    path.parent.mkdir()
    path.write_text('{"over": "The end."}')
    monkeypatch.setattr(texts, "FOLDER", tmp_path)
    live = texts.live_entries(tmp_path, "table")
    texts.refresh()
    assert live["over"] == "The end."
    path.write_text('{"over": "It is over."}')
    os.utime(path, (2e9, 2e9))
    texts.refresh()
    assert live["over"] == "It is over."
