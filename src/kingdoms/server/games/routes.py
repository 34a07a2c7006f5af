"""The addresses of games; `docs/server.md` tells what each does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Query, Response

from kingdoms.core.errors import KingdomsError
from kingdoms.core.game import Game
from kingdoms.core.referee import carry_out
from kingdoms.core.registry import game_class, game_names
from kingdoms.core.rng import Random
from kingdoms.core.rulings import Ruling
from kingdoms.server.errors import ApiError, error_responses
from kingdoms.server.games import (
    advice_routes,
    call_routes,
    leaving_routes,
    live_routes,
    messages,
    picture_routes,
    puzzle_routes,
    schemas,
    talk_routes,
)
from kingdoms.server.games.access import (
    CHANGES,
    Games,
    Known,
    Live,
    Maker,
    Somebody,
    answers,
    check_begun,
    fails,
    in_parts,
    json,
    own_view,
)
from kingdoms.server.games.chronicle import PAGE
from kingdoms.server.games.live import LiveGame
from kingdoms.server.games.lobby import Lobby
from kingdoms.server.games.records import lines_of
from kingdoms.server.people.ratings import Ratings

# whoever is banned, comes by another name, or too often, is refused whatever they ask for
router = APIRouter(prefix="/api", responses=error_responses(403, 421, 429, 503))
router.include_router(live_routes.router)
router.include_router(leaving_routes.router)
router.include_router(advice_routes.router)
router.include_router(picture_routes.router)
router.include_router(puzzle_routes.router)
router.include_router(talk_routes.router)
router.include_router(call_routes.router)


# -- who, and what there is ---------------------------------------------------------------------------------------------


@router.get("/me", **answers(schemas.Me))
async def me(games: Games, who: Known) -> Response:
    """Who the visitor is."""
    return json({"name": None if who is None else await games.store.name_of(who)})


@router.put("/me", **fails(*CHANGES))
async def set_name(games: Games, who: Somebody, wanted: schemas.NameRequest) -> schemas.Me:
    """Choose a name."""
    await games.store.set_name(who, wanted.name)
    return schemas.Me(name=wanted.name)


@router.get("/catalogue", **answers(schemas.Catalogue))
async def catalogue(games: Games) -> Response:
    """What can be played."""
    return json({"games": [describe_game(game_class(name), games.offers.kinds(name)) for name in game_names()]})


def _told(ruling: Ruling) -> dict[str, Any]:
    """Return what there is to know of a ruling before a game is begun."""
    return {"name": ruling.name, "about": ruling.about, "values": list(ruling.values) or None, "default": ruling.default}


def describe_game(rules: type[Game], bots: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return what there is to know before a game is begun; `bots`: those that play it."""
    whole, drawing = rules(None), rules.drawing()
    players = {str(count): list(rules.accept_seats(count)) for count in range(2, len(whole.seats) + 1)}
    return {
        "name": rules.name,
        "title": rules.title,
        "introduction": rules.introduction,
        "secrets": rules.has_secrets,
        "timed": "time" in rules.record_calls,
        "pictures": drawing is not None and drawing.svg is not None,
        "seats": list(whole.seats),
        "seat_names": {seat: rules.seat_name(seat) for seat in whole.seats},
        "players": players,
        "rulings": [_told(each) for each in rules.known_rulings],
        "variants": [_told(each) for each in rules.variants],
        "bots": bots,
        "chapters": {title: dict(clauses) for title, clauses in rules.chapters.items()},
    }


# -- the lobby ----------------------------------------------------------------------------------------------------------


@router.post("/games", status_code=201, response_model=schemas.InfoAnswer, **fails(*CHANGES, 404, 409))
async def create(games: Games, maker: Maker, wanted: schemas.NewGameRequest) -> Any:
    """Make a new game."""
    live = await Lobby(games).create(maker, wanted)
    return games.audience.info(live, maker.who)


@router.get("/games", **answers(schemas.GamesAnswer, 422))
async def list_games(
    games: Games,
    who: Known,
    which: Annotated[str, Query(pattern="^(open|running|mine)$")],
    game: Annotated[str | None, Query(max_length=30, pattern="^[^\\x00]*$")] = None,
    rated: bool | None = None,
    fits: bool = False,
) -> Response:
    """List games, of one kind if that is wanted: `fits` leaves out those for which the visitor is too strong, or not enough."""
    asked: dict[str, Any] = {name: value for name, value in (("game", game), ("rated", rated)) if value is not None}
    ids = [] if which == "mine" and who is None else await games.store.ids(which, who, **asked)
    found = await games.those_left(ids)
    found = await Ratings(games.database).fitting(found, who) if fits else found
    return json({"games": await games.slices.collect(games.audience.info(live, who) for live in found)})


