"""Steps of the state machine about people: right and wrong passkeys, and public and private profiles."""

from __future__ import annotations

import asyncio
from typing import Any

from hypothesis import strategies as st

from tests.support.clients.authenticator import Authenticator
from tests.support.model.hosting import SEATS
from tests.support.model.local_server import LocalServer, Visitor
from tests.support.model.playing import PlayingSteps
from tests.support.model.state_machine import PICK, step
from tests.support.model.tables import No

PROVE, WRONG, NO_PASSKEY, EXPIRED = No(403, "prove"), No(403, "passkey"), No(404, "no_passkey"), No(409, "expired")
ELSEWHERE = "https://kingdoms.example.org"
NO_ANSWERS: tuple[Any, ...] = ({}, b"{", [], {"id": ""}, {"id": 7}, {"id": "x" * 2000, "client_data": "", "signature": ""})
"""Invalid answers of a passkey."""
MOST_LISTED = 100
"""Maximum number of people in the list."""


class PeopleSteps(PlayingSteps):
    """Steps of visitors with passkeys and profiles.

    Attributes:
        keys: the passkeys, by visitor.
        listed: visitors who want to be listed.
        addresses: the last address of each profile.
    """

    def __init__(self, runner: asyncio.Runner, server: LocalServer) -> None:
        super().__init__(runner, server)
        self.keys: dict[str, Authenticator] = {}
        self.listed: set[str] = set()
        self.addresses: dict[str, str] = {}

    async def sit_down(self) -> None:
        """Begin games with two visitors who have a passkey and are listed."""
        await super().sit_down()
        for visitor in self.world.visitors[1:3]:
            await self.get_passkey(visitor, False)
            await self.be_listed(visitor, self.world.visitors[0], True)

    @step(often=2, visitor=PICK, wrong=st.booleans())
    async def get_passkey(self, visitor: Visitor, wrong: bool) -> None:
        """Register a passkey; another one needs proof of the first. An answer counts once, for its own challenge."""
        no = PROVE if visitor.id in self.keys else None
        challenge = await self.world.ask(visitor, no, "POST", "/me/passkeys/ask", {"proof": None})
        if challenge is None:
            return
        device = Authenticator(origin=ELSEWHERE) if wrong else Authenticator()
        answer = device.registration(challenge.json()["options"])
        if await self.world.ask(visitor, WRONG if wrong else None, "POST", "/me/passkeys", answer, status=201):
            self.keys[visitor.id] = device
        await self.world.ask(visitor, EXPIRED, "POST", "/me/passkeys", answer)

    @step(visitor=PICK, owner=PICK, body=st.sampled_from(NO_ANSWERS))
    async def sign_in_wrongly(self, visitor: Visitor, owner: Visitor, body: Any) -> None:
        """Sign in with an invalid answer, with an unknown passkey, and with a passkey for another site."""
        await self.world.ask(visitor, No(422, "invalid"), "POST", "/sign-in", body)
        for device, no in ((Authenticator(), NO_PASSKEY), (self.keys.get(owner.id), WRONG)):
            challenge = None if device is None else await self.world.ask(visitor, None, "POST", "/sign-in/ask", {})
            if device is not None and challenge is not None:
                answer = device.assertion(challenge.json()["options"], origin=ELSEWHERE)
                await self.world.ask(visitor, no, "POST", "/sign-in", answer)
                await self.world.ask(visitor, EXPIRED, "POST", "/sign-in", answer)

    @step(visitor=PICK, owner=PICK, reader=PICK)
    async def lose_passkey(self, visitor: Visitor, owner: Visitor, reader: Visitor) -> None:
        """Remove a passkey: a visitor's own with a fresh proof, others' never."""
        device = self.keys.get(owner.id)
        if device is None:
            return
        path = f"/me/passkeys/{device.assertion({'challenge': ''})['id']}/remove"
        await self.world.ask(visitor, PROVE, "POST", path, {"proof": "x"})
        if visitor is owner and (proof := await self.prove(visitor, device)):
            answer = await self.world.ask(visitor, None, "POST", path, {"proof": proof})
            assert answer is not None
            assert answer.json()["passkeys"] == []
            del self.keys[visitor.id]
            await self.read_of_others(reader, visitor)

    async def prove(self, visitor: Visitor, device: Authenticator) -> str | None:
        """Return the proof of a visitor's passkey, or None if they are banned."""
        challenge = await self.world.ask(visitor, None, "POST", "/sign-in/ask", {})
        if challenge is None:
            return None
        answer = await self.world.ask(visitor, None, "POST", "/sign-in", device.assertion(challenge.json()["options"]))
        assert answer is not None
        assert (answer.json()["new"], answer.json()["name"]) == (False, visitor.name)
        return str(answer.json()["proof"])

    @step(often=2, visitor=PICK, reader=PICK, listed=st.booleans())
    async def be_listed(self, visitor: Visitor, reader: Visitor, listed: bool) -> None:
        """Be listed, which needs a passkey, or not; then the profile's address is unknown."""
        no = No(403, "no_passkey") if listed and visitor.id not in self.keys else None
        answer = await self.world.ask(visitor, no, "PUT", "/me/profile", {"listed": listed})
        if answer is not None:
            (self.listed.add if listed else self.listed.discard)(visitor.id)
            assert answer.json()["listed"] is listed
            if listed:
                self.addresses[visitor.id] = answer.json()["address"]
            await self.read_of_others(reader, visitor)

    @step(often=2, visitor=PICK, subject=PICK)
    async def read_of_others(self, visitor: Visitor, subject: Visitor) -> None:
        """Read the list and a profile: they contain only visitors who want to be listed and have a passkey."""
        public = self.listed & self.keys.keys()
        if people := await self.world.ask(visitor, None, "GET", "/people"):
            addresses = {person["address"] for person in people.json()["people"]}
            assert not addresses & {self.addresses[visitor_id] for visitor_id in self.addresses.keys() - public}
            assert len(addresses) == MOST_LISTED or addresses >= {self.addresses[visitor_id] for visitor_id in public}
        if subject.id in self.addresses:
            no = None if subject.id in public else No(404, "nobody")
            if page := await self.world.ask(visitor, no, "GET", f"/people/{self.addresses[subject.id]}"):
                assert page.json()["name"] == subject.name
        if profile := await self.world.ask(visitor, None, "GET", "/me/profile"):
            assert profile.json()["listed"] is (visitor.id in self.listed)
        if keys := await self.world.ask(visitor, None, "GET", "/me/passkeys"):
            assert len(keys.json()["passkeys"]) == (visitor.id in self.keys)
        for game, seats in SEATS.items():
            await self.world.ask(visitor, None, "GET", "/ratings", game=game, seats=len(seats))
        await self.world.ask(visitor, None, "GET", "/games", which="open")
