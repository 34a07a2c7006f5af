"""Routes of the lobby: names, the catalogue, games, and seats; see docs/server.md."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from kingdoms.protocol.answers import ClaimAnswer, GamesAnswer, InfoAnswer, TokenAnswer, VisitorAnswer
from kingdoms.server.lobby import schemas
from kingdoms.server.lobby.own_games import own_games
from kingdoms.server.lobby.service import Lobby
from kingdoms.server.table.access import (
    CHANGES,
    Games,
    KnownVisitorId,
    Live,
    VisitorAccount,
    VisitorId,
    answers,
    app_service,
    fails,
    json,
)
from kingdoms.server.visitors import names
from kingdoms.server.visitors.identity import visitor
from kingdoms.table.service.catalogue import catalogue

router = APIRouter()
InLobby = Annotated[Lobby, app_service("lobby")]


# -- visitors and the catalogue -----------------------------------------------------------------------------------------


@router.get("/me", **answers(VisitorAnswer))
async def me(games: Games, visitor_id: KnownVisitorId) -> Response:
    """Return the visitor's name and language."""
    return json(await names.about(games.database, visitor_id))


@router.put("/me", response_model_exclude_none=True, **fails(*CHANGES))
async def set_name(games: Games, visitor_id: VisitorId, body: schemas.NameRequest) -> VisitorAnswer:
    """Set the visitor's name."""
    await names.set_name(games.database, visitor_id, body.name)
    return VisitorAnswer(**await names.about(games.database, visitor_id))


@router.put("/me/language", status_code=204, **fails(*CHANGES))
async def set_language(request: Request, games: Games, body: schemas.LanguageRequest) -> None:
    """Keep the language that the visitor has chosen, if they have a name or a passkey."""
    sender = visitor(request)
    if sender is not None:
        await names.set_language(games.database, sender, body.language)


@router.get("/catalogue", **answers(schemas.Catalogue))
async def show_catalogue(lobby: InLobby) -> Response:
    """Return all games that can be played."""
    return json(catalogue(lobby.offers))


# -- the lobby ----------------------------------------------------------------------------------------------------------


@router.post("/games", status_code=201, response_model=InfoAnswer, **fails(*CHANGES, 404, 409))
async def create(lobby: InLobby, games: Games, creator: VisitorAccount, body: schemas.NewGameRequest) -> Any:
    """Create a game."""
    live = await lobby.creating.create(creator, body)
    return games.broadcast.info(live, creator.client)


@router.get("/games", **answers(GamesAnswer, 422))
async def list_games(
    lobby: InLobby,
    games: Games,
    visitor_id: KnownVisitorId,
    which: Annotated[str, Query(pattern="^(open|running|mine)$")],
    game: Annotated[str | None, Query(max_length=30, pattern="^[^\\x00]*$")] = None,
    rated: bool | None = None,
    fits: bool = False,
) -> Response:
    """List games. `fits` leaves out rated tables for which the visitor's rating is out of range."""
    filters: dict[str, Any] = {name: value for name, value in (("game", game), ("rated", rated)) if value is not None}
    ids = [] if which == "mine" and visitor_id is None else await lobby.store.game_ids(which, visitor_id, **filters)
    live_games = await games.get_existing(ids)
    live_games = await lobby.rated_tables.joinable_games(live_games, visitor_id) if fits else live_games
    return json({"games": await games.slices.collect(games.broadcast.info(live, visitor_id) for live in live_games)})


@router.delete("/games/{game_id}", status_code=204, **fails(*CHANGES, 404, 409))
async def take_back(lobby: InLobby, live: Live, visitor_id: VisitorId) -> None:
    """Cancel a game that has not begun."""
    await lobby.cancel(live, visitor_id)


@router.post("/games/{game_id}/seats/{seat}/join", response_model=InfoAnswer, **fails(*CHANGES, 404, 409))
async def join(lobby: InLobby, games: Games, live: Live, seat: str, account: VisitorAccount, body: schemas.JoinRequest) -> Any:
    """Take an open seat."""
    await lobby.join(live, seat, account, body.name)
    return games.broadcast.info(live, account.client)


@router.post("/games/{game_id}/seats/{seat}/leave", response_model=InfoAnswer, **fails(*CHANGES, 404, 409))
async def leave(lobby: InLobby, games: Games, live: Live, seat: str, visitor_id: VisitorId) -> Any:
    """Leave the visitor's seat before the game begins."""
    await lobby.leave(live, seat, visitor_id)
    return games.broadcast.info(live, visitor_id)


@router.post("/games/{game_id}/seats/{seat}/bot", response_model=InfoAnswer, **fails(*CHANGES, 404, 409))
async def put_bot(lobby: InLobby, games: Games, live: Live, seat: str, visitor_id: VisitorId, body: schemas.BotRequest) -> Any:
    """Put a bot on an open seat, or let the table's stand-in play for an absent player."""
    await lobby.put_bot(live, seat, visitor_id, body.bot)
    return games.broadcast.info(live, visitor_id)


@router.post("/games/{game_id}/seats/{seat}/return", response_model=InfoAnswer, **fails(*CHANGES, 404, 409))
async def come_back(lobby: InLobby, games: Games, live: Live, seat: str, visitor_id: VisitorId) -> Any:
    """Take a seat back from its stand-in."""
    await lobby.come_back(live, seat, visitor_id)
    return games.broadcast.info(live, visitor_id)


@router.post("/games/{game_id}/seats/{seat}/link", **fails(*CHANGES, 404, 409))
async def make_link(lobby: InLobby, live: Live, seat: str, visitor_id: VisitorId) -> TokenAnswer:
    """Create a one-time token that moves a seat to another device."""
    return TokenAnswer(token=await lobby.make_link(live, seat, visitor_id))


@router.post("/games/{game_id}/seats/{seat}/token", **fails(*CHANGES, 404, 409))
async def make_token(lobby: InLobby, live: Live, seat: str, visitor_id: VisitorId) -> TokenAnswer:
    """Create the token with which a program plays."""
    return TokenAnswer(token=await lobby.make_token(live, seat, visitor_id))


@router.post("/claims", **fails(*CHANGES, 404))
async def claim(lobby: InLobby, visitor_id: VisitorId, body: schemas.ClaimRequest) -> ClaimAnswer:
    """Take over a seat with a one-time token."""
    game_id, seat = await lobby.claim(body.token, visitor_id)
    return ClaimAnswer(id=game_id, seat=seat)


@router.post("/games/{game_id}/rematch", response_model=InfoAnswer, **fails(*CHANGES, 404, 409))
async def rematch(lobby: InLobby, games: Games, live: Live, creator: VisitorAccount) -> Any:
    """Return the rematch of a finished game, created if there is none."""
    return games.broadcast.info(await lobby.creating.rematch(live, creator), creator.client)


@router.get("/me/games", **answers(schemas.OwnGamesAnswer))
async def list_own(games: Games, visitor_id: KnownVisitorId) -> Response:
    """List the visitor's games, games that wait for the visitor first."""
    return json(await own_games(games, visitor_id))