@router.get("/games/{game_id}", **answers(schemas.InfoAnswer, 404, 422))
async def info(games: Games, live: Live, who: Known) -> Response:
    """What everybody may know about a game."""
    return json(games.audience.info(live, who))


@router.delete("/games/{game_id}", status_code=204, **fails(*CHANGES, 404, 409))
async def take_back(games: Games, live: Live, who: Somebody) -> None:
    """Take a game back that has not begun."""
    await Lobby(games).take_back(live, who)


@router.post("/games/{game_id}/seats/{seat}/join", response_model=schemas.InfoAnswer, **fails(*CHANGES, 404, 409))
async def join(games: Games, live: Live, seat: str, who: Somebody, wanted: schemas.JoinRequest) -> Any:
    """Take an open seat."""
    await Lobby(games).join(live, seat, who, wanted.name)
    return games.audience.info(live, who)


@router.post("/games/{game_id}/seats/{seat}/leave", response_model=schemas.InfoAnswer, **fails(*CHANGES, 404, 409))
async def leave(games: Games, live: Live, seat: str, who: Somebody) -> Any:
    """Give the own seat free again."""
    await Lobby(games).leave(live, seat, who)
    return games.audience.info(live, who)


@router.post("/games/{game_id}/seats/{seat}/bot", response_model=schemas.InfoAnswer, **fails(*CHANGES, 404, 409))
async def put_bot(games: Games, live: Live, seat: str, who: Somebody, wanted: schemas.BotRequest) -> Any:
    """Put a bot on an open seat, or let the table's stand-in play for somebody who is away."""
    await Lobby(games).put_bot(live, seat, who, wanted.bot)
    return games.audience.info(live, who)


@router.post("/games/{game_id}/seats/{seat}/return", response_model=schemas.InfoAnswer, **fails(*CHANGES, 404, 409))
async def come_back(games: Games, live: Live, seat: str, who: Somebody) -> Any:
    """Take the place of the bot that stands in."""
    await Lobby(games).come_back(live, seat, who)
    return games.audience.info(live, who)


@router.post("/games/{game_id}/seats/{seat}/link", **fails(*CHANGES, 404, 409))
async def make_link(games: Games, live: Live, seat: str, who: Somebody) -> schemas.TokenAnswer:
    """Make a one-time token that carries a seat to another device."""
    return schemas.TokenAnswer(token=await Lobby(games).make_link(live, seat, who))


@router.post("/games/{game_id}/seats/{seat}/token", **fails(*CHANGES, 404, 409))
async def make_token(games: Games, live: Live, seat: str, who: Somebody) -> schemas.TokenAnswer:
    """Make the token that a program plays with."""
    return schemas.TokenAnswer(token=await Lobby(games).make_token(live, seat, who))


@router.post("/claims", **fails(*CHANGES, 404))
async def claim(games: Games, who: Somebody, wanted: schemas.ClaimRequest) -> schemas.ClaimAnswer:
    """Take a seat over."""
    game_id, seat = await Lobby(games).claim(wanted.token, who)
    return schemas.ClaimAnswer(id=game_id, seat=seat)


@router.post("/games/{game_id}/rematch", response_model=schemas.InfoAnswer, **fails(*CHANGES, 404, 409))
async def rematch(games: Games, live: Live, maker: Maker) -> Any:
    """Play once more."""
    return games.audience.info(await Lobby(games).rematch(live, maker), maker.who)


# -- playing ------------------------------------------------------------------------------------------------------------


@router.post("/games/{game_id}/actions", **answers(schemas.NumberAnswer, *CHANGES, 404, 409, 503))
async def act(games: Games, live: Live, who: Known, wanted: schemas.ActRequest) -> Response:
    """Play an action."""
    seats = live.seats_of(who)
    return json({"number": await games.act(live.header.id, seats, wanted.base, wanted.action, wanted.client_id)})


@router.post("/games/{game_id}/undo", **answers(schemas.NumberAnswer, *CHANGES, 404, 409, 503))
async def undo(games: Games, live: Live, who: Known, wanted: schemas.UndoRequest) -> Response:
    """Take the last action back."""
    return json({"number": await games.undo(live.header.id, live.seats_of(who), wanted.base)})


@router.post("/games/{game_id}/preview", **answers(schemas.PreviewAnswer, *CHANGES, 404, 409))
async def preview(live: Live, who: Known, wanted: schemas.PreviewRequest) -> Response:
    """Try actions out without doing them."""
    seats = live.seats_of(who)
    if live.to_move not in seats or live.header.status != "playing":
        raise ApiError(409, "not_your_turn", "Only the player to move can try things out.")
    if wanted.base != live.number:
        raise ApiError(
            409, "stale", f"The game has moved on: it is now at number {live.number}.", extra={"number": live.number}
        )
    # where there are secrets this is what might be, as far as the seat can tell; elsewhere it is the state itself
    seat = str(live.to_move)
    return json(messages.preview(live.state.view(seat).sample(Random(live.number)), seat, wanted.actions))


