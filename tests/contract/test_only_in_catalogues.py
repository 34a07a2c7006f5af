"""Sentences for people are in the catalogues, not in the code and the templates that speak to them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

from jinja2 import Environment, nodes

from kingdoms import texts

PACKAGE = texts.FOLDER.parent
SPEAKING = (
    *("core/**/*.py", "cli/**/*.py", "export/position_text.py", "extras.py", "server/operator/**/*.py"),
    *("lab/page.py", "lab/plots.py", "learning/page.py"),
    *("games/*/table/**/*.py", "games/*/words/**/*.py", "games/*/picture/text.py"),
)
"""The files whose code must not hold sentences."""
FOR_PROGRAMMERS = {
    "core/message.py": "what is wrong with the messages of a game, for its author",
    "games/*/table/measures.py": "quantities of studies, in English",
    "games/*/words/events.py": "the documentation of events",
}
"""The files with English for people who write programs."""
TO_PROGRAMMERS = {
    "bots/speaking.py": "what a host of programs does wrong in its protocol",
    "client/**/*.py": "what a program does wrong with the client, or what its server does",
    "device/device.py": "why a live connection is closed, as the reasons of sockets",
    "device/requests.py": "malformed requests, in the words of the server's library",
    "env/**/*.py": "what a program does wrong with an environment",
    "learning/**/*.py": "what is wrong with a training, for those who train nets",
    "nets/**/*.py": "what is wrong with a net, for those who train nets",
    "puzzles/puzzle.py": "what is wrong with a puzzle, for the program that wrote it",
    "search/batched.py": "what a program does wrong with noise at the root",
    "search/progress.py": "what a program does wrong with a policy",
    "search/searcher.py": "what a program does wrong with an evaluator",
    "server/database/migrations/env.py": "wrong options of alembic",
    "server/people/ceremonies.py": "what is wrong with an answer of a key, for the log",
    "server/base/settings.py": "codes, for which the catalogue has the sentences that are read, and bad names of settings",
    "texts/locale.py": "languages: there is no catalogue yet",
    "icu.py": "the syntax of messages, for translators",
}
"""The files whose errors are for people who write programs, whatever their class; so are those of the classes in `BUILT_IN`."""
BUILT_IN = {
    *("AssertionError", "AttributeError", "ConnectionError", "IndexError", "MemoryError", "ModuleNotFoundError"),
    *("NotImplementedError", "OSError", "RuntimeError", "TypeError", "ValueError"),
}
"""The exceptions that only a programmer sees: they are raised by mistakes of a caller, not by input."""
DESCRIBING = {"Option", "argument", "command", "group", "option"}
"""The functions of Click that take help, which Click puts together."""
NAMED = {"FONT", "FORMS", "_PATTERNS"}
"""Names of fonts and of notation, which players type."""
SENTENCE = re.compile(r"[A-Za-z]{2,}[,;:]? [A-Za-z]{2,}")
TYPED = re.compile(r"(kingdoms|--)\b|<|(not )?bold\b|[a-z]+ (x|[A-Z]|gold\b|goods\b)|[A-Z]{1,2} [A-Z]{2}")
"""Beginnings of typed input, of `repr` texts, of styles, and of notation; x stands for a hole."""


def without(node: ast.AST) -> bool:
    """Return whether the texts in a part of the code are not for people who play."""
    if isinstance(node, ast.Call):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        return name in BUILT_IN | DESCRIBING
    if isinstance(node, ast.Assign | ast.AnnAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        return any(isinstance(target, ast.Name) and target.id in NAMED for target in targets)
    return isinstance(node, ast.Assert | ast.Compare) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))


def strings(node: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the strings in a part of the code with their lines, with x for each hole."""
    if without(node):
        return
    if isinstance(node, ast.JoinedStr):
        yield node.lineno, "".join(str(part.value) if isinstance(part, ast.Constant) else "x" for part in node.values)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.lineno, node.value
    else:
        for child in ast.iter_child_nodes(node):
            yield from strings(child)


def sentences(code: str) -> list[tuple[int, str]]:
    """Return the sentences in code, with their lines."""
    lines = ((line, text.strip()) for line, text in strings(ast.parse(code)))
    return [(line, text) for line, text in lines if SENTENCE.search(text) and not TYPED.match(text)]


def raised(code: str) -> list[tuple[int, str]]:
    """Return the sentences in statements that raise, with their lines."""
    statements = (
        [node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Raise) and node.exc] if "raise " in code else []
    )
    lines = ((line, text.strip()) for node in statements if node.exc for line, text in strings(node.exc))
    return [(line, text) for line, text in lines if SENTENCE.search(text)]


def test_no_error_that_players_or_hosts_meet_is_a_sentence_in_code() -> None:
    for_programmers = {path for pattern in TO_PROGRAMMERS for path in PACKAGE.glob(pattern)}
    files = [path for path in sorted(PACKAGE.rglob("*.py")) if path not in for_programmers and "template" not in path.parts]
    literal = {str(path.relative_to(PACKAGE)): raised(path.read_text(encoding="utf-8")) for path in files}
    assert {name: sentences for name, sentences in literal.items() if sentences} == {}
    assert all(any(raised(path.read_text()) for path in PACKAGE.glob(pattern)) for pattern in TO_PROGRAMMERS)
    assert raised('raise ArenaError(f"{path} holds no arena")')
    assert not raised('raise TypeError(f"{path} holds no arena")')


