"""What the explorer knows about a position."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from kingdoms.bots.tally import wilson
from kingdoms.core.game import Game
from kingdoms.core.message import Said
from kingdoms.core.registry import game_folder
from kingdoms.core.state import State
from kingdoms.explorer.counts import TRIAL, UNIT, ExplorerError, number_of
from kingdoms.explorer.file import NAME, ExplorerFile


@dataclass(frozen=True)
class Tally:
    """Games, and the share of the victory in them of the seat that decided.

    Attributes:
        games: the number of games.
        won: the sum of the shares.
    """

    games: int = 0
    won: float = 0.0

    @property
    def share(self) -> float:
        """The mean share, from 0 to 1."""
        return self.won / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% confidence interval of the share (Wilson's)."""
        return wilson(self.won, self.games)

    def to_json(self) -> dict[str, Any]:
        """Return the tally as JSON data.

        Examples:
            >>> Tally(40, 30.0).to_json()
            {'games': 40, 'share': 0.75, 'low': 0.598, 'high': 0.858}
        """
        low, high = self.interval
        return {"games": self.games, "share": round(self.share, 3), "low": round(low, 3), "high": round(high, 3)}


@dataclass(frozen=True)
class Row:
    """What is known of one action in a position.

    Attributes:
        action: the action.
        equal: other legal actions that do the same up to symmetry, and are counted with it.
        legal: whether it is legal; others have played it with tiles that the seat to move lacks here, for instance.
        choice: what it does, as the game says it in menus; None unless it is legal.
        tally: all games in which it was played, or tried.
        by: the same by kind of player. The kind `trial` is not a player: an arena has varied its games with it.
    """

    action: str
    equal: Sequence[str]
    legal: bool
    choice: Said | None
    tally: Tally
    by: Mapping[str, Tally] = field(default_factory=dict)

    @property
    def words(self) -> str:
        """What the action does, in words; "" unless it is legal."""
        return "" if self.choice is None else str(self.choice)

    @property
    def played(self) -> int:
        """The games in which a player chose the action."""
        return self.tally.games - self.by.get(TRIAL, Tally()).games

    def to_json(self) -> dict[str, Any]:
        """Return the row as JSON data."""
        facts = {"action": self.action, "equal": list(self.equal), "legal": self.legal, "words": self.words}
        by = {kind: tally.to_json() for kind, tally in self.by.items()}
        return facts | self.tally.to_json() | {"played": self.played, "by": by}


@dataclass(frozen=True)
class Position:
    """What is known of a position.

    Attributes:
        in_opening: whether the position belongs to the opening, which is all that the explorer keeps.
        rows: the actions, the most played ones first.
        sources: kind of player -> in how many games of this kind and number of seats it had a seat; "" for all games.
        least: positions met less often than this were left out.
    """

    in_opening: bool
    rows: Sequence[Row] = ()
    sources: Mapping[str, int] = field(default_factory=dict)
    least: int = 1

    @property
    def total(self) -> int:
        """The games in which the position was met."""
        return sum(row.tally.games for row in self.rows)

    def to_json(self) -> dict[str, Any]:
        """Return the position as JSON data; `games` is the number of games that were counted."""
        sources = {kind: games for kind, games in self.sources.items() if kind}
        return {
            "in_opening": self.in_opening,
            "total": self.total,
            "games": self.sources.get("", 0),
            "sources": sources,
            "least": self.least,
            "rows": [row.to_json() for row in self.rows],
        }


class Explorer:
    """The openings in a file.

    Args:
        path: the file; it may be on the disk only, since it is not read into memory.

    Raises:
        OSError: the file cannot be read; ExplorerError: it is not a file of openings, or is damaged.
    """

    def __init__(self, path: str | Path) -> None:
        self.file = ExplorerFile(Path(path))

    def has(self, game: Game) -> bool:
        """Return whether the file has games of this kind and with this number of seats."""
        return game.num_players in self.file.games.get(game.name, {})

    def position(self, state: State) -> Position:
        """Return what is known of a position.

        Raises:
            ExplorerError: the file is damaged.
        """
        game = state.game
        sources: Mapping[str, int] = self.file.games.get(game.name, {}).get(game.num_players, {})
        opening = game.opening(state)
        if opening is None:
            return Position(False, (), sources, self.file.least)
        tallies: dict[int, dict[str, Tally]] = defaultdict(dict)
        for image, kind, games, parts in self.file.rows(number_of(game, opening.key)):
            tallies[image][self.file.kinds[kind]] = Tally(games, parts / UNIT)
        actions: dict[int, list[int]] = defaultdict(list)
        for action in state.legal_actions() if tallies else ():
            actions[opening.image(action)].append(action)
        # An illegal action has a name only if it is its own image.
        names = {image: actions.get(image) or ([image] if opening.image(image) == image else []) for image in tallies}
        rows = [_row(state, names[image], image in actions, by) for image, by in tallies.items() if names[image]]
        rows.sort(key=lambda row: (row.legal, row.played, row.tally.games, row.tally.share), reverse=True)
        return Position(True, rows, sources, self.file.least)


def explore(state: State, folder: Path | None = None) -> Position:
    """Return what is known of a position: what was played, by whom, how often, and with what share of the victory.

    Args:
        state: a position of an opening.
        folder: a folder that may have a file `explorer.bin` of one's own, such as the data folder. Games that are not in it are
            looked up in the file that comes with the game.

    Raises:
        ExplorerError: a file is damaged.

    Examples:
        >>> import kingdoms
        >>> state = kingdoms.load_game("middlesea", seats=2).new_initial_state().child("first S")
        >>> position = explore(state)
        >>> position.in_opening, position.total == sum(row.tally.games for row in position.rows)
        (True, True)
    """
    rules = game_folder(type(state.game))
    for place in (folder, rules):
        explorer = None if place is None else explorer_at(place / NAME)
        if explorer is not None and explorer.has(state.game):
            return explorer.position(state)
    return Position(state.game.opening(state) is not None)


def explorer_at(path: Path) -> Explorer | None:
    """Return the explorer of a file, None if there is no such file; a file is opened again only after it has changed.

    Raises:
        ExplorerError: the file cannot be read, or is damaged.
    """
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    return _open(path, status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=8)
def _open(path: Path, _changed: int, _size: int) -> Explorer:
    try:
        return Explorer(path)
    except OSError as error:
        raise ExplorerError(f"{path}: {error.strerror}") from None


def _row(state: State, actions: Sequence[int], legal: bool, by: Mapping[str, Tally]) -> Row:
    game = state.game
    first, *others = (game.action_to_string(action) for action in actions)
    tally = Tally(sum(part.games for part in by.values()), sum(part.won for part in by.values()))
    return Row(first, others, legal, game.choice(state, actions[0]) if legal else None, tally, dict(by))
