"""The addresses of hints, chances and reviews: streams of lines of JSON, each better than the last or adding to them."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Sequence
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import StreamingResponse

from kingdoms.core.errors import IllegalAction, NotationError, quoted
from kingdoms.core.state import State
from kingdoms.server.advice.schemas import LineAnswer, LineRequest
from kingdoms.server.advice.service import Advice
from kingdoms.server.bots.processes import BotFailed
from kingdoms.server.errors import ApiError, Stopping, error_responses
from kingdoms.server.game import messages
from kingdoms.server.game.account import Account
from kingdoms.server.game.live import LiveGame
from kingdoms.server.security import where
from kingdoms.server.security import who as counted_as
from kingdoms.server.table.access import Games, KnownVisitorId, Live, answers, check_begun, json, own_view

log = logging.getLogger("kingdoms.games")
router = APIRouter()


async def advice_of(request: Request) -> Advice:
    """Return this server's advice."""
    advice: Advice = request.app.state.advice
    return advice


Advises = Annotated[Advice, Depends(advice_of)]

KEEP_ALIVE = 10.0
"""Seconds between the empty lines of a stream in which nothing happens."""

Strength = Annotated[Literal["quick", "thorough"], Query()]


async def client_account(request: Request) -> Account:
    """Return on whose account a question is thought about."""
    return Account(counted_as(request), where(request))


ClientAccount = Annotated[Account, Depends(client_account)]


def lines(model: str, *errors: int) -> dict[str, Any]:
    """Return what OpenAPI is told of a stream; `x-line` is what each of its lines holds."""
    content = {"schema": {"type": "string"}, "x-line": {"$ref": f"#/components/schemas/{model}"}}
    return {
        "response_class": StreamingResponse,
        "responses": {200: {"content": {"application/x-ndjson": content}}, **error_responses(*errors)},
    }


@router.get("/games/{game_id}/analysis", **lines("AnalysisLine", 403, 404, 409, 422, 503))
async def analysis(
    advice: Advises,
    live: Live,
    visitor_id: KnownVisitorId,
    account: ClientAccount,
    seat: Annotated[str | None, Query(max_length=10)] = None,
    number: Annotated[int | None, Query(ge=0)] = None,
    strength: Strength = "quick",
) -> Response:
    """What search thinks of a position, as far as a seat can tell; who decides there is told what to do as well."""
    check_begun(live)
    at = live.number if number is None else number
    if at > live.number:
        raise ApiError(404, "no_number", f"The game has only reached number {live.number}.")
    state = live.state if at == live.number else live.state_at(at)
    if state.is_terminal():
        raise ApiError(409, "over", "The game is over at that point, so there is nothing to search.")
    advice.check_allowed(live)
    eyes, decides = _viewer(live, visitor_id, seat, state.to_move)
    advice.check_allowance(account.client)
    told = advice.study(live, at, eyes, strength, decides, account)
    try:
        first = await anext(told)
    except BotFailed as error:
        log.error("a position could not be searched: %s", error.log_text(live.game))
        raise ApiError(503, "bot_failed", "The search didn't answer. Try again.") from None
    return StreamingResponse(_lines(live, told, first), media_type="application/x-ndjson")


def _viewer(live: LiveGame, visitor_id: str | None, seat: str | None, to_move: str | None) -> tuple[str | None, bool]:
    """Return with whose eyes a position is looked at for a visitor, and whether they are told what to do there."""
    deciding = to_move if to_move in live.seats else None
    if live.is_over:  # nothing is a secret any more, but it is the seat that decided that is to be understood
        if seat is not None and seat not in live.game.seats:
            raise ApiError(403, "not_yours", f"There is no seat {quoted(seat, 40)} in this game.")
        return deciding or seat or live.game.seats[0], deciding is not None
    shown = own_view(live, visitor_id, seat)
    if not live.game.has_secrets:
        return None, deciding is not None and deciding in live.seats_of(visitor_id)
    if shown is None:
        raise ApiError(409, "secrets", "This game has secrets, so onlookers see the chances only after it is over.")
    return shown, deciding == shown


async def _lines(live: LiveGame, told: AsyncGenerator[Any], *before: dict[str, Any]) -> AsyncIterator[bytes]:
    """Yield what is told as lines, an empty one where there is nothing; it ends where the search could not go on."""
    try:
        for each in before:
            yield messages.pack(each) + b"\n"
        async for each in told:
            yield b"\n" if each is None else messages.pack(each) + b"\n"
    except BotFailed as error:
        log.error("a position could not be searched any longer: %s", error.log_text(live.game))
    except Stopping:
        return
    finally:
        await told.aclose()  # whoever left shall not be thought for any more


@router.get("/games/{game_id}/analysis/game", **lines("ReviewLine", 404, 409, 422))
async def review(advice: Advises, live: Live, account: ClientAccount, strength: Strength = "quick") -> Response:
    """What each decision of a finished game cost, and what would have been better."""
    if not live.is_over:
        raise ApiError(409, "not_over", "A game can be reviewed only after it is over.")
    if not advice.reviewing(live, strength).is_done:
        advice.check_allowance(account.client)
    told = advice.follow(live, strength, account, KEEP_ALIVE)
    return StreamingResponse(_lines(live, told), media_type="application/x-ndjson")


@router.post("/games/{game_id}/line", **answers(LineAnswer, 400, 403, 404, 409, 413, 422))
async def line(games: Games, live: Live, visitor_id: KnownVisitorId, wanted: LineRequest) -> Response:
    """What a line of actions would have led to from a moment of a finished game, step by step, as far as it can be played."""
    if not live.is_over:
        raise ApiError(409, "not_over", "Lines can be played out only after the game is over.")
    if wanted.number > live.number:
        raise ApiError(404, "no_number", f"The game has only reached number {live.number}.")
    shown = own_view(live, visitor_id, wanted.seat)
    steps = _played(live.state_at(wanted.number), wanted.actions, shown)
    return json({"steps": await games.slices.collect(steps)})


def _played(state: State, actions: Sequence[str], shown: str | None) -> Iterator[dict[str, Any]]:
    """Yield what actions lead to, as far as they can be played, as a seat sees it when the game is over."""
    for action in actions:
        after = state.clone()
        try:
            after.apply_action(action)
        except (IllegalAction, NotationError):  # what search made up of secrets and of chance need not be so
            return
        events = [each.to_json() for each in state.game.narrate(state, action, after)]
        view = messages.facts(after, shown, is_over=True)
        yield {"by": state.to_move, "action": action, "view": view, "events": events}
        state = after
