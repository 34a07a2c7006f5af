"""What requests and answers look like, for FastAPI to check and for OpenAPI to tell. `docs/server.md` describes them."""

from __future__ import annotations

from functools import cache, reduce
from operator import or_
from typing import Annotated, Any, Literal, get_type_hints

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    StringConstraints,
    TypeAdapter,
    ValidationError,
    create_model,
)
from pydantic_core import CoreSchema

from kingdoms.core.registry import game_class, game_names
from kingdoms.core.view import PlainFacts
from kingdoms.server.games.leaving_schemas import ClockAnswer, ClockRequest, ClocksAnswer, ProposalAnswer
from kingdoms.server.games.names import LONGEST, readable
from kingdoms.server.games.plain_schemas import Asked, Told

Name = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST, pattern=r"^[^\x00-\x1f\x7f]*$"),
    AfterValidator(readable),
]
"""What somebody is called."""


def read_name(text: str) -> str:
    """Return a text as a name.

    Raises:
        ValueError: it cannot be one; the message says why.

    Examples:
        >>> read_name(" Ida ")
        'Ida'
    """
    try:
        return TypeAdapter(Name).validate_python(text)
    except ValidationError as error:
        raise ValueError(error.errors()[0]["msg"]) from None


SeatName = Annotated[str, StringConstraints(min_length=1, max_length=10)]
ActionText = Annotated[str, StringConstraints(min_length=1, max_length=100)]
BotSpec = Annotated[str, StringConstraints(min_length=1, max_length=100)]
Number = Annotated[int, Field(ge=0, le=1_000_000)]


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


class NameRequest(Asked):
    """A name that somebody chooses."""

    name: Name


class JoinRequest(Asked):
    """What to be called at a seat."""

    name: Name | None = None


class BotRequest(Asked):
    """A bot for an open seat, by default the usual one; none is chosen for a seat whose holder is away."""

    bot: BotSpec | None = None


class ClaimRequest(Asked):
    """A one-time token."""

    token: Annotated[str, StringConstraints(min_length=1, max_length=100)]


class ActRequest(Asked):
    """An action, and the number that it was decided on."""

    base: Number
    action: ActionText
    client_id: Annotated[str, StringConstraints(min_length=1, max_length=64, pattern=r"^[^\x00-\x1f\x7f]*$")] | None = None


class UndoRequest(Asked):
    """The number that undoing was decided on."""

    base: Number


class PreviewRequest(Asked):
    """Actions to try out."""

    base: Number
    actions: Annotated[list[ActionText], Field(max_length=50)]


class SeatRequest(Asked):
    """Who is to sit at a seat of a new game."""

    seat: SeatName
    kind: Literal["me", "shared", "open", "bot", "program"]
    name: Name | None = None
    bot: BotSpec | None = None


class FromRequest(Asked):
    """A moment of another game."""

    id: Annotated[str, StringConstraints(max_length=24)]
    number: Number


class NewGameRequest(Asked):
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


class SandboxRequest(Asked):
    """A question as the referee takes it; `seat` is whose view is wanted."""

    new: dict[str, Any] | None = None
    position: dict[str, Any] | None = None
    seat: SeatName | None = None
    actions: Annotated[list[ActionText], Field(max_length=200)] = Field(default_factory=list)


class Me(Told):
    """The visitor."""

    name: str | None


class RulingAnswer(Told):
    """An option of a game; `values` is null where any whole number from 1 up will do."""

    name: str
    about: str
    values: list[Any] | None
    default: Any


class BotAnswer(Told):
    """A kind of bot; `title` is its name for people, `level` its strength, from 1 up, where it is one of the game's levels.

    `rated`: with how many seats it has a rating, so that it can sit at rated tables.
    """

    name: str
    title: str
    about: str
    level: int | None
    rated: list[int]


class GameAnswer(Told):
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


class Catalogue(Told):
    """All games."""

    games: list[GameAnswer]


class OutcomeAnswer(Told):
    """How a game ended; what a score is made of is the game's own."""

    reason: str
    winners: list[str]
    loser: str | None
    scores: dict[str, int | list[int]]


class StrengthAnswer(Told):
    """How strong somebody is, in points; with a chance of 95% the true figure is within `spread` points of it."""

    points: int
    spread: int


class SeatAnswer(Told):
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


class FromAnswer(Told):
    """Where a game branched off."""

    id: str
    number: int


class InfoAnswer(Told):
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


class GamesAnswer(Told):
    """Several games."""

    games: list[InfoAnswer]


