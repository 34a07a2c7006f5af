"""Schemas of requests and answers about shared positions; see docs/server.md."""

from __future__ import annotations

from typing import Annotated, Any, Final, Self

from pydantic import Field, StrictBool, model_validator
from pydantic_core import PydanticCustomError

from kingdoms.export.position_text import LONGEST
from kingdoms.protocol.answers import AnswerBody, AskAnswer, ChoiceAnswer, EventAnswer, GameFacts, SaidAnswer
from kingdoms.server.base.schemas import ActionText, RequestBody, SeatName
from kingdoms.table.answers.board import TO_MOVE, root_fault

MOST_ACTIONS: Final = 2000
"""The maximum number of actions on an analysis board, chance included."""


class BoardRoot(RequestBody):
    """Where an analysis board begins: the text of a position, a new game, or a position. Exactly one of them is given.

    `new` and `position` are as in a request to the referee.
    """

    text: Annotated[str, Field(max_length=LONGEST)] | None = None
    new: dict[str, Any] | None = None
    position: dict[str, Any] | None = None

    @model_validator(mode="after")
    def check_root(self) -> Self:
        """Check that there is exactly one root."""
        if (fault := root_fault(self)) is not None:
            raise PydanticCustomError("root", fault)
        return self


class BoardRequest(BoardRoot):
    """An analysis board: its root, and the actions played on it.

    `on`: with no actions, play on from a text: chance plays, and the view is that of the seat to move. `draw`: whether chance
    plays by itself after the last action. `seat`: whose view is wanted: a seat, `to_move`, or null for everything open; if it
    is left out, the seat to move, and on a text without actions the seat that shared it. `after`: how many actions are known,
    so that `steps` leaves them out.
    """

    actions: Annotated[list[ActionText], Field(max_length=MOST_ACTIONS)] = Field(default_factory=list)
    on: StrictBool = False
    draw: StrictBool = True
    seat: SeatName | None = TO_MOVE
    after: Annotated[int, Field(ge=0, le=MOST_ACTIONS, strict=True)] = 0


class BoardTrialRequest(BoardRequest):
    """Actions to preview on an analysis board."""

    trial: Annotated[list[ActionText], Field(max_length=50)]


class BoardWhyRequest(BoardRequest):
    """An action on an analysis board whose refusal is wanted."""

    action: ActionText


class BoardStep(AnswerBody):
    """An action on an analysis board, and what happened; `draws`: what chance could have given, if it is chance's."""

    by: str
    action: str
    events: list[EventAnswer]
    draws: list[ChoiceAnswer]


class BoardAnswer(AnswerBody):
    """An analysis board.

    `seat`: the seat whose view it is, null for an onlooker's; `open`: whether everything is open; `text`: the text of this
    position as that seat sees it, null in a game without texts; `ask`: null unless that seat is to move; `draws`: what chance
    can give, if it is to move; `guessed`: whether what the seat cannot know has been chosen at random; `steps`: the actions on
    the board from number `after` on, with those of chance.
    """

    game: str
    seat: str | None
    open: bool
    seats: list[str]
    text: str | None
    view: GameFacts
    ask: AskAnswer | None
    draws: list[ChoiceAnswer]
    guessed: bool
    steps: list[BoardStep]


class TextAnswer(AnswerBody):
    """The text of a position; `/p/TEXT` opens it on an analysis board."""

    text: str


class TallyAnswer(AnswerBody):
    """Games, and the mean share of the victory of the seat that decided, with its 95% confidence interval."""

    games: int
    share: float
    low: float
    high: float


class ExplorerRow(TallyAnswer):
    """What is known of an action.

    `equal`: other actions that do the same up to symmetry; `legal`: whether it is legal here; `words` and `said`: what it does,
    if it is legal; `played`: the games in which a player chose it; `by`: the games by kind of player, such as `level:6` and
    `people:1000`; `trial` are those in which an arena tried it at random.
    """

    action: str
    equal: list[str]
    legal: bool
    words: str
    said: SaidAnswer | None
    played: int
    by: dict[str, TallyAnswer]


class ExplorerAnswer(AnswerBody):
    """What is known of a position in an opening.

    `total`: the games in which it was met; `games`: all games that were counted, `sources` the same by kind of player; `least`:
    positions met less often were left out; `to_move`: the seat whose share it is. In a game, `number` is the moment of the
    decision, `last` that of the last one of the opening, and `chosen` what was played; null on a board.
    """

    in_opening: bool
    total: int
    games: int
    sources: dict[str, int]
    least: int
    to_move: str | None
    rows: list[ExplorerRow]
    number: int | None
    last: int | None
    chosen: str | None
