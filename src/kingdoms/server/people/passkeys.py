"""Passkeys of visitors: adding and removing them, signing in on another device, signing out on all others.

Whoever has a visitor's cookie is that visitor. So that a stranger who has got hold of it cannot keep it, only somebody who has
just used a passkey may add or remove one where there is one, or take everything away from the cookie (`sign_out_elsewhere`).
"""

from __future__ import annotations

import hashlib
import secrets
import time
from dataclasses import dataclass
from typing import Any, Final, cast

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from kingdoms.server.bans import Bans
from kingdoms.server.database import changed
from kingdoms.server.errors import ApiError
from kingdoms.server.identity import new_visitor
from kingdoms.server.people.ceremonies import Ceremonies, Key, WrongAnswer
from kingdoms.server.people.moving import merge, move
from kingdoms.server.ratings.ratings import plays_rated
from kingdoms.server.table.live_games import LiveGames
from kingdoms.server.tables import CeremonyRow, PasskeyRow
from kingdoms.server.times import timestamp
from kingdoms.server.visitors import name_of

LIFETIME: Final = 300.0
"""Seconds that a question to a passkey waits for its answer, and a proof for its use."""
MOST: Final = 10
"""How many passkeys one visitor may have."""
REGISTER, SIGN_IN, PROOF = "register", "sign-in", "proof"


@dataclass(frozen=True)
class SignedIn:
    """Who has signed in, in how many games what their device held is theirs now, and the proof that they have."""

    person: str
    games: int
    proof: str


def wrong() -> ApiError:
    """Return the refusal of an answer that does not belong to its question."""
    return ApiError(403, "passkey", "The passkey's answer does not fit: try again.")


