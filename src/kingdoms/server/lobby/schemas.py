"""Requests and answers of the lobby; `docs/server.md` describes them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import (
    Field,
    StringConstraints,
    model_validator,
)

from kingdoms.core.registry import game_names
from kingdoms.server.game.clocks import LEAST, MOST_A_TURN, MOST_IN_ALL, MOST_INCREMENT, TURN
from kingdoms.server.game.schemas import InfoAnswer
from kingdoms.server.schemas import Answer, BotSpec, Name, Number, RequestBody, SeatName


class NameRequest(RequestBody):
    """A name that somebody chooses."""

    name: Name


class JoinRequest(RequestBody):
    """What to be called at a seat."""

    name: Name | None = None


class BotRequest(RequestBody):
    """A bot for an open seat, by default the usual one; none is chosen for a seat whose holder is away."""

    bot: BotSpec | None = None


class ClaimRequest(RequestBody):
    """A one-time token."""

    token: Annotated[str, StringConstraints(min_length=1, max_length=100)]


class SeatRequest(RequestBody):
    """Who is to sit at a seat of a new game."""

    seat: SeatName
    kind: Literal["me", "shared", "open", "bot", "program"]
    name: Name | None = None
    bot: BotSpec | None = None


class FromRequest(RequestBody):
    """A moment of another game."""

    id: Annotated[str, StringConstraints(max_length=24)]
    number: Number


class ClockRequest(RequestBody):
    """A clock for each seat: so many seconds for each `turn`, or for all its turns together, a `budget` that grows."""

    kind: Literal["turn", "budget"]
    seconds: Annotated[int, Field(ge=LEAST, le=MOST_A_TURN, strict=True)]
    increment: Annotated[int, Field(ge=0, le=MOST_INCREMENT, strict=True)] = 0
    then: Literal["bot", "decided"] = "bot"

    @model_validator(mode="after")
    def fits(self) -> ClockRequest:
        """Refuse what has no meaning for its kind."""
        if self.kind == TURN and self.increment:
            raise ValueError("only a budget has an increment: a turn has its whole time anew")
        if self.kind != TURN and self.seconds > MOST_IN_ALL:
            raise ValueError(f"a budget has {MOST_IN_ALL} seconds at most")
        return self

    def agreed(self) -> dict[str, Any]:
        """Return what a game's header says of it."""
        return self.model_dump()


class NewGameRequest(RequestBody):
    """A new game; see the page on the server."""

    game: Annotated[str, StringConstraints(max_length=30)] = game_names()[0]
    seats: Annotated[list[SeatRequest], Field(max_length=8)]
    rulings: dict[str, Any] = Field(default_factory=dict)
    minutes: Annotated[float, Field(gt=0, le=100_000, allow_inf_nan=False)] | None = None
    clock: ClockRequest | None = None
    public: bool = False
    advice: bool = False
    stand_in: BotSpec | None = None
    rated: bool = False
    near: Annotated[int, Field(ge=50, le=2000)] | None = None
    record: Annotated[str, StringConstraints(max_length=900_000)] | None = None
    position: dict[str, Any] | None = None
    from_: FromRequest | None = Field(default=None, alias="from")


class Me(Answer):
    """The visitor."""

    name: str | None


class RulingAnswer(Answer):
    """An option of a game; `values` is null where any whole number from 1 up will do."""

    name: str
    about: str
    values: list[Any] | None
    default: Any


class BotAnswer(Answer):
    """A kind of bot; `title` is its name for people, `level` its strength, from 1 up, where it is one of the game's levels.

    `rated`: with how many seats it has a rating, so that it can sit at rated tables.
    """

    name: str
    title: str
    about: str
    level: int | None
    rated: list[int]


class GameAnswer(Answer):
    """A game that can be played.

    `secrets`: seats may know different things; `timed`: it can be played for a time; `pictures`: its tables can be drawn.
    `variants`: changes of its rules that are not part of them, chosen like rulings.
    """

    name: str
    title: str
    introduction: str
    secrets: bool
    timed: bool
    pictures: bool
    seats: list[str]
    seat_names: dict[str, str]
    players: dict[str, list[str]]
    rulings: list[RulingAnswer]
    variants: list[RulingAnswer]
    bots: list[BotAnswer]
    chapters: dict[str, dict[str, str]]


class Catalogue(Answer):
    """All games."""

    games: list[GameAnswer]


class OwnGameAnswer(Answer):
    """A game of the visitor's; where it waits for them, `question` is what for and `since` since when, else null."""

    info: InfoAnswer
    question: str | None
    since: str | None


class OwnGamesAnswer(Answer):
    """The visitor's games, those that wait for them first; `waiting`: how many do."""

    games: list[OwnGameAnswer]
    waiting: int


class TokenAnswer(Answer):
    """A token; it is told once."""

    token: str


class ClaimAnswer(Answer):
    """The seat that was taken over."""

    id: str
    seat: str
