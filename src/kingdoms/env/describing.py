"""The page of a game's environments in Markdown, from the game's own encoding: for the documentation of any game."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from math import prod

from kingdoms.core.encoding import Encoding
from kingdoms.core.game import Game
from kingdoms.core.observation import Field
from kingdoms.core.registry import game_class
from kingdoms.env.gym import VERSION


def describe(name: str) -> str:
    r"""Return a page about the environments of a game: an overview, the observation, the actions and the rewards.

    Args:
        name: the name of the game.

    Raises:
        UnknownGame: there is no such game.
        KingdomsError: its actions have no bound, and it has no encoding of its own.

    Examples:
        >>> print(describe("rivers").partition("\n")[0])
        # Two Rivers, for programs that learn
    """
    hidden = "Seats may know different things." if game_class(name).has_secrets else "Every seat sees everything."
    return "\n\n".join(
        [
            f"# {game_class(name).title}, for programs that learn",
            overview(name),
            "## Observation",
            f"{hidden} Each number is a whole number from 0 to the highest value; as `float32` it is divided by that value.",
            observations(name),
            "## Actions",
            actions(name),
            "## Rewards",
            "The winners share 1 at the end of the game; all other rewards are 0.",
        ]
    )


def overview(name: str) -> str:
    """Return a table of the names and spaces of a game's environments.

    Args:
        name: the name of the game.

    Examples:
        >>> "`Discrete(3398)`" in overview("rivers")
        True
    """
    games = _games(name)
    encodings = [game.encoding() for game in games]
    seats = "; ".join(", ".join(f"`{seat}`" for seat in game.seats) for game in games)
    sizes = _join_values([f"{encoding.size:,}" for encoding in encodings])
    planes = _join_values([" x ".join(map(str, encoding.observation.planes)) or "none" for encoding in encodings])
    secrets = "what a seat may not know" if game_class(name).has_secrets else "nothing"
    least = games[0].num_players
    rows = {
        "Gymnasium": f'`gymnasium.make("kingdoms.env.gym:kingdoms/{name}-v{VERSION}", seats={least})`',
        "PettingZoo": f'`from kingdoms.env import aec`, then `aec("{name}", seats={least})`',
        "OpenSpiel": f'`import kingdoms.env.openspiel`, then `pyspiel.load_game("kingdoms_{name}(players={least})")`',
        "many games": f'`Batch(kingdoms.load_game("{name}", seats={least}), n=1024)`',
        "version": str(VERSION),
        "agents": seats,
        "moves": "one agent at a time",
        "actions": _join_values([f"`Discrete({encoding.actions})`" for encoding in encodings])
        + ", with a mask of the legal ones",
        "observation": f"a row of numbers, `float32` or `uint8`; its length with {_counts(games)}: {sizes}",
        "planes": "" if planes == "none" else f"the beginning of that row: {planes}",
        "hidden": secrets,
        "rewards": "0 to 1 at the end, with the sum 1",
    }
    return _table(("", ""), [(key, value) for key, value in rows.items() if value])


def observations(name: str) -> str:
    """Return tables of the fields of a game's observation: the planes, then everything else.

    Args:
        name: the name of the game.

    Examples:
        >>> print(observations("rivers").splitlines()[4])
        | `river` | 11 x 16 | 1 | 0 | river cells, by 11 rows x 16 columns |
    """
    games = _games(name)
    encodings = [game.encoding() for game in games]
    count = _plane_count(encodings[0])
    head = ("field", "shape", "highest", f"begins at, with {_counts(games)}" if len(games) > 1 else "begins at", "meaning")
    rows = list(_rows(games, encodings))
    parts = [("Planes:", rows[:count]), ("Vectors and single numbers:" if count else "", rows[count:])]
    return "\n\n".join(part for title, section in parts if section for part in (title, _table(head, section)) if part)


def actions(name: str) -> str:
    """Return a table of the kinds of actions, with their numbers for the first seat.

    Args:
        name: the name of the game.

    Examples:
        >>> print(actions("rivers").splitlines()[-1])
        | 3,222 to 3,397 | 176 | `raise A1` ... `raise P11` | put up a civilization building |
    """
    game = _games(name)[0]
    encoding = game.encoding()
    texts = [game.action_to_string(encoding.decode(number, 0)) for number in range(encoding.actions)]
    rows: list[tuple[str, ...]] = []
    for kind, group in groupby(enumerate(texts), key=lambda numbered: numbered[1].split()[0]):
        numbered = list(group)
        first, last = numbered[0][0], numbered[-1][0]
        numbers = f"{first:,} to {last:,}" if last > first else f"{first:,}"
        ends = " ... ".join(f"`{text}`" for text in dict.fromkeys((numbered[0][1], numbered[-1][1])))
        rows.append((numbers, f"{len(numbered):,}", ends, _cell(game.action_kinds.get(kind, ""))))
    return _table(("numbers", "how many", "actions", "what they do"), rows)


def _games(name: str) -> list[Game]:
    cls = game_class(name)
    return [cls(count) for count in cls.player_counts]


def _rows(games: list[Game], encodings: list[Encoding]) -> Iterator[tuple[str, ...]]:
    """Return a row for each field, from the encodings with each number of seats."""
    for fields in zip(*(encoding.observation for encoding in encodings), strict=True):
        first = fields[0]
        starts = [f"{encoding.observation.starts[first.name]:,}" for encoding in encodings]
        highs = _join_values([str(field.high) for field in fields])
        yield f"`{first.name}`", _shape(games, fields), highs, _join_values(starts), _cell(_field_meaning(games, fields))


def _shape(games: list[Game], fields: tuple[Field, ...]) -> str:
    """Return the shape of a field; axes as long as there are seats are called `seats`."""
    lengths = []
    for axis in zip(*(field.shape for field in fields), strict=True):
        by_seat = len(games) > 1 and list(axis) == [game.num_players for game in games]
        lengths.append("seats" if by_seat else _join_values([str(length) for length in axis]))
    return " x ".join(lengths)


def _field_meaning(games: list[Game], fields: tuple[Field, ...]) -> str:
    """Return the meaning of a field, without the number of seats."""
    if len({field.about for field in fields}) == 1:
        return fields[0].about
    return fields[0].about.replace(f"{games[0].num_players} seats", "seats")


def _plane_count(encoding: Encoding) -> int:
    left, count = prod(encoding.observation.planes or (0,)), 0
    for field in encoding.observation:
        left -= field.size
        if left < 0:
            return count
        count += 1
    return count


def _counts(games: list[Game]) -> str:
    return " / ".join(str(game.num_players) for game in games) + " seats"


def _join_values(values: list[str]) -> str:
    """Return values for each number of seats, or the one value that they share."""
    return values[0] if len(set(values)) == 1 else " / ".join(values)


def _table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |".replace("|  |", "| |").replace("|  |", "| |") for line in lines)


def _cell(about: str) -> str:
    return about.replace("|", "\\|")