class Passkeys:
    """The passkeys of all visitors.

    Args:
        games: the games that go with them.
        bans: who may not sign in.
    """

    def __init__(self, games: LiveGames, bans: Bans) -> None:
        self.games = games
        self.bans = bans
        self.database = games.database

    async def of(self, visitor_id: str | None) -> list[dict[str, Any]]:
        """Return a visitor's passkeys, the first one first."""
        columns = (PasskeyRow.id, PasskeyRow.name, PasskeyRow.created, PasskeyRow.used)
        wanted = select(*columns).where(PasskeyRow.visitor_id == visitor_id).order_by(PasskeyRow.created)
        async with self.database.read_engine.connect() as connection:
            return [
                {"id": row.id, "name": row.name, "created": timestamp(row.created), "used": timestamp(row.used)}
                for row in await connection.execute(wanted)
            ]

    # -- adding and removing ------------------------------------------------------------------------------------------

    async def ask_for_new(self, ceremonies: Ceremonies, visitor_id: str, proof: str | None) -> dict[str, Any]:
        """Return what a visitor's browser is asked for a new passkey.

        Raises:
            ApiError: 403, who has a passkey has to use it first; 409, they have enough.
        """
        known = [each["id"] for each in await self.of(visitor_id)]
        if len(known) >= MOST:
            raise ApiError(409, "enough", f"You have {MOST} passkeys, which is as many as there may be: remove one first.")
        async with self.database.engine.begin() as connection:
            if known:
                await self._check_proof(connection, visitor_id, proof)
        called = await name_of(self.database, visitor_id) or "You"
        options, state = ceremonies.to_register(visitor_id, called, known)
        # one question at a time: none is left over from before there was a passkey
        await self._store_ceremony(visitor_id, REGISTER, state)
        return options

    async def add(self, ceremonies: Ceremonies, visitor_id: str, name: str, answer: dict[str, str]) -> None:
        """Keep a passkey that a visitor's browser has made.

        Raises:
            ApiError: 403, it is not right; 409, the question is too old, or there is that passkey already.
        """
        state = await self._use_ceremony(visitor_id, REGISTER)
        try:
            key = ceremonies.registered(state, answer)
        except WrongAnswer:
            raise wrong() from None
        row = {
            "id": key.id,
            "visitor_id": visitor_id,
            "name": name,
            "public": key.public,
            "signed": key.count,
            "created": time.time(),
        }
        try:
            async with self.database.engine.begin() as connection:
                await connection.execute(insert(PasskeyRow).values(**row))
        except IntegrityError:
            raise ApiError(409, "known", "This passkey is known here already.") from None

    async def remove(self, visitor_id: str, passkey: str, proof: str | None) -> None:
        """Forget a passkey.

        Raises:
            ApiError: 403, who removes one has to have used one just before; 404, it is not theirs.
        """
        async with self.database.engine.begin() as connection:
            await self._check_proof(connection, visitor_id, proof)
            wanted = delete(PasskeyRow).where(PasskeyRow.id == passkey, PasskeyRow.visitor_id == visitor_id)
            if not await changed(connection, wanted):
                raise ApiError(404, "no_passkey", "You have no such passkey.")
            if not await self._has_passkeys(connection, visitor_id) and await plays_rated(connection, visitor_id):
                raise ApiError(409, "rated", "You sit at a rated table, for which you need a passkey: add another one first.")

    # -- signing in and out -------------------------------------------------------------------------------------------

    async def ask_to_sign_in(self, ceremonies: Ceremonies, visitor_id: str) -> dict[str, Any]:
        """Return what a browser is asked for a passkey."""
        options, state = ceremonies.to_sign_in()
        await self._store_ceremony(visitor_id, SIGN_IN, state)
        return options

    async def sign_in(self, ceremonies: Ceremonies, visitor_id: str, host: str, answer: dict[str, str]) -> SignedIn:
        """Let a device be a person's; what its visitor held who had no passkey is the person's then.

        Args:
            ceremonies: how passkeys are asked here.
            who: whose device it was so far.
            host: the address that they come from.
            answer: what the passkey has signed.

        Raises:
            ApiError: 403, it is not right, or the person may not come in; 404, nobody knows that passkey; 409, the question is
                too old, or device and person play in one game.
        """
        state = await self._use_ceremony(visitor_id, SIGN_IN)
        found = await self._find_key(answer["id"])
        if found is None:
            raise ApiError(404, "no_passkey", "Nobody knows this passkey here: it may have been removed.")
        person, key = found
        try:
            count = ceremonies.signed_in(state, key, answer)
        except WrongAnswer:
            raise wrong() from None
        if (ban := self.bans.find(person, host)) is not None:
            raise ApiError(403, "banned", ban.sentence)
        games: list[str] = []
        async with self.database.engine.begin() as connection:
            still = (PasskeyRow.id == key.id, PasskeyRow.visitor_id == person, PasskeyRow.signed == key.count)
            counted = update(PasskeyRow).where(*still).values(signed=count, used=time.time())
            if not await changed(connection, counted):
                raise wrong()
            if visitor_id != person and not await self._has_passkeys(connection, visitor_id):
                games = await merge(connection, visitor_id, person)
                await self.games.store.notify(connection, *games)
        await self._refresh_games(games)
        return SignedIn(person, len(games), await self._new_proof(person))

    async def sign_out_elsewhere(self, visitor_id: str, proof: str | None) -> str:
        """Let a person be another visitor, with all that they have; cookies on other devices are nobody's then.

        Raises:
            ApiError: 403, they have to have used a passkey just before.
        """
        new = new_visitor().id
        async with self.database.engine.begin() as connection:
            await self._check_proof(connection, visitor_id, proof)
            games = await move(connection, visitor_id, new)
            await self.games.store.notify(connection, *games)
        await self._refresh_games(games)
        return new

    async def check_has_some(self, visitor_id: str) -> None:
        """Refuse to let a device forget who it is where nothing would bring that back.

        Raises:
            ApiError: 409, the visitor has no passkey.
        """
        if not await self.of(visitor_id):
            message = "Without a passkey you could not come back: all that you have here would be lost."
            raise ApiError(409, "no_passkey", message)

    # -- what they share ----------------------------------------------------------------------------------------------

    async def _refresh_games(self, games: list[str]) -> None:
        """Have the games in memory follow what was done in the database."""
        for game_id in games:
            live = self.games.games.get(game_id)
            if live is not None:
                await self.games.refresh(live)

    async def _find_key(self, passkey: str) -> tuple[str, Key] | None:
        """Return whose a passkey is, and it; None if nobody knows it."""
        wanted = select(PasskeyRow.visitor_id, PasskeyRow.public, PasskeyRow.signed).where(PasskeyRow.id == passkey)
        async with self.database.read_engine.connect() as connection:
            row = (await connection.execute(wanted)).one_or_none()
        return None if row is None else (row.visitor_id, Key(passkey, row.public, row.signed))

    async def _has_passkeys(self, connection: AsyncConnection, visitor_id: str) -> bool:
        """Say whether a visitor has any."""
        return await connection.scalar(select(PasskeyRow.id).where(PasskeyRow.visitor_id == visitor_id).limit(1)) is not None

    async def _new_proof(self, person: str) -> str:
        """Return the proof that somebody has just used a passkey."""
        proof = secrets.token_urlsafe(24)
        await self._store_ceremony(person, PROOF, {"hash": _hash(proof)})
        return proof

    async def _check_proof(self, connection: AsyncConnection, visitor_id: str, proof: str | None) -> None:
        """Use a proof up.

        Raises:
            ApiError: 403, it is none.
        """
        fresh = (CeremonyRow.visitor_id == visitor_id, CeremonyRow.kind == PROOF, CeremonyRow.created > time.time() - LIFETIME)
        state = await connection.scalar(select(CeremonyRow.state).where(*fresh))
        is_right = proof is not None and state is not None and secrets.compare_digest(state["hash"], _hash(proof))
        if not is_right or await changed(connection, delete(CeremonyRow).where(*fresh)) != 1:
            raise ApiError(403, "prove", "Use one of your passkeys first, to show that it is you.")

    async def _store_ceremony(self, visitor_id: str, kind: str, state: dict[str, Any]) -> None:
        """Keep what waits for an answer; it takes the place of what has waited before."""
        now = time.time()
        row = {"visitor_id": visitor_id, "kind": kind, "state": state, "created": now}
        for _ in range(3):
            try:
                async with self.database.engine.begin() as connection:
                    await connection.execute(delete(CeremonyRow).where(CeremonyRow.created < now - LIFETIME))
                    mine = delete(CeremonyRow).where(CeremonyRow.visitor_id == visitor_id, CeremonyRow.kind == kind)
                    await connection.execute(mine)
                    await connection.execute(insert(CeremonyRow).values(**row))
            except IntegrityError:  # asked twice at the same moment
                continue
            return
        raise ApiError(409, "busy", "This was asked several times at once: try again.")

    async def _use_ceremony(self, visitor_id: str, kind: str) -> dict[str, Any]:
        """Return what waits for an answer, once.

        Raises:
            ApiError: 409, nothing does.
        """
        which = (CeremonyRow.visitor_id == visitor_id, CeremonyRow.kind == kind)
        async with self.database.engine.begin() as connection:
            fresh = select(CeremonyRow.state).where(*which, CeremonyRow.created > time.time() - LIFETIME)
            state = cast("dict[str, Any] | None", await connection.scalar(fresh.with_for_update()))
            if await changed(connection, delete(CeremonyRow).where(*which)) != 1:
                state = None
        if state is None:
            raise ApiError(409, "expired", "That took too long, or was answered already: try again.")
        return state


def _hash(text: str) -> str:
    """Return what is kept of a proof."""
    return hashlib.sha256(text.encode()).hexdigest()
