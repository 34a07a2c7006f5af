"""The answers of a server about tables, for the server that documents them and the client that reads them.

Each class is a schema of the OpenAPI document. Later servers may add fields and words: the client ignores unknown fields,
and reads words as plain text where programs need not tell all of them apart.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, reduce
from operator import or_
from typing import Annotated, Any, Literal, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, GetJsonSchemaHandler, TypeAdapter, create_model
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from kingdoms.core.registry import game_class, game_names
from kingdoms.core.view import PlainFacts


class AnswerBody(BaseModel):
    """Base of all answers. The server only documents them, so validators are built on demand."""

    model_config = ConfigDict(defer_build=True, frozen=True)


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


class _DocumentedAs:
    """Documents a field by a stricter type than the client reads it by. The type is made only when the OpenAPI document is."""

    def __init__(self, kind: Callable[[], Any]) -> None:
        self.kind = kind

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return handler(TypeAdapter(self.kind()).core_schema)


GameFacts = Annotated[dict[str, Any], _DocumentedAs(_facts_of_all_games)]
"""A seat's view of the table, in any game."""

GameForecast = Annotated[dict[str, Any], _DocumentedAs(_forecasts_of_all_games)]
"""The costs and possible results of a choice, in any game."""

Phrase = Literal["hello", "good_luck", "well_played", "thanks", "sorry", "one_moment", "still_here", "good_game"]
"""Quick phrases by name; the page has the words."""
Room = Literal["all", "players", "onlookers"]
"""Who can read a remark: all, before and after a game; players or onlookers, during it."""


class StrengthAnswer(AnswerBody):
    """A rating in points. With a probability of 95%, the true rating is within `spread` points of it."""

    points: int
    spread: int


class OutcomeAnswer(AnswerBody):
    """How a game ended. `loser`: the seat whose defeat ended it, or null. The parts of a score depend on the game."""

    reason: str
    winners: tuple[str, ...]
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

    `bot_title`: the title of the bot that plays there, for itself or as a stand-in; `you`: the visitor holds it;
    `present`: the holder is connected; `stand_in`: the bot that plays for an absent holder; `gone`: how the holder left
    permanently; `rating`: at a rated table, the holder's rating when they took the seat.
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

    kind: Annotated[str, _DocumentedAs(lambda: Literal["turn", "budget"])]
    seconds: int
    increment: int
    then: Annotated[str, _DocumentedAs(lambda: Literal["bot", "decided"])]


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
    kind: Annotated[str, _DocumentedAs(lambda: Literal["end", "take_back"])]
    by: str
    status: Annotated[str, _DocumentedAs(lambda: Literal["open", "declined", "withdrawn"])]
    agreed: tuple[str, ...]
    waits: tuple[str, ...]
    declined: str | None
    to: int | None


class InfoAnswer(AnswerBody):
    """Public information about a game.

    `status`: "lobby" until all seats are taken; `number`: that of the newest entry; `to_move`: the seat to move, "chance", or
    null; `round`: counted from 1, null in games without rounds; `rulings`: those that differ from the defaults;
    `host`: whether the visitor is the host, `host_name`: the host's name at the table, null without a seat or a name,
    `you`: the visitor's seats, `onlookers`: the number of other onlookers, `company`: two or more people play,
    `advice`: hints are allowed even then, `talk`: the host allows talk, `stand_in`: the bot that plays for absent players,
    `rated`: the game counts for ratings, `near`: the maximum difference from the host's rating, in points,
    `standstill`: nothing has changed for several turns.
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
    you: tuple[str, ...]
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
    seats: tuple[SeatAnswer, ...]
    clocks: ClocksAnswer | None
    proposal: ProposalAnswer | None
    standstill: bool


class GamesAnswer(AnswerBody):
    """A list of games."""

    games: tuple[InfoAnswer, ...]


class ChoiceAnswer(AnswerBody):
    """A legal action with its description, as text and as message, and its forecast. Without `texts`, `words` is missing."""

    action: str
    kind: str
    words: str
    said: SaidAnswer | None
    forecast: GameForecast


class AskAnswer(AnswerBody):
    """The question to a seat.

    `decision`: the kind of decision, as a word; `undo`: the last action can be taken back; `usual`: the action to suggest first
    if the question asks for a number, otherwise null.
    """

    seat: str
    decision: str
    question: str
    said: SaidAnswer | None
    undo: bool
    usual: str | None
    choices: tuple[ChoiceAnswer, ...]

    @property
    def actions(self) -> tuple[str, ...]:
        """The texts of the legal actions."""
        return tuple(choice.action for choice in self.choices)


class ChangeAnswer(AnswerBody):
    """A changed fact of the position: its path, and its value before and after."""

    path: tuple[str, ...]
    before: Any
    after: Any


class EventAnswer(AnswerBody):
    """An event, with its sentence as text and as message. Without `texts`, `text` is missing if there is a message."""

    kind: str
    seat: str | None
    text: str
    said: SaidAnswer | None
    details: dict[str, Any]
    changes: tuple[ChangeAnswer, ...]


class EntryAnswer(AnswerBody):
    """An entry of a game, with its events.

    `number`: counted from 1; `by`: the seat that acted, "chance", or null; `action`: null if it is secret, or if the entry is
    none; `call`: what an entry beside the rules is, such as "resigned"; `undo`: the number that the game has gone back to.
    """

    number: int
    by: str | None
    action: str | None
    call: str | None
    undo: int | None
    at: str
    round: int | None
    phase: str
    scores: dict[str, int]
    events: tuple[EventAnswer, ...]


class PreviewAnswer(AnswerBody):
    """The result of a sequence of actions. `known` is false if the last action would reveal a secret, and is not shown."""

    view: GameFacts
    events: tuple[EventAnswer, ...]
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


class NumberAnswer(AnswerBody):
    """The number of the new entry."""

    number: int


class ViewAnswer(AnswerBody):
    """A seat's view, and the question to it.

    `position`: the view in the format of positions, if the request asks for it; null where advice is not allowed.
    """

    number: int
    view: GameFacts
    ask: AskAnswer | None
    position: dict[str, Any] | None = None


class LegalAnswer(AnswerBody):
    """The question to a seat."""

    number: int
    ask: AskAnswer | None


class HistoryAnswer(AnswerBody):
    """A page of entries. `more`: there are entries after the last one."""

    entries: tuple[EntryAnswer, ...]
    more: bool


class VisitorAnswer(AnswerBody):
    """The visitor: their name, and the language that they have chosen, by its tag."""

    name: str | None
    language: str | None = None


class TokenAnswer(AnswerBody):
    """A token; it is shown only once."""

    token: str


class ClaimAnswer(AnswerBody):
    """The seat that was taken over."""

    id: str
    seat: str


class RemarkAnswer(AnswerBody):
    """A remark: a `phrase` by name, or a `text`; both are null if the visitor has muted the author.

    `number`: orders the remarks of a game; `seat` and `name`: those of the author, null if they have none.
    """

    number: int
    at: str
    room: Annotated[str, _DocumentedAs(lambda: Room)]
    seat: str | None
    name: str | None
    you: bool
    muted: bool
    phrase: Annotated[str, _DocumentedAs(lambda: Phrase)] | None
    text: str | None


class NoticeAnswer(AnswerBody):
    """The operator's notice to all; `until` is null if it stays until it is cleared."""

    text: str
    until: str | None