def test_no_code_that_speaks_holds_a_sentence() -> None:
    exempt = {path for pattern in FOR_PROGRAMMERS for path in PACKAGE.glob(pattern)}
    files = [path for pattern in SPEAKING for path in sorted(PACKAGE.glob(pattern)) if path not in exempt]
    literal = {str(path.relative_to(PACKAGE)): sentences(path.read_text(encoding="utf-8")) for path in files}
    assert {name: lines for name, lines in literal.items() if lines} == {}
    assert len(files) > 90, f"{len(files)} files were read of {Path(PACKAGE)}"


def test_a_sentence_in_code_is_found_and_text_for_programmers_is_not() -> None:
    found = (
        'raise NotationError(f"{word} is not a seat")',
        'print_sentence(console, "The game is over.")',
        'hint = f"as in {action}"',
    )
    assert all(map(sentences, found))
    passed = (
        'raise TypeError("states change: use the hash as a key")',
        'click.option("--seats", help="Who plays.")',
        'console.print(f"  kingdoms replay {path}")',
        'text("terminal.undone", action=taken)',
        '"""Return the seats of a game."""',
        'TEXTS = ("exchange gold", f"attack {leader} {site}")',
    )
    assert not any(map(sentences, passed))


READ_OUT = {"alt", "aria-description", "aria-label", "aria-roledescription", "label", "placeholder", "summary", "title"}
"""The attributes of HTML that people read or hear."""
OURS = re.compile(r"\bKingdoms\b")
"""The name of the program, which no language translates."""
CODE = ("test", "iter", "target", "defaults")
"""The fields of a template's nodes that write nothing."""


def literals(node: nodes.Node) -> str:
    """Return the literal text that a part of a template can write to the page."""
    if isinstance(node, nodes.TemplateData):
        return node.data
    if isinstance(node, nodes.Const):
        return f" {node.value} " if isinstance(node.value, str) else ""
    if isinstance(node, nodes.Filter):
        return (literals(node.node) if node.node else "") + constants(*node.args)
    if isinstance(node, nodes.Call):
        return "" if getattr(node.node, "name", None) == "text" else constants(*node.args, *node.kwargs)
    if isinstance(node, nodes.Assign):
        return constants(node.node)
    if isinstance(node, nodes.Extends | nodes.FromImport | nodes.Test | nodes.Compare | nodes.Getitem | nodes.Getattr):
        return ""
    return "".join(map(literals, node.iter_child_nodes(exclude=CODE)))


def constants(*values: nodes.Node) -> str:
    """Return the constants among values that a macro or a variable takes, if they look like words instead of names."""
    texts = [constant.value for value in values for constant in nodes.List([value]).find_all(nodes.Const)]
    return " ".join(text for text in texts if isinstance(text, str) and re.match(r"[A-Z][a-z]|\w+ \w", text))


class Reader(HTMLParser):
    """Collects the words that people read on a page: text, and attributes that are read out."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note attributes that are read out, and the button of an input."""
        kinds = dict(attrs)
        names = READ_OUT | ({"value"} if kinds.get("type") in ("button", "submit", "reset") else set())
        names |= {"content"} if kinds.get("name") == "description" else set()
        self.words += [value for name, value in attrs if name in names and value]

    def handle_data(self, data: str) -> None:
        """Note text outside scripts and styles."""
        if self.cdata_elem not in ("script", "style"):
            self.words.append(data)


def words(template: str) -> list[str]:
    """Return the literal words of a template."""
    reader = Reader()
    reader.feed(literals(Environment().parse(template)))
    reader.close()
    lines = (" ".join(OURS.sub("", part).split()) for part in reader.words)
    return [line for line in lines if re.search(r"[^\W\d_]{2,}", line)]


def test_a_literal_word_in_a_template_is_found_and_names_and_code_are_not() -> None:
    found = (
        "<p>Nothing yet.</p>",
        "<p>{% if rows %}{{ rows }}{% else %}none{% endif %}</p>",
        '<p>{{ number }} {{ "report" if number == 1 else text("operator.reports") }}</p>',
        '{{ card("Open reports") }}',
        '<input placeholder="Your token">',
        '<input type="submit" value="Send">',
        '{% call card("games") %}<b title="Every game">{{ number }}</b>{% endcall %}',
        '{% set heading = "Open games" %}<h2>{{ heading }}</h2>',
        '<p>{{ name | default("No name") }}</p>',
        '{% extends "base.html" %}{% block main %}{% macro card() %}<p>No games.</p>{% endmacro %}{% endblock %}',
    )
    assert all(map(words, found))
    passed = (
        '<p class="card wide" id="fault">{{ text("operator.heading", when="never") }} - {{ number }}</p>',
        '<a class="{{ "button quiet" if link else "button" }}" href="/">Kingdoms</a>{# A remark. #}',
        '{{ table(rows, ["when", "who"], style="figures") }}',
        "<style>.big th { color: red }</style><script>let answer = 42</script>",
        '{% for name in ("reports_look", "reports_close") if status == "open" %}{{ text("operator." ~ name) }}{% endfor %}',
    )
    assert not any(map(words, passed))


def test_no_template_holds_a_word() -> None:
    files = sorted(PACKAGE.glob("**/templates/*.html"))
    assert {"login.html", "status.html"} <= {path.name for path in files}
    literal = {str(path.relative_to(PACKAGE)): words(path.read_text(encoding="utf-8")) for path in files}
    assert {name: lines for name, lines in literal.items() if lines} == {}
