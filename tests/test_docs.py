"""The documentation: generated parts are up to date, and examples show what the programs print."""

from __future__ import annotations

import importlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import kingdoms
from docs import generate
from kingdoms.bots import messages
from kingdoms.bots.program import MOST_THOUGHTS
from kingdoms.bots.speaking import Speaker
from kingdoms.cli.main import main
from kingdoms.core import referee
from kingdoms.core.registry import game_class, game_names
from tests.support.suite.timeouts import SOON

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *DOCS.rglob("*.md")]


def test_generated_pages_are_up_to_date() -> None:
    stale = [path.name for path, text in generate.generated().items() if path.read_text(encoding="utf-8") != text]
    assert not stale, "run python docs/generate.py"


def test_the_referee_answers_as_its_page_shows() -> None:
    blocks = re.findall(r'```json title="(request|answer)"\n(.*?)\n```', (DOCS / "referee.md").read_text(), re.DOTALL)
    assert [kind for kind, _ in blocks] == ["request", "answer"] * (len(blocks) // 2)
    page, parsed = referee.Referee(), [json.loads(block) for _, block in blocks]
    for request, answer in zip(parsed[::2], parsed[1::2], strict=True):
        assert json.loads(page.answer_line(json.dumps(request).encode())) == answer


def block_of(page: str, title: str) -> str:
    """Return the block of code on a page that has a title."""
    match = re.search(rf"```{title}\n(.*?)\n```", (DOCS / page).read_text(), re.DOTALL)
    assert match
    return match[1]


def test_the_program_that_its_page_shows_plays_any_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mybot.py").write_text(block_of("programs.md", 'python title="mybot.py"'))
    spec = f"program:{shlex.quote(sys.executable)} -I {shlex.quote(str(tmp_path / 'mybot.py'))}"
    for game in game_names():
        assert main(["match", spec, "random", "--game", game, "--games", "1", "--seed", "5", "--json"]) == 0
        answer = json.loads(capsys.readouterr().out)
        assert (answer["games"], answer["failures"]) == (1, [])


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node here: the tutorial for it is NOT tested")
@pytest.mark.parametrize("game", game_names())
def test_the_tutorial_for_node_plays_any_game(tmp_path: Path, game: str) -> None:
    (tmp_path / "table.mjs").write_text(block_of("tutorials/node.md", 'js title="table.mjs"'))
    command = ["node", "table.mjs", game, sys.executable, "-m", "kingdoms.cli"]
    process = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=SOON, check=True)
    played, refused = process.stdout.split(" actions:")
    assert int(played) > 1
    assert "notation" in refused


def test_the_page_on_programs_names_every_field() -> None:
    page = (DOCS / "programs.md").read_text()
    state = game_class("rivers")(2).new_initial_state()
    sent = {"hello": messages.hello(state.view("A"), 1, 60.0), "decide": messages.decide(1, state.view("A"), [], [], 60.0)}
    for kind, message in sent.items():
        table = page.partition(f"### {kind}\n")[2].partition("\n\n|")[2].partition("\n\n")[0]
        assert re.findall(r"^\| `(\w+)`", table, re.MULTILINE) == list(message)
    hello, ready, answer = (json.loads(block) for block in re.findall(r'```json title="\w+"\n(.*?)\n```', page, re.DOTALL))
    assert list(hello) == list(sent["hello"])
    speaker = Speaker("random")
    assert set(ready) == set(speaker.answer(hello) or {})
    assert str(answer["action"]) == state.game.action_to_string(state.game.string_to_action(answer["action"]))
    assert f"longer than {messages.LONGEST_ANSWER:,} bytes" in page
    assert f"More than {MOST_THOUGHTS:,} characters" in page


def test_the_example_position_and_record_are_good(tmp_path: Path) -> None:
    for page, name, command in (("positions.md", "x.json", "board"), ("records.md", "x.jsonl", "check")):
        (tmp_path / name).write_text(block_of(page, "json"))
        assert main([command, str(tmp_path / name)]) == 0


def of_game(game: str, folder: str, pattern: str) -> str:
    """Return the contents of a game's files."""
    return "".join(path.read_text() for path in sorted((ROOT / folder / game).glob(pattern)))


