"""Routes of profiles; see docs/server.md."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Response

from kingdoms.core.errors import UnknownGame
from kingdoms.core.registry import game_class
from kingdoms.server.base.errors import ApiError
from kingdoms.server.people import schemas
from kingdoms.server.people.profiles import Profiles
from kingdoms.server.ratings.ratings import Ratings
from kingdoms.server.table.access import CHANGES, Games, KnownVisitorId, VisitorId, answers, fails, json

router = APIRouter()


async def profiles_of(games: Games) -> Profiles:
    """Return the profiles service."""
    return Profiles(games.database)


All = Annotated[Profiles, Depends(profiles_of)]


@router.get("/me/profile", **answers(schemas.OwnProfileAnswer))
async def own_profile(profiles: All, visitor_id: KnownVisitorId) -> Response:
    """Return the visitor's own profile."""
    return json(await profiles.own_profile(visitor_id))


@router.put("/me/profile", response_model=schemas.OwnProfileAnswer, **fails(*CHANGES, 409))
async def choose_listing(profiles: All, visitor_id: VisitorId, body: schemas.ListedRequest) -> object:
    """List the visitor's profile publicly, or not."""
    await profiles.choose(visitor_id, listed=body.listed)
    return await profiles.own_profile(visitor_id)


@router.get("/people", **answers(schemas.PeopleAnswer))
async def people(profiles: All) -> Response:
    """Return the people whose profiles are listed."""
    return json({"people": await profiles.listed_profiles()})


@router.get("/ratings", **answers(schemas.RankingAnswer, 404, 422))
async def ratings(
    games: Games, game: Annotated[str, Query(max_length=30)], seats: Annotated[int, Query(ge=2, le=8)] = 2
) -> Response:
    """Return the ranking of a game with a number of seats."""
    try:
        rules = game_class(game)
    except UnknownGame as error:
        raise ApiError(404, error.code, error.message) from None
    return json({"ranking": await Ratings(games.database).ranking(rules, seats)})


@router.get("/people/{address}", **answers(schemas.ProfileAnswer, 404, 422))
async def profile(profiles: All, address: Annotated[str, Path(max_length=16)]) -> Response:
    """Return a listed profile."""
    return json(await profiles.listed_profile(address))