class ChoiceAnswer(Told):
    """A legal action with what it means."""

    action: str
    kind: str
    words: str
    forecast: Forecast


class AskAnswer(Told):
    """What is asked of a seat."""

    seat: str
    decision: str
    question: str
    undo: bool
    choices: list[ChoiceAnswer]


class ChangeAnswer(Told):
    """One fact of the position that became another."""

    path: list[str]
    before: Any
    after: Any


class EventAnswer(Told):
    """One thing that happened."""

    kind: str
    seat: str | None
    text: str
    details: dict[str, Any]
    changes: list[ChangeAnswer]


class EntryAnswer(Told):
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


class NumberAnswer(Told):
    """The number of what was done."""

    number: int


class ViewAnswer(Told):
    """What a seat sees, and what is asked of it."""

    number: int
    view: Facts
    ask: AskAnswer | None


class LegalAnswer(Told):
    """What is asked of a seat."""

    number: int
    ask: AskAnswer | None


class ExplainAnswer(Told):
    """Why an action is not legal, or what is asked and by which clauses."""

    legal: bool | None = None
    code: str | None = None
    clause: str | None = None
    message: str | None = None
    question: str | None = None
    clauses: dict[str, str] | None = None


class PreviewAnswer(Told):
    """What actions would do; not `known` is what the last one does, since it shows what is a secret by now."""

    view: Facts
    events: list[EventAnswer]
    known: bool
    ask: AskAnswer | None


class SandboxAnswer(Told):
    """What the referee says, with what is asked."""

    view: Facts
    events: list[EventAnswer]
    ask: AskAnswer | None
    legal: list[str]


class LineRequest(Asked):
    """Actions to play out from a moment of a finished game, and whose view of it is wanted."""

    number: Number
    actions: Annotated[list[ActionText], Field(max_length=50)]
    seat: SeatName | None = None


class LineStepAnswer(Told):
    """One action of a line, with the table after it."""

    by: str | None
    action: str
    view: Facts
    events: list[EventAnswer]


class LineAnswer(Told):
    """A line as far as it could be played."""

    steps: list[LineStepAnswer]


class ExpectedStep(Told):
    """One action of the line that search expects; `action` is null where it is a secret to whoever asks."""

    by: str
    action: str | None
    sentences: list[str]


class OptionLine(Told):
    """One of the best choices; `spread`: how far its chances may be off, `proven`: whether they are certain."""

    action: str
    words: str
    visits: int
    prior: float
    chances: dict[str, float]
    spread: float
    proven: bool
    line: list[ExpectedStep]


class ReasonAnswer(Told):
    """What the sentence of a reason consists of: its code among those of its game, and what it speaks of."""

    code: str
    details: dict[str, Any]


class AnalysisLine(Told):
    """What is known of a position so far. The last line says why it is: done, the game has moved on, the allowance is spent.

    `reason` says in a sentence why the best choice is one, and `why` what that consists of; null where no more is known.
    """

    number: int
    seat: str | None
    chances: dict[str, float]
    spread: float
    proven: bool
    visits: int
    seconds: float
    options: list[OptionLine]
    reason: str
    why: ReasonAnswer | None
    done: bool
    ended: Literal["done", "moved", "spent"] | None


class ReviewLine(Told):
    """One line of a review, by its type; only the fields that the type has are there.

    `begin` (total, strength), `decision` (all from number to better), `turning_points` (numbers, the worst first), `waits`
    (seconds), `failed`, `done` (chances at the end).
    """

    type: Literal["begin", "decision", "turning_points", "waits", "failed", "done"]
    total: int | None = None
    strength: str | None = None
    number: int | None = None
    at: int | None = None
    by: str | None = None
    action: str | None = None
    words: str | None = None
    chances: dict[str, float] | None = None
    spread: float | None = None
    proven: bool | None = None
    loss: float | None = None
    doubt: float | None = None
    better: OptionLine | None = None
    numbers: list[int] | None = None
    seconds: int | None = None


class HistoryAnswer(Told):
    """What has happened, a page of it; `more`: there is more after the last entry."""

    entries: list[EntryAnswer]
    more: bool


class TokenAnswer(Told):
    """A token; it is told once."""

    token: str


class ClaimAnswer(Told):
    """The seat that was taken over."""

    id: str
    seat: str


STREAMED: tuple[type[BaseModel], ...] = (AnalysisLine, ReviewLine)
"""What the lines of streams hold: OpenAPI is told of these beside the answers."""