@pytest.mark.parametrize("game", generate.own_games())
def test_every_clause_that_is_cited_exists(game: str) -> None:
    texts, explain = (importlib.import_module(f"kingdoms.games.{game}.words.{name}") for name in ("refusal_texts", "explain"))
    cited = {clause for clause, _ in texts.TEXTS.values()} | {clause for _, clause, _ in texts.ASKED.values()}
    cited |= {clause for clauses in explain.RULES.values() for clause in clauses}
    cited |= {ruling.clauses for ruling in game_class(game).known_rulings}
    cited |= set(re.findall(r'"((?:[A-Z]{1,2}|AMB)-\d+)"', of_game(game, "src/kingdoms/games", "**/*.py")))
    assert cited <= set(clauses_of(game))


def clauses_of(game: str) -> list[str]:
    """Return the ids of a game's clauses."""
    return [clause for clauses in game_class(game).chapters.values() for clause in clauses]


@pytest.mark.parametrize("game", generate.own_games())
def test_every_clause_of_the_rules_has_a_test_named_after_it(game: str) -> None:
    tests = re.findall(r"def (test_\w+)", of_game(game, "tests/games", "**/test_*.py"))
    chapters = [name for name in clauses_of(game) if not name.startswith(("AMB", "N."))]
    assert chapters
    missing = [name for name in chapters if not any(f"_{name.replace('-', '_')}_" in test for test in tests)]
    assert not missing


def test_links_between_pages_lead_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text()):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{page.name} links to {target}"


BUILT = pytest.mark.outer("builds the documentation")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site, as by `make docs`; with `--quiet`, mkdocs would not count the warnings for `--strict`."""
    pytest.importorskip("mkdocs", reason="the docs group is not installed")
    folder = tmp_path_factory.mktemp("site")
    match = re.search(r"\$\(BIN\)/mkdocs (build .*)", (ROOT / "Makefile").read_text())
    assert match
    command = [sys.executable, "-W", "ignore", "-m", "mkdocs", *shlex.split(match[1]), "-d", str(folder)]
    play = tmp_path_factory.mktemp("play")
    (play / "index.html").write_text("<html></html>", encoding="utf-8")
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "KINGDOMS_PLAY": str(play)}
    process = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stdout + process.stderr
    return folder


@BUILT
def test_the_documentation_builds(site: Path) -> None:
    assert (site / "rules.html").is_file()
    assert (site / "play/index.html").read_text() == "<html></html>"
    assert re.search(r'href="?play/index.html', (site / "index.html").read_text())
    for path in (site / "api").glob("*.html"):
        api = path.read_text()
        assert "<blockquote>" not in api, "an example is shown as quoted text: it stands under `Examples:` in its docstring"
        assert not re.findall(r"<code>\w+,</code>", api), "each argument and attribute has a line of its own in a docstring"
    check_nothing_is_loaded_from_elsewhere(site)
    listed = (site / "llms.txt").read_text()
    for page in DOCS.rglob("*.md"):
        address = page.relative_to(DOCS).with_suffix(".html").as_posix()
        assert re.search(rf"^- \[.+\]\({re.escape(address)}\): .{{20,200}}$", listed, re.MULTILINE), (
            f"{address} has no description"
        )
    assert (site / "llms-full.txt").stat().st_size > 200_000


def anchors(page: Path) -> set[str]:
    """Return the ids on a page."""
    return set(re.findall(r'\bid="?([^"\s>]+)', page.read_text(encoding="utf-8")))


@BUILT
def test_each_entry_of_the_api_is_on_the_page_of_its_module(site: Path) -> None:
    """Addresses of the time when all entries were on one page lead to a link to the new one."""
    entries = re.findall(r"^::: (\S+)$", (DOCS / "api.md").read_text(), re.MULTILINE)
    contents = (site / "api.html").read_text()
    assert len(contents) < 200_000
    assert anchors(site / "api.html") >= {*entries, "a-client-of-the-server"}
    for name in entries:
        (target,) = re.findall(rf'<a href="(api/[^"#]+)#{re.escape(name)}" id="{re.escape(name)}">', contents)
        module = Path(target).stem
        assert name.startswith(module)
        assert importlib.import_module(module)
        assert name in anchors(site / target)


@BUILT
def test_links_to_anchors_of_the_site_lead_somewhere(site: Path) -> None:
    anchors_by_page = {page.resolve(): anchors(page) for page in site.rglob("*.html")}
    links = 0
    for page in anchors_by_page:
        for target, anchor in re.findall(r'<a\b[^>]*\bhref="?([^"#:\s>]*)#([^"\s>]+)', page.read_text()):
            place = (page.parent / target).resolve() if target else page
            assert page.name == "404.html" or anchor in anchors_by_page[place], f"{page.name} links to {target}#{anchor}"
            links += 1
    assert links > 1000


FIRST_PAGES = {
    "env.html": ["action mask", "seed", "copy", "vectorized", "reproducible", "pickle"],
    "arena.html": ["Elo", "rating"],
    "rulings.html": ["rulings"],
    "api/kingdoms.core.game.html": ["usual_answer"],
}
"""The page that the search of the site shows first, by words."""


@BUILT
@pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node here: the search of the site is NOT tested")
def test_the_search_finds_the_right_page_first(site: Path) -> None:
    """The site's own search runs in Node, as it does in the worker of a page."""
    words = [word for page_words in FIRST_PAGES.values() for word in page_words]
    program = ROOT / "tests/support/pages/site_search.mjs"
    process = subprocess.run(["node", program, site, *words], capture_output=True, text=True, timeout=SOON, check=True)
    answers = json.loads(process.stdout)
    assert {word: answers[word][0].partition("#")[0] for word in words} == {
        word: page for page, page_words in FIRST_PAGES.items() for word in page_words
    }


