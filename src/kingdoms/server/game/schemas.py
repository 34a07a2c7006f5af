"""Answers about a game: who plays it, how it stands, what is asked, what has happened."""

from __future__ import annotations

from functools import cache, reduce
from operator import or_
from typing import Any, Literal, get_type_hints

from pydantic import (
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    create_model,
)
from pydantic_core import CoreSchema

from kingdoms.core.registry import game_class, game_names
from kingdoms.core.view import PlainFacts
from kingdoms.server.schemas import Answer


def _facts_of_all_games() -> Any:
    """Return the type of what a seat may know of the table, of any game: the games' own, and the plain one for all others."""
    own = [game_class(name).facts_type() for name in game_names()]
    return reduce(or_, dict.fromkeys([*own, PlainFacts]))


@cache
def _forecasts_of_all_games() -> Any:
    """Return the type of what a choice costs and can lead to: only fields that apply are there."""
    models: list[Any] = []
    for name in game_names():
        rules = game_class(name)
        shape = rules.forecast_type()
        if shape is not None:
            fields: dict[str, Any] = {field: (kind | None, None) for field, kind in get_type_hints(shape).items()}
            model = create_model(f"{rules.__name__}Forecast", __config__=ConfigDict(extra="forbid", defer_build=True), **fields)
            model.__doc__ = shape.__doc__
            models.append(model)
    return reduce(or_, [*models, dict[str, Any]])


class Facts:
    """What a seat may know of the table, in any game. Only when OpenAPI is asked for are the games loaded for it."""

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return handler(_facts_of_all_games())


class Forecast:
    """What a choice costs and can lead to, in any game; the games are loaded as late."""

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return handler(_forecasts_of_all_games())


class StrengthAnswer(Answer):
    """How strong somebody is, in points; with a chance of 95% the true figure is within `spread` points of it."""

    points: int
    spread: int


class OutcomeAnswer(Answer):
    """How a game ended; what a score is made of is the game's own."""

    reason: str
    winners: list[str]
    loser: str | None
    scores: dict[str, int | list[int]]


class SeatAnswer(Answer):
    """Who sits at a seat, at a rated table with their rating when they took it.

    `bot_title` is what the bot is called that plays there, as its own or for somebody who is away. `gone` says how its holder
    has left it for good: they have resigned, or their time is up.
    """

    seat: str
    name: str
    kind: Literal["person", "open", "bot", "program"]
    bot: str | None
    bot_title: str | None
    you: bool
    present: bool
    away_since: str | None
    stand_in: str | None
    gone: Literal["resigned", "clock"] | None
    rating: StrengthAnswer | None


class FromAnswer(Answer):
    """Where a game branched off."""

    id: str
    number: int


class ClockAnswer(Answer):
    """The clock that a table has agreed on; see `ClockRequest`."""

    kind: Literal["turn", "budget"]
    seconds: int
    increment: int
    then: Literal["bot", "decided"]


class ClocksAnswer(Answer):
    """The seconds that the seats of people and programs have left now, and the seat whose time runs."""

    left: dict[str, float]
    running: str | None


class ProposalAnswer(Answer):
    """What somebody proposes, or has proposed since the game has gone on last.

    `by`: the seat that has proposed it, `agreed`: those that have agreed, `waits`: those that are still asked, `declined`: the
    one that has declined, `to`: the number to go back to.
    """

    id: str
    kind: Literal["end", "take_back"]
    by: str
    status: Literal["open", "declined", "withdrawn"]
    agreed: list[str]
    waits: list[str]
    declined: str | None
    to: int | None


class InfoAnswer(Answer):
    """What everybody may know about a game.

    `host`: whether it is the visitor's, `host_name`: what its host is called at the table, null without a seat or a name,
    `onlookers`: others who look on, `company`: people play each other, `advice`: hints are allowed even then, `talk`: the host
    lets people talk, `stand_in`: the bot that plays for who is away, `rated`: it counts for ratings, `near`: how many points
    from the host's others may be, `standstill`: nothing has changed for several turns of all.
    """

    id: str
    game: str
    status: Literal["lobby", "playing", "over"]
    public: bool
    created: str
    started: str | None
    minutes: float | None
    deadline: str | None
    rulings: dict[str, Any]
    number: int
    to_move: str | None
    round: int | None
    outcome: OutcomeAnswer | None
    host: bool
    host_name: str | None
    you: list[str]
    rematch: str | None
    from_: FromAnswer | None = Field(alias="from")
    onlookers: int
    company: bool
    advice: bool
    talk: bool
    rated: bool
    near: int | None
    stand_in: str
    grace: float
    clock: ClockAnswer | None
    seats: list[SeatAnswer]
    clocks: ClocksAnswer | None
    proposal: ProposalAnswer | None
    standstill: bool


class GamesAnswer(Answer):
    """Several games."""

    games: list[InfoAnswer]


class ChoiceAnswer(Answer):
    """A legal action with what it means."""

    action: str
    kind: str
    words: str
    forecast: Forecast


class AskAnswer(Answer):
    """What is asked of a seat."""

    seat: str
    decision: str
    question: str
    undo: bool
    choices: list[ChoiceAnswer]


class ChangeAnswer(Answer):
    """One fact of the position that became another."""

    path: list[str]
    before: Any
    after: Any


class EventAnswer(Answer):
    """One thing that happened."""

    kind: str
    seat: str | None
    text: str
    details: dict[str, Any]
    changes: list[ChangeAnswer]


class EntryAnswer(Answer):
    """One thing that was decided, with what it brought."""

    number: int
    by: str | None
    action: str | None
    call: str | None
    undo: int | None
    at: str
    round: int | None
    phase: str
    scores: dict[str, int]
    events: list[EventAnswer]


class PreviewAnswer(Answer):
    """What actions would do; not `known` is what the last one does, since it shows what is a secret by now."""

    view: Facts
    events: list[EventAnswer]
    known: bool
    ask: AskAnswer | None


class ExplainAnswer(Answer):
    """Why an action is not legal, or what is asked and by which clauses."""

    legal: bool | None = None
    code: str | None = None
    clause: str | None = None
    message: str | None = None
    question: str | None = None
    clauses: dict[str, str] | None = None
