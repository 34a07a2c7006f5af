"""`kingdoms new-game`: a package for a game of one's own, to start from."""

from __future__ import annotations

import keyword
import re
from collections.abc import Collection
from importlib.util import find_spec
from pathlib import Path
from string import Template

import click

from kingdoms.core.errors import KingdomsError
from kingdoms.core.registry import game_names
from kingdoms.texts import text

TEMPLATES = Path(__file__).parent / "template"
FILES = {
    "README.md": "README.md.in",
    "pyproject.toml": "pyproject.toml.in",
    "src/{name}/__init__.py": "init.py.in",
    "src/{name}/game.py": "game.py.in",
    "tests/test_{name}.py": "test_game.py.in",
}
"""File of the package -> its template."""
NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")


def package_files(name: str, title: str, features: Collection[str] = ()) -> dict[str, str]:
    """Return the files of a package for a game, by path.

    Args:
        name: the name of the game, which is also that of the Python package.
        title: the display name.
        features: what the game has: "secrets", "chance", both or neither.

    Examples:
        >>> files = package_files("harbour_lights", "Harbour Lights")
        >>> sorted(files)[-1], "class HarbourLights(Game[Table])" in files["src/harbour_lights/game.py"]
        ('tests/test_harbour_lights.py', True)
    """
    words = {
        "name": name,
        "title": title,
        "distribution": name.replace("_", "-"),
        "class_name": "".join(part.capitalize() for part in name.split("_")),
    }
    files = {path: _lines((TEMPLATES / template).read_text(encoding="utf-8"), features) for path, template in FILES.items()}
    return {path.format(name=name): Template(content).substitute(words) for path, content in files.items()}


def _lines(template: str, features: Collection[str]) -> str:
    """Return the lines of a template for games with some features.

    After a line such as `#: secrets !chance`, lines are for games with secrets and without chance; after `#:`, for all games.
    """
    lines, chosen = [], True
    for line in template.splitlines(keepends=True):
        if line.startswith("#:"):
            chosen = all((name.lstrip("!") in features) != name.startswith("!") for name in line[2:].split())
        elif chosen:
            lines.append(line)
    return "".join(lines)


@click.command("new-game")
@click.argument("name")
@click.option("--title", default="", help="The display name.  [default: NAME in words]")
@click.option(
    "--folder", type=click.Path(path_type=Path), help="Where to write the package: a new folder.  [default: NAME, here]"
)
@click.option("--secrets", is_flag=True, help="Begin with a game in which seats know different things.")
@click.option("--chance", is_flag=True, help="Begin with a game in which chance decides, too.")
def new_game(name: str, title: str, folder: Path | None, secrets: bool, chance: bool) -> None:
    """Write a package for a game of your own, NAME, that can be installed, played and tested at once.

    It has a small game, with secrets and chance if you ask for them; the page "Add a game" of the documentation says what else
    a game can have.
    """
    if not NAME.fullmatch(name) or keyword.iskeyword(name):
        raise KingdomsError(text("command.new_game_name", name=repr(name)))
    if name in game_names():
        raise KingdomsError(text("command.new_game_known", name=name))
    spec = find_spec(name)
    if spec is not None and (spec.origin is not None or name == "kingdoms"):  # a folder without code has no origin
        raise KingdomsError(text("command.new_game_module", name=name))
    title = title or name.replace("_", " ").title()
    if re.search(r'[\\"\n$]', title):
        raise KingdomsError(text("command.new_game_title", title=repr(title)))
    folder = folder or Path(name)
    if folder.exists():
        raise KingdomsError(text("command.new_game_exists", path=folder))
    try:
        features = [feature for feature, chosen in (("secrets", secrets), ("chance", chance)) if chosen]
        for path, content in package_files(name, title, features).items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(content, encoding="utf-8")
    except OSError as error:
        raise KingdomsError(text("command.not_written", path=folder, reason=error.strerror or error)) from None
    click.echo(text("command.new_game", path=folder, name=name))
