"""Records as tables with a row for each entry: JSON, CSV and Parquet."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from typing import Any, Final

from kingdoms.core.record import Record

COLUMNS: Final = {
    "number": int,
    "round": int,
    "by": str,
    "player": str,
    "decision": str,
    "choices": int,
    "action": str,
    "action_number": int,
    "call": str,
    "told": str,
}
"""The columns of every game with their types; a column `score_SEAT` for each seat follows."""


def columns(record: Record) -> dict[str, type]:
    """Return the columns of a record's table with their types.

    Examples:
        >>> import kingdoms
        >>> list(columns(Record(kingdoms.load_game("middlesea", seats=2))))[-2:]
        ['score_N', 'score_S']
    """
    return {**COLUMNS, **{f"score_{seat}": int for seat in record.game.seats}}


def rows(record: Record) -> Iterator[dict[str, Any]]:
    """Yield a row for each entry of a record: what was asked, what was chosen, and how the seats stand after it.

    - `number` counts entries from 1, and `round` is that of the decision.
    - `by`, `action` and `call` are as in the record; `player` is who has the seat.
    - `decision` is the kind of decision, `choices` the number of legal actions, and `action_number` the action as a number.
    - `told` is what happened, in sentences, and `score_SEAT` a seat's score afterwards.

    Values that a row or a game does not have are None.

    Examples:
        >>> import kingdoms
        >>> record = Record(kingdoms.load_game("rivers", seats=2))
        >>> record.apply("first B")
        >>> [(row["number"], row["by"], row["decision"], row["choices"], row["score_A"]) for row in rows(record)]
        [(1, 'chance', 'first', 2, 0)]
    """
    game, before = record.game, record.opening()
    for number, (entry, after) in enumerate(record.replay(), 1):
        row: dict[str, Any] = {"number": number, "round": before.view(None).round, "by": entry.by, "call": entry.call}
        if entry.action is not None:
            code = game.string_to_action(entry.action)
            row |= {"player": record.players.get(entry.by or ""), "decision": before.decision()}
            row |= {"choices": len(before.legal_actions()), "action": entry.action, "action_number": code}
            events = game.narrate(before, entry.action, after)
        else:
            events = game.call(before.clone(), str(entry.call))
        scores = game.open_view(after, None).scores
        row |= {"told": " ".join(event.text for event in events)}
        row |= {f"score_{seat}": scores.get(seat) for seat in game.seats}
        yield {name: row.get(name) for name in columns(record)}
        before = after


def write_json(record: Record) -> str:
    """Return a record as one JSON object: its header, its rows, and the outcome of a finished game.

    Examples:
        >>> import kingdoms
        >>> sorted(json.loads(write_json(Record(kingdoms.load_game("rivers", seats=2)))))
        ['header', 'outcome', 'rows']
    """
    outcome = record.state.outcome()
    document = {
        "header": record.header(),
        "rows": list(rows(record)),
        "outcome": None if outcome is None else outcome.to_json(),
    }
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def write_csv(record: Record) -> str:
    """Return the rows of a record as CSV, with a line of column names first.

    Examples:
        >>> import kingdoms
        >>> write_csv(Record(kingdoms.load_game("middlesea", seats=2))).split(",")[:3]
        ['number', 'round', 'by']
    """
    written = io.StringIO()
    writer = csv.DictWriter(written, list(columns(record)), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows(record))
    return written.getvalue()


def write_parquet(record: Record) -> bytes:
    """Return the rows of a record as a Parquet file.

    Raises:
        ModuleNotFoundError: polars, of the extra `arena`, is not installed.
    """
    import polars  # noqa: PLC0415  only for Parquet

    types = {int: polars.Int64, str: polars.String}
    schema = {name: types[kind] for name, kind in columns(record).items()}
    written = io.BytesIO()
    polars.DataFrame(list(rows(record)), schema=schema, orient="row").write_parquet(written)
    return written.getvalue()
