"""Generates the parts of the documentation that are derived from the code: `python docs/generate.py`.

From each `NAME.md.in` it makes the page `NAME.md`, with each line such as `<!-- rulings rivers -->` replaced by generated text.
`images/pictures.json` describes the pictures. A test checks that all generated files are up to date.
"""

from __future__ import annotations

import dataclasses
import inspect
import json
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, cast

sys.path.insert(0, str(Path(__file__).parent.parent))  # run as a program, this file finds the other one beside it

import kingdoms
from docs import drawings
from kingdoms.cli.documents.film import make_film
from kingdoms.core.game import Game
from kingdoms.core.registry import game_class
from kingdoms.core.rulings import Ruling
from kingdoms.core.view import View
from kingdoms.env import describing
from kingdoms.env.gym import GymEnv
from kingdoms.env.zoo import aec
from kingdoms.texts.checking import GLOSSARY

DOCS = Path(__file__).parent
FILLED_IN = re.compile(r"^<!-- (.*) -->$", re.MULTILINE)


def own_games() -> list[str]:
    """Return the names of the games in this package, without those of other installed packages."""
    return [name for name in kingdoms.game_names() if game_class(name).__module__.startswith("kingdoms.games.")]


def clauses(game: str, only: str = "", without: Sequence[str] = ()) -> str:
    """Return a game's rules by chapter, with an anchor for each clause."""
    parts = []
    for title, texts in game_class(game).chapters.items():
        if title not in without and only in ("", title):
            parts.append(f"## {title}\n")
            parts += [f"**{name}**{{ #{name} }} {text}\n" for name, text in texts.items()]
    return "\n".join(parts).rstrip()


def rulings(game: str) -> str:
    """Return the table of a game's rulings."""
    return _rulings(game_class(game).known_rulings)


def variants(game: str) -> str:
    """Return the table of a game's variants."""
    return _rulings(game_class(game).variants)


def _rulings(known: Sequence[Ruling]) -> str:
    """Return a table of rulings."""
    parts = ["| ruling | values | what it decides | point |", "| --- | --- | --- | --- |"]
    for ruling in known:
        values = ", ".join(f"`{json.dumps(value).strip(chr(34))}`" for value in ruling.values)
        more = " or a whole number >= 1" if ruling.counts else ""
        parts.append(f"| `{ruling.name}` | {values}{more} | {ruling.about} | [{ruling.clauses}](#{ruling.clauses}) |")
    return "\n".join(parts)


def events() -> str:
    """Return a table of the kinds of events for each game."""
    parts = []
    for name in own_games():
        game = game_class(name)
        parts += [f"## {game.title}", "", "| kind | what has happened | details |", "| --- | --- | --- |"]
        for kind, told in game.event_kinds.items():
            details = "; ".join(f"`{detail}`: {about}" for detail, about in told.details.items())
            parts.append(f"| `{kind}` | {told.about} | {details} |")
        parts.append("")
    return "\n".join(parts).rstrip()


def api() -> str:
    """Return the API entries of each game: its class, its view, and the data types for its clients."""
    parts = []
    for name in own_games():
        game = game_class(name)
        facts = inspect.getmodule(game.facts_type())
        shapes = [
            shape
            for shape in vars(facts).values()
            if inspect.isclass(shape) and dataclasses.is_dataclass(shape) and inspect.getmodule(shape) is facts
        ]
        shown = [game, type(game().new_initial_state().view(None)), *shapes, game.forecast_type()]
        parts += [f"## {game.title}", ""]
        parts += [f"::: {each.__module__}.{each.__qualname__}" for each in shown if each is not None]
        parts.append("")
    return "\n".join(parts).rstrip()


NOT_REPLACED = {
    *("accept_viewer", "changed_rulings", "choose_seats", "deserialize", "num_players", "observation", "part", "to_action"),
    *("usual_rounds", "usual_seat"),  # of Game
    *("asked", "decision", "outcome", "question", "seats", "to_move"),  # of View
}
"""What every game has and none replaces."""


def attributes() -> str:
    """Return a table of the attributes of a game that have a default, from the docstring of `Game`."""
    described = re.findall(r"^ {4}(\w+): (.+(?:\n {8}.+)*)", _parts_of(Game)["Attributes"], re.MULTILINE)
    rows = [(name, " ".join(about.split())) for name, about in described if hasattr(Game, name)]
    return "\n".join(
        ["| attribute | what it is |", "| --- | --- |", *(f"| `{name}` | {_cell(about)} |" for name, about in rows)]
    )


def methods(of: type) -> str:
    """Return a table of the methods of a class that a game can replace, with their signatures and defaults."""
    parts = ["| method | what it brings |", "| --- | --- |"]
    for name, member in (pair for each in reversed(of.__mro__) for pair in vars(each).items()):
        if name.startswith("_") or name in NOT_REPLACED or not _is_replaceable(member):
            continue
        about = _parts_of(getattr(of, name))[""]
        first, *others = re.split(r"(?<=\.)\s+", " ".join(about.split()))
        more = [sentence for sentence in others if re.search(r"\bdefault\b|Games should", sentence)]
        signature = _signature(name, member).replace(" | ", " or ")  # a bar would end the cell
        parts.append(f"| `{signature}` | {_cell(' '.join([first, *more]))} |")
    return "\n".join(parts)


