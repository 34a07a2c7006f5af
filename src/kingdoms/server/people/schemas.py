"""What requests and answers about people look like; `docs/server.md` describes them."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, StringConstraints

from kingdoms.server.game.schemas import StrengthAnswer
from kingdoms.server.schemas import Answer, Name, RequestBody

Part = Annotated[str, StringConstraints(min_length=1, max_length=20_000, pattern=r"^[A-Za-z0-9_-]+$")]
"""Bytes in base64url."""
KeyId = Annotated[str, StringConstraints(min_length=1, max_length=1400, pattern=r"^[A-Za-z0-9_-]+$")]
Proof = Annotated[str, StringConstraints(min_length=1, max_length=100)]


class ProofRequest(RequestBody):
    """What proves that whoever asks has just used a passkey: what signing in has answered; it is good once."""

    proof: Proof | None = None


class NewPasskeyRequest(RequestBody):
    """A passkey that a browser has made; `name` is what its owner calls it."""

    name: Name
    id: KeyId
    client_data: Part
    attestation: Part


class SignInRequest(RequestBody):
    """What a passkey has signed."""

    id: KeyId
    client_data: Part
    authenticator: Part
    signature: Part


class OptionsAnswer(Answer):
    """What `navigator.credentials` is to be asked, with bytes in base64url."""

    options: dict[str, Any]


class PasskeyAnswer(Answer):
    """A passkey; `used` is null as long as nobody has signed in with it."""

    id: str
    name: str
    created: str
    used: str | None


class PasskeysAnswer(Answer):
    """The visitor's passkeys."""

    passkeys: list[PasskeyAnswer]


class SignInAnswer(Answer):
    """Who the visitor is now.

    `new`: this device belonged to somebody else before; `games`: in how many games what it held is theirs now; `proof`: what
    adding and removing passkeys, and signing out elsewhere, asks for.
    """

    name: str | None
    new: bool
    games: Annotated[int, Field(ge=0)]
    proof: str


class ListedRequest(RequestBody):
    """Whether others may read the visitor's profile."""

    listed: bool


class AgainstAnswer(Answer):
    """How somebody has done against a bot, or against people (`bot` is null): who has won more in a game gets its point."""

    bot: str | None
    title: str | None
    games: int
    points: float


class ResultsAnswer(Answer):
    """How somebody has done in one game with so many seats; a victory that is shared counts in part."""

    game: str
    seats: int
    games: int
    points: float
    against: list[AgainstAnswer]


class RatingAnswer(StrengthAnswer):
    """How strong somebody is in one game with so many seats, and in how many rated games that has shown."""

    game: str
    seats: int
    games: int


class RatingStepAnswer(Answer):
    """What a rated game has made of a rating; `share` is what was won in it."""

    game: str
    seats: int
    at: str
    share: float
    before: StrengthAnswer
    after: StrengthAnswer


class RankedAnswer(StrengthAnswer):
    """Somebody in a ranking: a person who is listed, by their address, or a level as `bot`, whose rating is fixed."""

    name: str
    address: str | None
    bot: str | None
    games: int | None


class RankingAnswer(Answer):
    """Who is how strong, the strongest first."""

    ranking: list[RankedAnswer]


class ProfileAnswer(Answer):
    """A person's profile; `address` is what it is found by, null as long as nobody else may read it."""

    name: str | None
    address: str | None
    results: list[ResultsAnswer]
    ratings: list[RatingAnswer]
    steps: list[RatingStepAnswer]


class OwnProfileAnswer(ProfileAnswer):
    """The visitor's own profile."""

    listed: bool


class ListedAnswer(Answer):
    """Somebody who is listed."""

    address: str
    name: str


class PeopleAnswer(Answer):
    """Those who have chosen to be listed."""

    people: list[ListedAnswer]
