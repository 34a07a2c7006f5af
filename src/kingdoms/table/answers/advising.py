"""Answers of hints, chances and reviews: streams of messages, each of which replaces or extends the previous ones."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, Iterator, Sequence
from typing import Any

from kingdoms.core.errors import IllegalAction, NotationError, quoted
from kingdoms.core.game import Game
from kingdoms.core.state import State
from kingdoms.table.advice.advice import Advice
from kingdoms.table.advice.thinking import BotFailed
from kingdoms.table.answers.viewing import check_begun, check_over, number_in, own_view
from kingdoms.table.base.errors import ApiError, ServerStop
from kingdoms.table.game import messages
from kingdoms.table.game.entries import Account
from kingdoms.table.game.live import MOST_ENTRIES, LiveGame
from kingdoms.table.service.games import Games
from kingdoms.texts import text

log = logging.getLogger("kingdoms.games")


async def analysis(
    advice: Advice,
    live: LiveGame,
    visitor_id: str | None,
    account: Account,
    seat: str | None,
    number: int | None,
    strength: str,
) -> AsyncGenerator[dict[str, Any]]:
    """Return the chances in a position, as far as a seat knows it; the seat to move also gets hints."""
    check_begun(live)
    at = number_in(live, number)
    state = live.state if at == live.number else live.state_at(at)
    if state.is_terminal():
        raise ApiError(409, "over", text("error.over_there"))
    advice.check_allowed(live)
    await advice.copies.check(live, at, account.client)
    viewer, decides = _viewer(live, visitor_id, seat, state.to_move)
    advice.check_allowance(account.client)
    return advice.study(live, at, viewer, strength, account, decides=decides)


def _viewer(live: LiveGame, visitor_id: str | None, seat: str | None, to_move: str | None) -> tuple[str | None, bool]:
    """Return the seat whose knowledge a search uses (None in a game without secrets), and whether the visitor gets hints."""
    deciding = to_move if to_move in live.seats else None
    if live.is_over:  # all secrets are open, but the review shows the knowledge of the deciding seat
        if seat is not None and seat not in live.game.seats:
            raise ApiError(403, "not_yours", text("error.no_seat_named", seat=quoted(seat, 40)))
        return deciding or seat or live.game.seats[0], deciding is not None
    viewer = own_view(live, visitor_id, seat)
    if not live.game.has_secrets:
        return None, deciding is not None and deciding in live.seats_of(visitor_id)
    if viewer is None:
        raise ApiError(409, "secrets", text("error.secrets"))
    return viewer, deciding == viewer


async def first_message(game: Game, stream: AsyncGenerator[Any]) -> Any:
    """Return the first message of a stream, or raise a 503 error if the search fails before."""
    try:
        return await anext(stream)
    except BotFailed as error:
        log.error("a position could not be searched: %s", error.log_text(game))
        raise ApiError(503, "bot_failed", text("error.bot_failed")) from None


async def each_message(game: Game, stream: AsyncGenerator[Any], *before: dict[str, Any]) -> AsyncGenerator[Any]:
    """Yield messages, and None while nothing happens; end the stream if the search fails."""
    try:
        for message in before:
            yield message
        async for message in stream:
            yield message
    except BotFailed as error:
        log.error("the search of a position failed: %s", error.log_text(game))
    except ServerStop:
        return
    finally:
        await stream.aclose()  # stops the search if the client has disconnected


async def review(
    advice: Advice, live: LiveGame, account: Account, strength: str, keep_alive: float
) -> AsyncGenerator[dict[str, Any] | None]:
    """Return the cost of each decision of a finished game, and better choices."""
    check_over(live, text("error.not_over_review"))
    await advice.copies.check(live, live.number, account.client, most=MOST_ENTRIES)
    if not advice.get_review(live, strength).is_done:
        advice.check_allowance(account.client)
    return advice.follow(live, strength, account, keep_alive)


async def line(games: Games, live: LiveGame, visitor_id: str | None, request: Any) -> dict[str, Any]:
    """Play a line of actions from a moment of a finished game up to the first illegal one, and return each step."""
    check_over(live, text("error.not_over_lines"))
    number, viewer = number_in(live, request.number), own_view(live, visitor_id, request.seat)
    steps = _line_steps(live.state_at(number), request.actions, viewer)
    return {"steps": await games.slices.collect(steps)}


def _line_steps(state: State, actions: Sequence[str], viewer: str | None) -> Iterator[dict[str, Any]]:
    """Yield the steps of a line of actions up to the first illegal one, as a seat sees them after the game."""
    for action in actions:
        after = state.clone()
        try:
            after.apply_action(action)
        except (IllegalAction, NotationError):  # the line may assume other secrets or chance events than the real ones
            return
        events = [messages.event(event) for event in state.game.narrate(state, action, after)]
        view = messages.facts(after, viewer, is_over=True)
        yield {"by": state.to_move, "action": action, "view": view, "events": events}
        state = after
