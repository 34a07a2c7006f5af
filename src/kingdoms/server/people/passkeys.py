"""Passkeys of visitors: adding and removing them, signing in on another device, and signing out on all others.

A cookie identifies a visitor, and could be stolen. So adding a further passkey, removing one, and `sign_out_elsewhere`, which
makes old cookies void, require a proof that a passkey has just been used.
"""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass
from typing import Any, Final, cast

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from kingdoms.server.database.engine import execute_count, hash_of
from kingdoms.server.database.notices import BANS
from kingdoms.server.database.tables import CeremonyRow, PasskeyRow
from kingdoms.server.people.ceremonies import Ceremonies, Key, WrongAnswer
from kingdoms.server.people.moving import merge, move
from kingdoms.server.ratings.ratings import has_passkey, plays_rated
from kingdoms.server.table.live_games import LiveGames
from kingdoms.server.visitors.admission import House
from kingdoms.server.visitors.identity import new_visitor
from kingdoms.server.visitors.names import name_of
from kingdoms.table.base.errors import ApiError
from kingdoms.table.base.times import fields_json
from kingdoms.texts import text

LIFETIME: Final = 300.0
"""Seconds until a ceremony or a proof expires."""
MOST: Final = 10
"""Maximum number of passkeys of a visitor."""
REGISTER, SIGN_IN, PROOF = "register", "sign-in", "proof"


@dataclass(frozen=True)
class SignInResult:
    """The result of signing in: the person, the number of games taken over from the device, and a proof."""

    person: str
    games: int
    proof: str


def invalid_response() -> ApiError:
    """Return a 403 error for a response that is not valid."""
    return ApiError(403, "passkey", text("error.passkey"))