LOADED = re.compile(r"""<(?:script|img|iframe|source|object|embed)\b[^>]*?(?:src|data)=["']?(https?://[^"'\s>]+)""")
LINKED = re.compile(r"""<link\b(?![^>]*rel=["']?canonical)[^>]*?href=["']?(https?://[^"'\s>]+)""")
STYLED = re.compile(r"""(?:@import\s+|url\()["']?(https?://[^"')\s]+)""")


def check_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    """Check that no page or style sheet loads a font, script, picture or style sheet from another host."""
    for page in site.rglob("*.html"):
        text = page.read_text()
        addresses = [*LOADED.findall(text), *LINKED.findall(text), *STYLED.findall(text)]
        assert not addresses, f"{page.relative_to(site)} loads {addresses}"
    for sheet in site.rglob("*.css"):
        assert not STYLED.findall(sheet.read_text()), f"{sheet.name} loads something from elsewhere"


def public_names() -> dict[str, set[str]]:
    """Return the names in each `__all__`, and those that examples in the docs import: name -> where it may be described."""
    places: dict[str, set[str]] = {}
    pairs = {
        (module, name)
        for page in PAGES
        for module, names in re.findall(r"^(?:>>> )?from (kingdoms[.\w]*) import ([\w, ]+)", page.read_text(), re.MULTILINE)
        for name in names.split(", ")
    }
    for module in ("", "analysis", "bots", "client", "core.referee", "env", "nets", "puzzles", "search", "testing"):
        path = f"kingdoms.{module}".rstrip(".")
        pairs |= {(path, name) for name in importlib.import_module(path).__all__ if name != "__version__"}
    for module, name in sorted(pairs):
        if ".games." not in module:
            imported = importlib.import_module(module)
            thing = getattr(imported, name)
            home = getattr(thing, "__module__", None) or module
            aliases = {constant for constant in CONSTANTS if name == constant.rpartition(".")[2]}
            aliases |= {f"kingdoms.{name}"} if getattr(kingdoms, name, None) is thing else set()
            places[f"{module}.{name}"] = {f"{module}.{name}", f"{home}.{name}", module, home} | aliases
    return places


CONSTANTS = {
    *("kingdoms.core.constants.CHANCE", "kingdoms.core.constants.TERMINAL"),
    *("kingdoms.search.settings.OPTIONS", "kingdoms.bots.registry.BOTS"),
}
"""Constants of public modules do not know where they come from."""


def test_every_public_name_has_an_entry_in_the_api() -> None:
    entries = set(re.findall(r"^::: (\S+)$", (DOCS / "api.md").read_text(), re.MULTILINE))
    missing = [name for name, places in public_names().items() if not places & entries]
    assert not missing, "give each an entry in docs/api.md.in"