def arguments() -> str:
    """Return a table of the arguments of environments for Gymnasium and PettingZoo."""
    makers = {"Gymnasium": GymEnv, "PettingZoo": aec}
    found: dict[str, dict[str, tuple[str, str]]] = {}
    for library, maker in makers.items():
        about = dict(re.findall(r"^ {4}(\w+): (.+(?:\n {8}.+)*)", _parts_of(maker)["Args"], re.MULTILINE))
        for name, parameter in inspect.signature(cast("Callable[..., object]", maker)).parameters.items():
            if name != "game":
                found.setdefault(name, {})[library] = (repr(parameter.default).replace("'", '"'), " ".join(about[name].split()))
    parts = ["| argument | for | default | meaning |", "| --- | --- | --- | --- |"]
    for name, each in found.items():
        libraries = "both" if len(each) == len(makers) else next(iter(each))
        default = next(iter(each.values()))[0]
        texts = list(dict.fromkeys(text for _, text in each.values()))
        meaning = texts[0] if len(texts) == 1 else " ".join(f"{library}: {text}" for library, (_, text) in each.items())
        parts.append(f"| `{name}` | {libraries} | `{default}` | {_cell(meaning)} |")
    return "\n".join(parts)


def _is_replaceable(member: object) -> bool:
    """Return whether a member of a class is a method or property that is not abstract."""
    kinds = (classmethod, property)
    return (inspect.isfunction(member) or isinstance(member, kinds)) and not getattr(member, "__isabstractmethod__", False)


def _signature(name: str, member: object) -> str:
    """Return a method as a call without `self` or `cls`, a property as an attribute, each with its type."""
    if isinstance(member, property):
        return f"{name}: {inspect.signature(cast('Callable[..., object]', member.fget)).return_annotation}"
    found = inspect.signature(member.__func__ if isinstance(member, classmethod) else cast("Callable[..., object]", member))
    return f"{name}{found.replace(parameters=list(found.parameters.values())[1:])}".replace("'", "")


def _parts_of(what: object) -> dict[str, str]:
    """Return the parts of a docstring by heading; the description has none."""
    text = inspect.getdoc(what) or ""
    headings = re.split(r"^(Args|Returns|Raises|Examples|Attributes):$", text, flags=re.MULTILINE)
    return {"": headings[0], **dict(zip(headings[1::2], headings[2::2], strict=True))}


def _cell(about: str) -> str:
    """Return a text for a cell of a table."""
    return about.replace("|", "\\|")


def fill_in(asked: str) -> str:
    """Return the text that replaces a placeholder.

    Raises:
        ValueError: the placeholder is unknown.
    """
    what, _, chapter = asked.partition(": ")
    match what.split(" "):
        case ["clauses", game]:
            return clauses(game, only=chapter)
        case ["clauses", game, "without"]:
            return clauses(game, without=chapter.split("; "))
        case ["rulings", game]:
            return rulings(game)
        case ["variants", game]:
            return variants(game)
        case ["events"]:
            return events()
        case ["api"]:
            return api()
        case ["environment", game]:
            return describing.overview(game)
        case ["observation", game]:
            return describing.observations(game)
        case ["actions", game]:
            return describing.actions(game)
        case ["arguments"]:
            return arguments()
        case ["attributes"]:
            return attributes()
        case ["methods", "Game"]:
            return methods(Game)
        case ["methods", "View"]:
            return methods(View)
    known = (
        "clauses GAME, rulings GAME, variants GAME, environment GAME, observation GAME, actions GAME, arguments, events, api, "
        "attributes, methods Game or methods View"
    )
    raise ValueError(f"nothing stands for {asked!r}: write {known}")


def page(source: Path) -> str:
    """Return the page for a source, with its placeholders filled in."""
    return FILLED_IN.sub(lambda found: fill_in(found[1]), source.read_text(encoding="utf-8"))


MAPS: dict[str, Callable[[str], str]] = {
    "house": drawings.house,
    "server-rooms": drawings.server,
    "operation": drawings.operation,
}
"""Drawings in two themes, by the beginning of their names."""


FILM_SPEED = 0.05
"""Seconds for each picture of a film: a whole game takes ten."""


def picture(
    start: str = "", position: str = "", record: str = "", actions: tuple[str, ...] = (), planes: bool = False, **look: Any
) -> str:
    """Return the picture of a table at the start of a game or in a position, after some actions; or what the seat to move sees.

    Of a record it is the film, as `kingdoms film --seconds 0.05` makes it.
    """
    if record:
        return make_film(kingdoms.Record.load(DOCS / "images" / record), ".svg", FILM_SPEED, **look).decode()
    if start:
        state = kingdoms.load_game(start).new_initial_state()
    else:
        state = kingdoms.read_position(json.loads((DOCS / "images" / position).read_text()))
    for action in actions:
        state.apply_action(action)
    if planes:
        return drawings.planes(state, state.current_player())
    return kingdoms.render_svg(state.view(None), **look)


def generated() -> dict[Path, str]:
    """Return the text of all generated files, by path."""
    pictures = json.loads((DOCS / "images/pictures.json").read_text())
    return {
        **{source.with_suffix(""): page(source) for source in sorted(DOCS.rglob("*.md.in"))},
        DOCS / "glossary.md": GLOSSARY.read_text(encoding="utf-8"),
        **{DOCS / "images" / name: picture(**asked) for name, asked in pictures.items()},
        **{DOCS / f"images/{name}.svg": draw("light") for name, draw in MAPS.items()},
        **{DOCS / f"images/{name}-dark.svg": draw("dark") for name, draw in MAPS.items()},
    }


if __name__ == "__main__":
    for path, text in generated().items():
        path.write_text(text)
        print("wrote", path.relative_to(DOCS.parent))
