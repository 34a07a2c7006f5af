"""Schemas of requests and answers of the lobby; see docs/server.md."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, StrictBool, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

from kingdoms.core.registry import game_names
from kingdoms.protocol.answers import AnswerBody, ClockAnswer, InfoAnswer
from kingdoms.server.base.names import check_role
from kingdoms.server.base.schemas import BotSpec, Name, Number, PersonName, RequestBody, SeatName
from kingdoms.table.game.clocks import LEAST, MOST_A_TURN, MOST_INCREMENT, clock_fault
from kingdoms.texts import languages, text


class NameRequest(RequestBody):
    """The visitor's new name."""

    name: PersonName


def known_language(tag: str) -> str:
    """Validate the tag of a language, such as "de".

    Raises:
        PydanticCustomError: there are no texts in that language.
    """
    if tag not in languages():
        raise PydanticCustomError("language", text("error.language", languages=", ".join(languages())))
    return tag


class LanguageRequest(RequestBody):
    """The language that the visitor has chosen, by its tag."""

    language: Annotated[str, AfterValidator(known_language), Field(json_schema_extra={"enum": [*languages()]})]


class JoinRequest(RequestBody):
    """The visitor's name at the seat; by default their usual one."""

    name: PersonName | None = None


class BotRequest(RequestBody):
    """A bot for an open seat, by default the game's usual one. Left out for a seat whose holder is absent."""

    bot: BotSpec | None = None


class ClaimRequest(RequestBody):
    """A one-time token."""

    token: Annotated[str, StringConstraints(min_length=1, max_length=100)]


class SeatRequest(RequestBody):
    """A seat of a new game."""

    seat: SeatName
    kind: Literal["me", "shared", "open", "bot", "program"]
    name: Name | None = None
    bot: BotSpec | None = None

    @model_validator(mode="after")
    def is_unpretending(self) -> SeatRequest:
        """Check that a person doesn't claim to be a bot, the host or the operator."""
        if self.name is not None and self.kind != "program":
            check_role(self.name)
        return self


class FromRequest(RequestBody):
    """Another game, and the number in it from which the new game starts."""

    id: Annotated[str, StringConstraints(max_length=24)]
    number: Number


class ClockRequest(RequestBody):
    """A clock for each seat: seconds for each `turn`; or a `budget` for all turns, with an increment after each.

    `then`: what happens when the time is up: a `bot` takes the seat, or the game is `decided`.
    """

    kind: Literal["turn", "budget"]
    seconds: Annotated[int, Field(ge=LEAST, le=MOST_A_TURN, strict=True)]
    increment: Annotated[int, Field(ge=0, le=MOST_INCREMENT, strict=True)] = 0
    then: Literal["bot", "decided"] = "bot"

    @model_validator(mode="after")
    def fits(self) -> ClockRequest:
        """Check the values that depend on the kind."""
        if (fault := clock_fault(self)) is not None:
            raise PydanticCustomError("clock", fault)
        return self


class NewGameRequest(RequestBody):
    """A new game; see docs/server.md."""

    game: Annotated[str, StringConstraints(max_length=30)] = game_names()[0]
    seats: Annotated[list[SeatRequest], Field(max_length=8)]
    rulings: dict[str, Any] = Field(default_factory=dict)
    minutes: Annotated[float, Field(gt=0, le=100_000, allow_inf_nan=False)] | None = None
    clock: ClockRequest | None = None
    public: StrictBool = False
    advice: StrictBool = False
    stand_in: BotSpec | None = None
    rated: StrictBool = False
    near: Annotated[int, Field(ge=50, le=2000, strict=True)] | None = None
    record: Annotated[str, StringConstraints(max_length=900_000)] | None = None
    position: dict[str, Any] | None = None
    from_: FromRequest | None = Field(default=None, alias="from")


class RulingAnswer(AnswerBody):
    """An option of a game.

    `values` is null if all whole numbers from 1 up are allowed; `words` has the values for people if they are texts.
    """

    name: str
    about: str
    values: list[Any] | None
    words: list[str]
    default: Any


class BotAnswer(AnswerBody):
    """A kind of bot.

    `title`: its name for people; `level`: its strength, from 1 up, if it is one of the game's levels; `rated`: the numbers of
    seats for which it has a rating, and can sit at rated tables.
    """

    name: str
    title: str
    about: str
    level: int | None
    rated: list[int]


class GameAnswer(AnswerBody):
    """A game that can be played.

    `near_seat`: the seat at the bottom of the board, the default for a person, "" if the board has no sides;
    `secrets`: seats may know different things; `timed`: the game can be played with a time limit; `pictures`: the board can be
    drawn; `texts`: positions have short texts for links; `variants`: optional changes of the rules, chosen like rulings.
    """

    name: str
    title: str
    introduction: str
    secrets: bool
    timed: bool
    pictures: bool
    texts: bool
    seats: list[str]
    near_seat: str
    seat_names: dict[str, str]
    players: dict[str, list[str]]
    rulings: list[RulingAnswer]
    variants: list[RulingAnswer]
    bots: list[BotAnswer]
    chapters: dict[str, dict[str, str]]


class Catalogue(AnswerBody):
    """All games that can be played. `rated_clock`: the clock of a rated table for which none is chosen."""

    games: list[GameAnswer]
    rated_clock: ClockAnswer


class OwnGameAnswer(AnswerBody):
    """A game of the visitor. `question`, addressed to the visitor, and `since` are null unless the game waits for them."""

    info: InfoAnswer
    question: str | None
    since: str | None


class OwnGamesAnswer(AnswerBody):
    """The visitor's games. `waiting`: the number of games that wait for the visitor; they are listed first.

    `looked_at`: the number of the visitor's reports with an outcome that the visitor has not seen.
    """

    games: list[OwnGameAnswer]
    waiting: int
    looked_at: int
