"""Routes of profiles and passkeys; see docs/server.md."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from sqlalchemy import update

from kingdoms.core.errors import UnknownGame
from kingdoms.core.registry import game_class
from kingdoms.server.base.settings import ServerSettings
from kingdoms.server.database.tables import VisitorRow
from kingdoms.server.http.security import is_own_origin
from kingdoms.server.people import schemas
from kingdoms.server.people.ceremonies import Ceremonies
from kingdoms.server.people.passkeys import Passkeys
from kingdoms.server.people.path import own_path
from kingdoms.server.people.profiles import Profiles
from kingdoms.server.people.sessions import Sessions
from kingdoms.server.people.study import own_study, send_study
from kingdoms.server.ratings.ratings import Ratings
from kingdoms.server.table.access import CHANGES, Games, KnownVisitorId, VisitorId, answers, app_service, fails, json
from kingdoms.server.visitors.identity import Visitor, ensure_visitor, new_visitor, switch_visitor, visitor
from kingdoms.server.visitors.limits import host
from kingdoms.server.visitors.names import name_of
from kingdoms.table.base.errors import ApiError

router = APIRouter()


async def profiles_of(games: Games) -> Profiles:
    """Return the profiles service."""
    return Profiles(games.database)


All = Annotated[Profiles, Depends(profiles_of)]


@router.get("/me/profile", **answers(schemas.OwnProfileAnswer))
async def own_profile(profiles: All, visitor_id: KnownVisitorId) -> Response:
    """Return the visitor's own profile."""
    return json(await profiles.own_profile(visitor_id))


@router.get("/me/path", **answers(schemas.PathAnswer))
async def path(games: Games, visitor_id: KnownVisitorId) -> Response:
    """Return the visitor's path: levels beaten, streaks, their rating against levels, and the next step."""
    return json(await own_path(games.database, visitor_id))


@router.get("/me/study", **answers(schemas.StudyAnswer))
async def study(games: Games, visitor_id: KnownVisitorId) -> Response:
    """Return what the visitor studies."""
    return json(await own_study(games.database, visitor_id))


@router.post("/me/study", **answers(schemas.StudyAnswer, *CHANGES))
async def add_to_study(games: Games, visitor_id: KnownVisitorId, body: schemas.StudyDocument) -> Response:
    """Merge what a device knows of the visitor's study with what the server knows, and return the result."""
    return json(await send_study(games.database, visitor_id, body.model_dump()))


@router.delete("/me/study", status_code=204, **fails(403))
async def clear_study(games: Games, visitor_id: KnownVisitorId) -> None:
    """Delete what the visitor studies."""
    await games.database.execute(update(VisitorRow).where(VisitorRow.id == visitor_id).values(study=None))


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


# -- passkeys and sessions ---------------------------------------------------------------------------------------------


async def passkeys_of(request: Request, games: Games) -> Passkeys:
    """Return the passkeys service."""
    return Passkeys(games, request.app.state.house)


async def ceremonies_of(request: Request) -> Ceremonies:
    """Return the ceremonies for the host of a request, which middleware has validated."""
    settings: ServerSettings = request.app.state.settings
    name = request.headers.get("host", "")
    return Ceremonies(name, lambda origin: is_own_origin(origin, name, settings.public_url))


Keys = Annotated[Passkeys, Depends(passkeys_of)]
Asking = Annotated[Ceremonies, Depends(ceremonies_of)]
AllSessions = Annotated[Sessions, app_service("sessions")]


@router.get("/me/devices", **answers(schemas.SessionsAnswer))
async def devices(request: Request, sessions: AllSessions) -> object:
    """Return the browsers in which the visitor is signed in."""
    return json({"devices": await sessions.list_sessions(visitor(request))})


@router.post("/me/devices/{session}/end", status_code=204, **fails(*CHANGES, 404, 409))
async def end_device(request: Request, sessions: AllSessions, session: Annotated[str, Path(max_length=16)]) -> None:
    """Sign the visitor out in another browser."""
    await sessions.end_other(ensure_visitor(request), session)


@router.get("/me/passkeys", **answers(schemas.PasskeysAnswer))
async def passkeys(keys: Keys, visitor_id: KnownVisitorId) -> object:
    """Return the visitor's passkeys."""
    return json({"passkeys": await keys.list_passkeys(visitor_id)})


@router.post("/me/passkeys/ask", **fails(*CHANGES, 409))
async def ask_for_passkey(
    keys: Keys, asking: Asking, visitor_id: VisitorId, body: schemas.ProofRequest
) -> schemas.OptionsAnswer:
    """Return the options for the browser to create a passkey."""
    return schemas.OptionsAnswer(options=await keys.ask_for_new(asking, visitor_id, body.proof))


@router.post("/me/passkeys", status_code=201, response_model=schemas.PasskeysAnswer, **fails(*CHANGES, 409))
async def add_passkey(keys: Keys, asking: Asking, visitor_id: VisitorId, body: schemas.NewPasskeyRequest) -> object:
    """Add a passkey that the browser has created."""
    await keys.add(asking, visitor_id, body.name, body.model_dump(exclude={"name"}))
    return {"passkeys": await keys.list_passkeys(visitor_id)}


@router.post("/me/passkeys/{passkey}/remove", response_model=schemas.PasskeysAnswer, **fails(*CHANGES, 404, 409))
async def remove_passkey(
    keys: Keys, visitor_id: VisitorId, passkey: Annotated[str, Path(max_length=1400)], body: schemas.ProofRequest
) -> object:
    """Delete a passkey."""
    await keys.remove(visitor_id, passkey, body.proof)
    return {"passkeys": await keys.list_passkeys(visitor_id)}


@router.post("/sign-in/ask", **fails(*CHANGES, 409))
async def ask_to_sign_in(keys: Keys, asking: Asking, visitor_id: VisitorId) -> schemas.OptionsAnswer:
    """Return the options for the browser to sign in with a passkey."""
    return schemas.OptionsAnswer(options=await keys.ask_to_sign_in(asking, visitor_id))


@router.post("/sign-in", **fails(*CHANGES, 404, 409))
async def sign_in(
    request: Request,
    games: Games,
    keys: Keys,
    asking: Asking,
    sessions: AllSessions,
    visitor_id: VisitorId,
    answer: schemas.SignInRequest,
) -> schemas.SignInAnswer:
    """Sign in on this device with a passkey."""
    await sessions.flush()
    login = await keys.sign_in(asking, visitor_id, host(request), answer.model_dump())
    if login.person != visitor_id:
        switch_visitor(request, Visitor(login.person, ensure_visitor(request).session))
    name = await name_of(games.database, login.person)
    return schemas.SignInAnswer(name=name, new=login.person != visitor_id, games=login.games, proof=login.proof)


@router.post("/sign-out", status_code=204, **fails(*CHANGES, 409))
async def sign_out(request: Request, keys: Keys, sessions: AllSessions, visitor_id: VisitorId) -> None:
    """Sign out on this device; its cookie is void from now on."""
    await keys.check_has_passkeys(visitor_id)
    await sessions.end(ensure_visitor(request).session)
    switch_visitor(request, new_visitor())


@router.post("/sign-out/elsewhere", status_code=204, **fails(*CHANGES, 409))
async def sign_out_elsewhere(
    request: Request, keys: Keys, sessions: AllSessions, visitor_id: VisitorId, proof: schemas.ProofRequest
) -> None:
    """Sign out on all other devices."""
    await sessions.flush()
    switch_visitor(request, Visitor(await keys.sign_out_elsewhere(visitor_id, proof.proof)))
