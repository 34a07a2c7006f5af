"""Where the games of the explorer come from: folders of arenas, and files of records.

Only games count in which all seats are held by levels 6 to 8 or by rated people, and that began in the usual way and ended by
their rules. The games of a server are read by `kingdoms.server.admin.openings`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

from kingdoms.arena.plan import ArenaPlan
from kingdoms.core.errors import RecordError
from kingdoms.core.record import Record
from kingdoms.explorer.counts import LEVELS, PlayedGame, digest_of
from kingdoms.explorer.errors import ExplorerError
from kingdoms.files import read_text
from kingdoms.texts import text

PLAN: Final = "plan.json"
RECORDS: Final = "records"
SKIPPED: Final = None
"""What a source yields for a game that does not count, or that has been counted before."""


def arena_records(folder: Path) -> list[Path]:
    """Return the files of the records in the folder of an arena.

    Raises:
        ExplorerError: it is not such a folder, or its arena has kept no records.
    """
    if not (folder / PLAN).is_file():
        raise ExplorerError(text("explorer.no_arena", path=folder))
    paths = sorted((folder / RECORDS).glob("*/*.jsonl"))
    if not paths:
        raise ExplorerError(text("explorer.no_records", path=folder))
    return paths


def arena_games(folder: Path, counted: Container[bytes] = ()) -> Iterator[PlayedGame | None]:
    """Yield the games of an arena, one for each of `arena_records`, `SKIPPED` for those that do not count.

    Args:
        folder: the folder of the arena, which has to have been played with --records.
        counted: the digests of games that are skipped.

    Raises:
        ExplorerError: as `arena_records`; or the plan or a record is damaged.
    """
    from kingdoms.arena.folder import read_plan  # noqa: PLC0415  needs the extra

    paths, plan = arena_records(folder), read_plan(folder)
    for path in paths:
        if not path.stem.isdecimal():
            raise ExplorerError(text("explorer.foreign_record", path=path))
        pairing = plan.pairing(int(path.stem))
        bots = {seat: plan.bots[label] for seat, label in zip(plan.seats, pairing.bots, strict=True)}
        yield _game(path, counted, bots, partial(_tries, plan, pairing.opening))


def record_games(paths: Iterable[Path], counted: Container[bytes] = ()) -> Iterator[PlayedGame | None]:
    """Yield the games of files of records, `SKIPPED` for those that do not count.

    Args:
        paths: the files.
        counted: the digests of games that are skipped.

    Raises:
        ExplorerError: a record is damaged.
    """
    for path in paths:
        yield _game(path, counted)


def counts_as(record: Record, kinds: Mapping[str, str]) -> bool:
    """Return whether a game counts: it is over by its rules, began in the usual way, and the kinds of all its players count."""
    return record.position is None and record.state.is_terminal() and set(kinds) == set(record.game.seats)


def _game(
    path: Path,
    counted: Container[bytes],
    bots: Mapping[str, str] | None = None,
    tries_of: Callable[[], Callable[[Sequence[int]], bool]] | None = None,
) -> PlayedGame | None:
    """Return the game of a record; the players are those of its header unless they are given."""
    try:
        lines = read_text(path).split("\n")
        if _digest(lines) in counted:
            return SKIPPED
        record = Record.parse(lines)
    except OSError as error:
        raise ExplorerError(f"{path}: {error.strerror}") from None
    except (RecordError, UnicodeDecodeError) as error:
        raise ExplorerError(f"{path}, {error}") from None
    players = record.players if bots is None else bots
    kinds = {seat: player for seat, player in players.items() if player in LEVELS}
    if not counts_as(record, kinds):
        return SKIPPED
    return PlayedGame(record, kinds, None if tries_of is None else tries_of())


def _digest(lines: Sequence[str]) -> bytes | None:
    """Return the digest of a record without replaying it; None if it is damaged, which replaying will say."""
    try:
        header, *entries = (json.loads(line) for line in lines if line.strip())
        return digest_of(header, (entry for entry in entries if "outcome" not in entry))
    except (ValueError, TypeError, KeyError, RecursionError):
        return None


def _tries(plan: ArenaPlan, opening: int) -> Callable[[Sequence[int]], bool]:
    """Return a function that says, decision by decision, which ones an arena has taken at random to vary its games."""
    from kingdoms.arena.playing import Opening  # noqa: PLC0415  needs the extra

    coins: Any = Opening(plan.seed_of(opening, "coins"), plan.decisions * len(plan.seats), plan.percent)
    return lambda legal: coins.choice(legal) is not None