# -- looking ------------------------------------------------------------------------------------------------------------


def seats_asked(live: LiveGame, who: str | None, shown: str | None) -> list[str]:
    """Return the seats for which a visitor is told what is asked: all of theirs, or where there are secrets the one shown."""
    return live.seats_of(who) if not live.game.has_secrets else [] if shown is None else [shown]


@router.get("/games/{game_id}/view", **answers(schemas.ViewAnswer, 403, 404, 409, 422))
async def view(
    live: Live,
    who: Known,
    seat: Annotated[str | None, Query(max_length=10)] = None,
    number: Annotated[int | None, Query(ge=0)] = None,
) -> Response:
    """What a seat sees, now or at a number."""
    check_begun(live)
    shown = own_view(live, who, seat)
    if number is None or number == live.number:
        asked = messages.ask(live, seats_asked(live, who, shown))
        return json({"number": live.number, "view": messages.facts(live.state, shown, is_over=live.is_over), "ask": asked})
    if number > live.number:
        raise ApiError(404, "no_number", f"The game has only reached number {live.number}.")
    state = live.state_at(number)
    return json({"number": number, "view": messages.facts(state, shown, is_over=live.is_over), "ask": None})


@router.get("/games/{game_id}/legal", **answers(schemas.LegalAnswer, 403, 404, 422))
async def legal(live: Live, who: Known, seat: Annotated[str | None, Query(max_length=10)] = None) -> Response:
    """What is asked of a seat."""
    shown = own_view(live, who, seat)
    seats = seats_asked(live, who, shown) if seat is None else [str(shown)]
    return json({"number": live.number, "ask": messages.ask(live, seats)})


@router.get("/games/{game_id}/explain", **answers(schemas.ExplainAnswer, 404, 409, 422))
async def explain(
    live: Live, who: Known, action: Annotated[str | None, Query(min_length=1, max_length=100)] = None
) -> Response:
    """Why an action is not legal, or what is asked."""
    check_begun(live)
    if action is None:
        question, clauses = live.game.explain(live.state)
        return json({"question": question, "clauses": clauses})
    if live.to_move not in live.seats_of(who):
        raise ApiError(409, "not_your_turn", "Only the player to move can ask why an action isn't possible.")
    return json(messages.refusal(live.state, action))


@router.get("/games/{game_id}/history", **answers(schemas.HistoryAnswer, 403, 404, 422))
async def history(
    games: Games,
    live: Live,
    who: Known,
    seat: Annotated[str | None, Query(max_length=10)] = None,
    after: Annotated[int, Query(ge=0)] = 0,
    limit: Annotated[int, Query(ge=1, le=PAGE)] = PAGE,
) -> Response:
    """What has happened since a number, as a seat is told of it, a page at a time."""
    shown = own_view(live, who, seat)
    entries = await games.chronicle.page(live, after, shown, limit) if live.header.status != "lobby" else []
    more = live.header.status != "lobby" and after + len(entries) < live.number
    return in_parts(messages.pack({"entries": [messages.Packed(entry) for entry in entries], "more": more}))


@router.get(
    "/games/{game_id}/record",
    response_class=Response,
    responses={200: {"content": {"application/jsonl": {"schema": {"type": "string"}}}}, **error_responses(404, 409, 422)},
)
async def record(games: Games, live: Live) -> Response:
    """The game as a record; where chance comes from is told when it is over."""
    if live.game.has_secrets and not live.is_over:
        raise ApiError(409, "not_over", "The record of a game with secrets can be read only after it is over.")
    headers = {"Content-Disposition": f'attachment; filename="{live.header.game}-{live.header.id}.jsonl"'}
    lines = await games.slices.collect(f"{line}\n" for line in lines_of(live))
    return in_parts("".join(lines), headers=headers, media_type="application/jsonl; charset=utf-8")


@router.post("/sandbox", **answers(schemas.SandboxAnswer, *CHANGES))
async def sandbox(wanted: schemas.SandboxRequest) -> Response:
    """Ask the referee."""
    request: dict[str, Any] = {"actions": wanted.actions}
    given = {"new": wanted.new, "position": wanted.position, "view": wanted.seat}
    request |= {name: value for name, value in given.items() if value is not None}
    try:
        done = carry_out(request)
    except KingdomsError as error:
        raise ApiError(422, error.code, error.message, error.clause, {"at": getattr(error, "at", None)}) from None
    state = done.state
    answer = {"view": messages.facts(state, done.seat), "ask": messages.asked(state)}
    legal_texts = [state.game.action_to_string(action) for action in state.legal_actions()]
    return json({**answer, "events": [each.to_json() for each in done.events], "legal": legal_texts})
