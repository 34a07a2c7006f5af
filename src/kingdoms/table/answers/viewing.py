"""What a visitor sees of a game: views, questions, refusals, previews, and its history."""

from __future__ import annotations

from typing import Any, Final

from kingdoms.core.rng import Random
from kingdoms.core.view import View
from kingdoms.export.position_text import has_texts, position_text, read_position_text
from kingdoms.table.base.errors import ApiError, api_errors
from kingdoms.table.base.packing import Packed
from kingdoms.table.game import messages
from kingdoms.table.game.live import LiveGame
from kingdoms.table.game.records import lines_of
from kingdoms.table.service.games import Games
from kingdoms.texts import text

RECORD_TYPE: Final = "application/jsonl; charset=utf-8"
"""The media type of records."""


def read_shared(written: str) -> View:
    """Return the view that the text of a position holds.

    Raises:
        ApiError: 422, it holds none; the message says why.
    """
    with api_errors(422):
        return read_position_text(written)


def own_view(live: LiveGame, visitor_id: str | None, seat: str | None) -> str | None:
    """Return the seat whose view a visitor sees, or None for an onlooker's view. Another player's seat is a 403 error."""
    seats = live.seats_of(visitor_id)
    if seat is None:
        return seats[0] if seats else None
    if seat not in seats:
        raise ApiError(403, "not_yours", text("error.not_yours", seat=seat))
    return seat


def number_in(live: LiveGame, number: int | None) -> int:
    """Return a number in the path or body of a request, by default the newest of a game, or raise a 404 error."""
    if number is not None and number > live.number:
        raise ApiError(404, "no_number", text("error.no_number", number=live.number))
    return live.number if number is None else number


def check_begun(live: LiveGame) -> None:
    """Raise a 409 error if a game has not begun."""
    if live.header.status == "lobby":
        raise ApiError(409, "not_begun", text("error.not_begun_seats"))


def check_over(live: LiveGame, message: str) -> None:
    """Raise a 409 error with a message if a game is not over."""
    if not live.is_over:
        raise ApiError(409, "not_over", message)


def question_seats(live: LiveGame, visitor_id: str | None, viewer: str | None) -> list[str]:
    """Return the seats whose questions a visitor sees: all of theirs; in a game with secrets, only the one shown."""
    return live.seats_of(visitor_id) if not live.game.has_secrets else [] if viewer is None else [viewer]


def view(live: LiveGame, visitor_id: str | None, seat: str | None, number: int | None, *, position: bool) -> dict[str, Any]:
    """Return a seat's view, now or at a number; with `position`, also as JSON data in the format of positions."""
    check_begun(live)
    viewer = own_view(live, visitor_id, seat)
    at = number_in(live, number)
    is_newest = at == live.number
    state = live.state if is_newest else live.state_at(at)
    ask = messages.ask(live, question_seats(live, visitor_id, viewer)) if is_newest else None
    answer = {"number": at, "view": messages.seat_view(live, state, viewer), "ask": ask}
    return answer | ({"position": messages.position(live, state, viewer)} if position else {})


def legal(live: LiveGame, visitor_id: str | None, seat: str | None) -> dict[str, Any]:
    """Return the question to a seat, with its legal actions."""
    viewer = own_view(live, visitor_id, seat)
    seats = question_seats(live, visitor_id, viewer) if seat is None else [str(viewer)]
    return {"number": live.number, "ask": messages.ask(live, seats)}


def explain(live: LiveGame, visitor_id: str | None, action: str | None) -> dict[str, Any]:
    """Return why an action is not legal, or the current question."""
    check_begun(live)
    if action is None:
        question, clauses = live.game.explain(live.state)
        return {**messages.message_fields("question", question), "clauses": clauses}
    if live.to_move not in live.seats_of(visitor_id):
        raise ApiError(409, "not_your_turn", text("error.not_your_turn_why"))
    return messages.refusal(live.state, action)


def preview(live: LiveGame, visitor_id: str | None, base: int, actions: list[str]) -> dict[str, Any]:
    """Return what actions would do, without playing them."""
    if live.to_move not in live.seats_of(visitor_id) or live.header.status != "playing":
        raise ApiError(409, "not_your_turn", text("error.not_your_turn_try"))
    if base != live.number:
        raise ApiError(409, "stale", text("error.stale_now", number=live.number), extra={"number": live.number})
    # in a game with secrets, the sampled state is only one of those possible for the seat
    seat = str(live.to_move)
    return messages.preview(live.state.view(seat).sample(Random(live.number)), seat, actions)


async def history(
    games: Games, live: LiveGame, visitor_id: str | None, seat: str | None, after: int, limit: int
) -> dict[str, Any]:
    """Return a page of the entries after a number, as a seat sees them."""
    viewer = own_view(live, visitor_id, seat)
    entries = await games.broadcast.history.page(live, after, viewer, limit) if live.header.status != "lobby" else []
    more = live.header.status != "lobby" and after + len(entries) < live.number
    return {"entries": [Packed(entry) for entry in entries], "more": more}


async def record(games: Games, live: LiveGame) -> str:
    """Return the game as a record. The seed is included only when the game is over."""
    if live.is_private:
        raise ApiError(409, "not_over", text("error.not_over_record"))
    return "".join(await games.slices.collect(f"{line}\n" for line in lines_of(live)))


def position(live: LiveGame, number: int | None) -> dict[str, Any]:
    """Return the text of a position of a game: what an onlooker sees, and in a finished game what the seat to move saw."""
    at = number_in(live, number)
    if not has_texts(type(live.game)):
        raise ApiError(404, "no_texts", text("shared.no_texts", game=live.game.title))
    state = live.state_at(at)
    seat = state.to_move if live.is_over and live.game.has_secrets and state.to_move in live.game.seats else None
    return {"text": position_text(state, seat)}
