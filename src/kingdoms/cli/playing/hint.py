"""A hint at the terminal: the advised choice, and the reason."""

from __future__ import annotations

from collections.abc import Iterator

from kingdoms.analysis import analyse_position, sight_of_mover
from kingdoms.analysis.prudence import ADVICE
from kingdoms.bots import BOTS
from kingdoms.cli.playing.menu import describe
from kingdoms.core.message import message_text
from kingdoms.core.record import Record
from kingdoms.texts import text


def hint_sentences(record: Record, seat: str) -> Iterator[str]:
    """Yield the sentences of a hint to the seat to move.

    Args:
        record: the game.
        seat: the seat; the hint uses what it knows, and addresses it.

    Examples:
        >>> import kingdoms
        >>> record = kingdoms.Record(kingdoms.load_game("middlesea", seats=2))
        >>> for action in ["first N", "explore suns N.FM", "road N.C N.FM"]:
        ...     record.apply(action)
        >>> next(hint_sentences(record, "N")).startswith("Search would play ")
        True
    """
    state = record.state
    view, history = sight_of_mover(record, seat)
    analysis = analyse_position(view, ADVICE, seen=history, most_options=1)
    best = state.game.string_to_action(analysis.best.action)
    yield text("terminal.hint", action=analysis.best.action, words=describe(state, best))
    adviser = BOTS.adviser(state.game, 0)
    if adviser is not None and (reason := adviser.reason(view, best)):
        yield message_text(reason, seat, state, notation=True)