class Passkeys:
    """The passkeys of all visitors."""

    def __init__(self, games: LiveGames, house: House) -> None:
        self.games = games
        self.house = house
        self.database = games.database

    async def list_passkeys(self, visitor_id: str | None) -> list[dict[str, Any]]:
        """Return a visitor's passkeys, the oldest first."""
        columns = (PasskeyRow.id, PasskeyRow.name, PasskeyRow.created, PasskeyRow.used)
        query = select(*columns).where(PasskeyRow.visitor_id == visitor_id).order_by(PasskeyRow.created)
        return [fields_json(row, "id name created used") for row in await self.database.rows(query)]

    # -- adding and removing ------------------------------------------------------------------------------------------

    async def ask_for_new(self, ceremonies: Ceremonies, visitor_id: str, proof: str | None) -> dict[str, Any]:
        """Return the options for a browser to create a passkey.

        Raises:
            ApiError: 403, the visitor has a passkey, and has to use it first; 409, they have the maximum number.
        """
        key_ids = [passkey["id"] for passkey in await self.list_passkeys(visitor_id)]
        if len(key_ids) >= MOST:
            raise ApiError(409, "enough", text("error.many_passkeys", most=MOST))
        async with self.database.engine.begin() as connection:
            if key_ids:
                await self.check_proof(connection, visitor_id, proof)
        called = await name_of(self.database, visitor_id) or "You"
        options, state = ceremonies.to_register(visitor_id, called, key_ids)
        # replaces an earlier ceremony, which may have started before there was a passkey
        await self._store_ceremony(visitor_id, REGISTER, state)
        return options

    async def add(self, ceremonies: Ceremonies, visitor_id: str, name: str, answer: dict[str, str]) -> None:
        """Add a passkey that a visitor's browser has created.

        Raises:
            ApiError: 403, the response is not valid; 409, the ceremony has expired, or the passkey exists already.
        """
        state = await self._use_ceremony(visitor_id, REGISTER)
        try:
            key = ceremonies.verify_registration(state, answer)
        except WrongAnswer:
            raise invalid_response() from None
        row = {"id": key.id, "visitor_id": visitor_id, "name": name, "public": key.public, "signed": key.count}
        try:
            await self.database.execute(insert(PasskeyRow).values(**row, created=time.time()))
        except IntegrityError:
            raise ApiError(409, "known", text("error.known")) from None

    async def remove(self, visitor_id: str, passkey: str, proof: str | None) -> None:
        """Delete a passkey.

        Raises:
            ApiError: 403, the proof is missing; 404, the visitor has no such passkey; 409, a rated table requires it.
        """
        async with self.database.engine.begin() as connection:
            await self.check_proof(connection, visitor_id, proof)
            statement = delete(PasskeyRow).where(PasskeyRow.id == passkey, PasskeyRow.visitor_id == visitor_id)
            if not await execute_count(connection, statement):
                raise ApiError(404, "no_passkey", text("error.no_passkey"))
            if not await has_passkey(connection, visitor_id) and await plays_rated(connection, visitor_id):
                raise ApiError(409, "rated", text("error.rated_passkey"))

    # -- signing in and out -------------------------------------------------------------------------------------------

    async def ask_to_sign_in(self, ceremonies: Ceremonies, visitor_id: str) -> dict[str, Any]:
        """Return the options for a browser to sign in with a passkey."""
        options, state = ceremonies.to_sign_in()
        await self._store_ceremony(visitor_id, SIGN_IN, state)
        return options

    async def sign_in(self, ceremonies: Ceremonies, visitor_id: str, host: str, answer: dict[str, str]) -> SignInResult:
        """Sign a person in on a device. Everything of its earlier visitor is transferred, unless that one has a passkey.

        Args:
            visitor_id: the earlier visitor of the device.

        Raises:
            ApiError: 403, the response is not valid, or the person is banned; 404, the passkey is unknown; 409, the ceremony
                has expired, or both visitors hold seats in a game that is not over.
        """
        state = await self._use_ceremony(visitor_id, SIGN_IN)
        match = await self._find_key(answer["id"])
        if match is None:
            raise ApiError(404, "no_passkey", text("error.no_passkey_known"))
        person, key = match
        try:
            count = ceremonies.verify_sign_in(state, key, answer)
        except WrongAnswer:
            raise invalid_response() from None
        if (ban := self.house.bans.find(person, host)) is not None:
            raise ApiError(403, "banned", ban.sentence)
        games: list[str] = []
        async with self.database.engine.begin() as connection:
            still = (PasskeyRow.id == key.id, PasskeyRow.visitor_id == person, PasskeyRow.signed == key.count)
            counted = update(PasskeyRow).where(*still).values(signed=count, used=time.time())
            if not await execute_count(connection, counted):
                raise invalid_response()
            if visitor_id != person and not await has_passkey(connection, visitor_id):
                games = await merge(connection, visitor_id, person)
                await self.games.store.notify(connection, *games, BANS)
        await self._refresh_games(games)
        return SignInResult(person, len(games), await self._new_proof(person))

    async def sign_out_elsewhere(self, visitor_id: str, proof: str | None) -> str:
        """Transfer everything to a new visitor id, and return it; cookies on other devices become void.

        Raises:
            ApiError: 403, the proof is missing.
        """
        new = new_visitor().id
        async with self.database.engine.begin() as connection:
            await self.check_proof(connection, visitor_id, proof)
            games = await move(connection, visitor_id, new)
            await self.games.store.notify(connection, *games, BANS)
        await self._refresh_games(games)
        return new

    async def check_has_passkeys(self, visitor_id: str) -> None:
        """Check that a visitor has a passkey, and can sign in again after signing out.

        Raises:
            ApiError: 409, they have none.
        """
        if not await self.list_passkeys(visitor_id):
            raise ApiError(409, "no_passkey", text("error.no_passkey_last"))

    # -- the database -------------------------------------------------------------------------------------------------

    async def _refresh_games(self, games: list[str]) -> None:
        """Refresh games in memory, and who is admitted, after changes of the database."""
        await self.house.read(self.database)
        for game_id in games:
            live = self.games.by_id.get(game_id)
            if live is not None:
                await self.games.refresh(live)

    async def _find_key(self, passkey: str) -> tuple[str, Key] | None:
        """Return the owner of a passkey, and the passkey; None if it is unknown."""
        query = select(PasskeyRow.visitor_id, PasskeyRow.public, PasskeyRow.signed).where(PasskeyRow.id == passkey)
        row = await self.database.row(query)
        return None if row is None else (row.visitor_id, Key(passkey, row.public, row.signed))

    async def _new_proof(self, person: str) -> str:
        """Create and store a proof that a person has just used a passkey."""
        proof = secrets.token_urlsafe(24)
        await self._store_ceremony(person, PROOF, {"hash": hash_of(proof)})
        return proof

    async def check_proof(self, connection: AsyncConnection, visitor_id: str, proof: str | None) -> None:
        """Check a proof, and delete it.

        Raises:
            ApiError: 403, it is not valid.
        """
        fresh = (CeremonyRow.visitor_id == visitor_id, CeremonyRow.kind == PROOF, CeremonyRow.created > time.time() - LIFETIME)
        state = await connection.scalar(select(CeremonyRow.state).where(*fresh))
        is_right = proof is not None and state is not None and secrets.compare_digest(state["hash"], hash_of(proof))
        if not is_right or await execute_count(connection, delete(CeremonyRow).where(*fresh)) != 1:
            raise ApiError(403, "prove", text("error.prove"))

    async def _store_ceremony(self, visitor_id: str, kind: str, state: dict[str, Any]) -> None:
        """Store the state of a ceremony, or a proof, in place of an earlier one."""
        now = time.time()
        row = {"visitor_id": visitor_id, "kind": kind, "state": state, "created": now}
        for _ in range(3):
            try:
                async with self.database.engine.begin() as connection:
                    await connection.execute(delete(CeremonyRow).where(CeremonyRow.created < now - LIFETIME))
                    statement = delete(CeremonyRow).where(CeremonyRow.visitor_id == visitor_id, CeremonyRow.kind == kind)
                    await connection.execute(statement)
                    await connection.execute(insert(CeremonyRow).values(**row))
            except IntegrityError:  # two concurrent requests
                continue
            return
        raise ApiError(409, "busy", text("error.busy_passkey"))

    async def _use_ceremony(self, visitor_id: str, kind: str) -> dict[str, Any]:
        """Return the state of a ceremony, and delete it.

        Raises:
            ApiError: 409, there is none, or it has expired.
        """
        conditions = (CeremonyRow.visitor_id == visitor_id, CeremonyRow.kind == kind)
        async with self.database.engine.begin() as connection:
            fresh = select(CeremonyRow.state).where(*conditions, CeremonyRow.created > time.time() - LIFETIME)
            state = cast("dict[str, Any] | None", await connection.scalar(fresh.with_for_update()))
            if await execute_count(connection, delete(CeremonyRow).where(*conditions)) != 1:
                state = None
        if state is None:
            raise ApiError(409, "expired", text("error.expired"))
        return state
