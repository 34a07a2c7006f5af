"""The addresses of being called: on which devices, and the list of one's games, those that wait first."""

from __future__ import annotations

from fastapi import APIRouter, Response

from kingdoms.server.games import call_schemas as schemas
from kingdoms.server.games.access import CHANGES, Games, Known, Somebody, answers, fails, json
from kingdoms.server.games.own_games import own_games

router = APIRouter()


@router.get("/me/games", **answers(schemas.OwnGamesAnswer))
async def list_own(games: Games, who: Known) -> Response:
    """List the visitor's games, those that wait for them first."""
    return json(await own_games(games, who))


@router.get("/calls", **answers(schemas.CallsAnswer))
async def key(games: Games, who: Known) -> Response:
    """By which key this server calls people, and on how many devices the visitor is called."""
    return json({"key": games.calls.sender.public_key, "devices": await games.calls.store.count_devices(who)})


@router.put("/calls", **answers(schemas.CallsAnswer, *CHANGES))
async def add(games: Games, who: Somebody, wanted: schemas.DeviceRequest) -> Response:
    """Be called on a device from now on."""
    devices = await games.calls.add(who, wanted)
    return json({"key": games.calls.sender.public_key, "devices": devices})


@router.post("/calls/stop", status_code=204, **fails(*CHANGES))
async def stop(games: Games, who: Somebody, wanted: schemas.StopRequest) -> None:
    """Be called on a device no more."""
    await games.calls.store.remove_device(who, wanted.endpoint)
