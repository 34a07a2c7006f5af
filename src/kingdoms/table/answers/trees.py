"""Trees of variations as JSON data, and as records."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from kingdoms.core.entry import Mark, RecordEntry, read_comment, read_marks
from kingdoms.core.errors import KingdomsError
from kingdoms.core.record import Record
from kingdoms.core.state import State
from kingdoms.core.tree import GameTree, Node
from kingdoms.export.position_text import record_of_text
from kingdoms.table.answers.board import CALL, Root, call_in, play_text, read_root
from kingdoms.table.answers.viewing import check_over, number_in
from kingdoms.table.base.errors import ApiError, api_errors
from kingdoms.table.game.live import LiveGame
from kingdoms.table.game.records import lines_of
from kingdoms.table.service.games import Games
from kingdoms.texts import text

MOST_NODES: Final = 5_000
"""The maximum number of nodes of a board, those that were deleted included."""


def notes_of(notes: Any) -> tuple[str, tuple[Mark, ...]]:
    """Return a comment and marks.

    Raises:
        ApiError: 422, they hold control characters.
    """
    marks = [
        mark if isinstance(mark, str) else {name.rstrip("_"): value for name, value in vars(mark).items()}
        for mark in notes.marks
    ]
    with api_errors(422):
        return read_comment(notes.comment), read_marks(marks)


def read_node(state: State, given: Any) -> RecordEntry:
    """Play what a node says on the state at its parent, and return it as an entry with notes.

    Raises:
        ApiError: 422, it is not legal there; its field `node` is the node's id.
    """
    by, call = state.to_move or "chance", call_in(given.action)
    try:
        comment, marks = notes_of(given)
        play_text(state, given.action)
    except ApiError as error:
        error.extra["node"] = given.id
        raise
    if call is not None:
        return RecordEntry(call=call, comment=comment, marks=marks)
    return RecordEntry(by, given.action, comment=comment, marks=marks)


def read_tree(root: Root, tree: Any, into: GameTree) -> Iterator[tuple[Any, RecordEntry]]:
    """Add the nodes of a request to a tree, and yield each with its entry.

    Raises:
        ApiError: 422, a node is not legal at its parent, has no parent, or has the id of another one; or there are too many.
    """
    if len(tree.nodes) > MOST_NODES:
        raise ApiError(422, "board_full", text("error.board_full", most=MOST_NODES))
    into.root.comment, into.root.marks = notes_of(tree)
    children: Mapping[str | None, list[Any]] = defaultdict(list)
    for node in tree.nodes:
        children[node.parent].append(node)
    if len({node.id for node in tree.nodes}) < len(tree.nodes):
        raise ApiError(422, "node_twice", text("error.node_twice"))
    waiting: list[tuple[str | None, Node, State]] = [(None, into.root, root.state)]
    placed = 0
    while waiting:
        name, parent, state = waiting.pop()
        for node in sorted(children[name], key=lambda node: node.order):
            after = state.clone()
            entry = read_node(after, node)
            waiting.append((node.id, parent.grow(entry), after))
            placed += 1
            yield node, entry
    if placed < len(tree.nodes):
        raise ApiError(422, "no_parent", text("error.no_parent"))


def tree_json(tree: GameTree) -> dict[str, Any]:
    """Return a tree as JSON data, with numbers as ids."""
    ids: dict[Node, str | None] = {tree.root: None}
    nodes = []
    for number, node in enumerate(tree.nodes(), 1):
        ids[node], parent = str(number), node.parent
        assert parent is not None
        entry = node.entry
        nodes.append(
            {
                "id": str(number),
                "parent": ids[parent],
                "by": entry.by,
                "action": entry.action if entry.call is None else CALL + entry.call,
                "order": parent.children.index(node),
                "comment": node.comment,
                "marks": marks_json(node.marks),
            }
        )
    return {"comment": tree.root.comment, "marks": marks_json(tree.root.marks), "nodes": nodes}


def marks_json(marks: Sequence[Mark]) -> list[Any]:
    """Return marks as JSON data."""
    return [mark.to_json() for mark in marks]


def root_json(record: Record) -> dict[str, Any]:
    """Return where a record begins, as the root of a board: as a text, if that is still completed in the same way."""
    with suppress(KingdomsError):
        if record.position_text and record_of_text(record.position_text).position == record.position:
            return {"text": record.position_text}
    if record.position is not None:
        return {"position": record.position}
    game = record.game
    return {"new": {"game": game.name, "seats": list(game.seats), "rulings": dict(game.rulings)}}


async def tree_of(games: Games, lines: Sequence[str]) -> dict[str, Any]:
    """Return the lines of a record as a tree of variations, and where it begins.

    Raises:
        ApiError: 422, they cannot be read.
    """
    record: Record | None = None

    def steps() -> Any:
        nonlocal record
        for record in Record.read(lines):  # noqa: B007  only the last value is needed
            yield

    with api_errors(422):
        await games.slices.collect(steps())
    assert record is not None
    return {"root": root_json(record), "tree": tree_json(GameTree(record))}


async def tree_of_game(games: Games, live: LiveGame, number: int | None) -> dict[str, Any]:
    """Return a finished game as a tree, and the node of a moment. A running game would be analysed by its players."""
    check_over(live, text("error.not_over_tree"))
    last = number_in(live, number)
    common = sum(left == right for left, right in zip(live.record_numbers, live.record_numbers_at(last), strict=False))
    lines = await games.slices.collect(lines_of(live))
    return await tree_of(games, lines) | {"at": str(common) if common else None}


async def write_tree(games: Games, request: Any) -> tuple[str, str]:
    """Return the game of the root and tree in a request, and the tree as a record."""
    root = read_root(request.root)
    tree = GameTree(root.record())
    await games.slices.collect(read_tree(root, request.tree, tree))
    with api_errors(422):
        record = tree.to_record()
    return record.game.name, "".join(await games.slices.collect(f"{line}\n" for line in record.each_line()))
