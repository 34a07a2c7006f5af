"""The languages that come along: whole, as the glossary says, and with numbers, plurals and cases as people write them."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from babel import Locale
from babel.numbers import format_decimal, format_percent

from kingdoms import icu, texts
from kingdoms.cli.start import start
from kingdoms.core.referee import Referee, answer
from kingdoms.core.registry import game_class, load_game
from kingdoms.games.middlesea.texts import CATALOGUE
from kingdoms.texts import locale, plurals
from kingdoms.texts.catalogues import catalogue_folders, write_part
from kingdoms.texts.checking import Fault, check_entry, check_folder, forbidden_words
from kingdoms.texts.exchange import read_catalogues, write_catalogues
from kingdoms.texts.numbers import number, percent
from tests.support.texts import pseudo

ROOT = Path(__file__).parent.parent
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


def write_texts(folder: Path, texts_by_tag: dict[str, dict[str, str]]) -> None:
    """Write a catalogue of one part, in some languages."""
    for tag, entries in texts_by_tag.items():
        (folder / tag).mkdir(parents=True)
        (folder / tag / "event.json").write_text(json.dumps(entries))


def test_what_a_language_lacks_is_found(tmp_path: Path) -> None:
    write_texts(tmp_path, {"en": {"one": "a", "two": "b"}, "de": {"two": "b", "three": "c"}})
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
    for tag, rule in plurals.RULES.items():
        form = Locale.parse(tag, sep="-").plural_form
        assert [rule(number) for number in range(201)] == [form(number) for number in range(201)], tag
    assert [plurals.rule_of(tag) for tag in ("pt-PT", "pt-BR", "tlh")] == [plurals.RULES["pt-PT"], plurals.RULES["pt"], None]


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


def test_a_name_is_asked_for_in_a_case() -> None:
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


@pytest.fixture
def environment(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """The variables of a process whose language is not chosen yet."""
    for name in (*locale.LOCALES, locale.VARIABLE):
        monkeypatch.setenv(name, "")
    monkeypatch.setattr(locale, "_process", [])
    return monkeypatch


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
    command: list[str],
    variables: dict[str, str],
    tag: str,
    environment: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with texts.speaking(tag):
        clause = next(clauses["S-1"] for clauses in game_class("middlesea").chapters.values())
    for name, value in variables.items():
        environment.setenv(name, value)
    assert start([*command, "rules", "S-1"]) == 0
    assert clause[:40] in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("command", ["rules S-1", "referee", "--language xx rules"])
def test_a_command_refuses_an_unknown_language(
    command: str, environment: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    environment.setenv(locale.VARIABLE, "xx")
    assert start(command.split()) == 2
    chosen_by = "--language" if "--language" in command else "KINGDOMS_LANGUAGE"
    fault = f"kingdoms: {chosen_by}: there are no texts in 'xx'; the languages are en, de, es, fr\n"
    assert capsys.readouterr().err == fault


@pytest.mark.parametrize(
    ("command", "sentence"),
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
def test_errors_of_usage_are_in_the_language(
    command: list[str], sentence: str, environment: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert start(["--language", "de", *command]) == 2
    assert capsys.readouterr().err.startswith(f"kingdoms: {sentence}")


def test_the_referee_answers_in_the_language_of_a_request() -> None:
    request = {"new": {"game": "middlesea", "players": 2}, "actions": ["first N", "road N.C S.C"]}
    messages = {tag: answer(request | {"language": tag})["error"]["message"] for tag in ("en", *TAGS)}
    assert len(set(messages.values())) == 4
    assert answer(request)["error"]["message"] == messages["en"]
    assert answer(request | {"language": "tlh"})["error"]["code"] == "request"
    reply = json.loads(Referee().answer_line(b'{"new": {"game": "nothing"}, "language": "fr"}'))
    assert "players, un nombre" in reply["error"]["message"]


def test_a_language_goes_to_a_translators_file_and_back(tmp_path: Path) -> None:
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder in folders:
        write_texts(folder, {"en": {"a": "{n, plural, one {#} other {#}}", "b": 'say "x"\n'}})
        (folder / "de").mkdir()
    (folders[0] / "notes.json").write_text('{"event.b": "A remark."}')
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


def test_missing_translations_are_in_english(tmp_path: Path) -> None:
    write_texts(tmp_path, {"en": {"one": "road", "two": "port"}, "de": {"two": "Hafen"}})
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


def test_the_shared_texts_are_filled() -> None:
    assert texts.text("table.decides", who="North", decision="pay") == "North decides: pay."
    assert texts.listing(["a", "b", "c", "d"], "or") == "a, b, c or d"
    with pytest.raises(KeyError):
        texts.text("table.decides", who="North")


def test_notes_for_translators_are_about_entries() -> None:
    files = [*(ROOT / "src").rglob("texts/notes.json"), *(ROOT / "web" / "src").rglob("texts/notes.json")]
    assert files
    for file in files:
        for key, note in json.loads(file.read_text()).items():
            part, _, name = key.partition(".")
            assert note, f"{file}: {key}"
            assert name in json.loads((file.parent / "en" / f"{part}.json").read_text()), f"{file}: {key}"


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
