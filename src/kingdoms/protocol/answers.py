"""Schemas of answers about a game."""

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
from kingdoms.server.base.schemas import AnswerBody


def _facts_of_all_games() -> Any:
    """Return the union of all games' types of facts, with `PlainFacts` for games without their own."""
    fact_types = [game_class(name).facts_type() for name in game_names()]
    return reduce(or_, dict.fromkeys([*fact_types, PlainFacts]))


@cache
def _forecasts_of_all_games() -> Any:
    """Return the union of all games' types of forecasts; fields that don't apply are left out."""
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


class GameFacts:
    """A seat's view of the table, in any game. The games are loaded only when the OpenAPI document is made."""

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return handler(_facts_of_all_games())


class GameForecast:
    """The costs and possible results of a choice, in any game. The games are loaded as late as for `GameFacts`."""

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return handler(_forecasts_of_all_games())


class StrengthAnswer(AnswerBody):
    """A rating in points. With a probability of 95%, the true rating is within `spread` points of it."""

    points: int
    spread: int


class OutcomeAnswer(AnswerBody):
    """How a game ended. The parts of a score depend on the game."""

    reason: str
    winners: list[str]
    loser: str | None
    scores: dict[str, int | list[int]]


class SaidAnswer(AnswerBody):
    """A message: the id of its sentence in the game's catalogue, and beside it the values of its holes, by name."""

    model_config = ConfigDict(extra="allow")

    id: str


class EndingAnswer(AnswerBody):
    """Why a game has ended, as text and as message. Without `texts`, `text` is missing if there is a message."""

    text: str
    said: SaidAnswer | None


class SeatAnswer(AnswerBody):
    """A seat and its holder.

    `bot_title`: the title of the bot that plays there, for itself or as a stand-in; `gone`: how the holder left permanently;
    `rating`: at a rated table, the holder's rating when they took the seat.
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


class FromAnswer(AnswerBody):
    """The game, and the number in it, from which another one was started."""

    id: str
    number: int


class ClockAnswer(AnswerBody):
    """The clock settings of a table; see `ClockRequest`."""

    kind: Literal["turn", "budget"]
    seconds: int
    increment: int
    then: Literal["bot", "decided"]


class WaitAnswer(AnswerBody):
    """The seat whose clock waits for its holder to come to the table, and until when at most."""

    seat: str
    until: str


class ClocksAnswer(AnswerBody):
    """The seconds left for the seats of people and programs, the seat whose time runs, and the one whose clock waits."""

    left: dict[str, float]
    running: str | None
    waits: WaitAnswer | None


class ProposalAnswer(AnswerBody):
    """The newest proposal; it lapses with the next action of a player.

    `by`: the seat that has made it, `agreed`: the seats that have agreed, `waits`: the seats that have not answered,
    `declined`: the seat that has declined, `to`: the number to return to.
    """

    id: str
    kind: Literal["end", "take_back"]
    by: str
    status: Literal["open", "declined", "withdrawn"]
    agreed: list[str]
    waits: list[str]
    declined: str | None
    to: int | None


class InfoAnswer(AnswerBody):
    """Public information about a game.

    `host`: whether the visitor is the host, `host_name`: the host's name at the table, null without a seat or a name,
    `onlookers`: the number of other onlookers, `company`: two or more people play, `advice`: hints are allowed even then,
    `talk`: the host allows talk, `stand_in`: the bot that plays for absent players, `rated`: the game counts for ratings,
    `near`: the maximum difference from the host's rating, in points, `standstill`: nothing has changed for several turns.
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
    ending: EndingAnswer | None
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


class GamesAnswer(AnswerBody):
    """A list of games."""

    games: list[InfoAnswer]


class ChoiceAnswer(AnswerBody):
    """A legal action with its description, as text and as message, and its forecast. Without `texts`, `words` is missing."""

    action: str
    kind: str
    words: str
    said: SaidAnswer | None
    forecast: GameForecast


class AskAnswer(AnswerBody):
    """The question to a seat. `usual`: the action to suggest first if the question asks for a number, otherwise null."""

    seat: str
    decision: str
    question: str
    said: SaidAnswer | None
    undo: bool
    usual: str | None
    choices: list[ChoiceAnswer]


class ChangeAnswer(AnswerBody):
    """A changed fact of the position."""

    path: list[str]
    before: Any
    after: Any


class EventAnswer(AnswerBody):
    """An event, with its sentence as text and as message. Without `texts`, `text` is missing if there is a message."""

    kind: str
    seat: str | None
    text: str
    said: SaidAnswer | None
    details: dict[str, Any]
    changes: list[ChangeAnswer]


class EntryAnswer(AnswerBody):
    """An entry of a game, with its events."""

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


class PreviewAnswer(AnswerBody):
    """The result of a sequence of actions. `known` is false if the last action would reveal a secret, and is not shown."""

    view: GameFacts
    events: list[EventAnswer]
    known: bool
    ask: AskAnswer | None


class ExplainAnswer(AnswerBody):
    """Whether an action is legal, and if not, why; or the current question, and the clauses that it follows from."""

    legal: bool | None = None
    code: str | None = None
    clause: str | None = None
    message: str | None = None
    said: SaidAnswer | None = None
    question: str | None = None
    clauses: dict[str, str] | None = None
