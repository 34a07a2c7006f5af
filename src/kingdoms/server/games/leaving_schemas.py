"""What requests and answers look like that are about clocks, proposals and leaving a table."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from kingdoms.server.games.clocks import LEAST, MOST_A_TURN, MOST_IN_ALL, MOST_INCREMENT, TURN
from kingdoms.server.games.plain_schemas import Asked, Told


class ClockRequest(Asked):
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


class ProposalRequest(Asked):
    """What is proposed: to end the game now, or to take back one's last move with all that followed it."""

    kind: Literal["end", "take_back"]


class AnswerRequest(Asked):
    """What is said to a proposal; only who has made it can withdraw it."""

    answer: Literal["agree", "decline", "withdraw"]


class ClockAnswer(Told):
    """The clock that a table has agreed on; see `ClockRequest`."""

    kind: Literal["turn", "budget"]
    seconds: int
    increment: int
    then: Literal["bot", "decided"]


class ClocksAnswer(Told):
    """The seconds that the seats of people and programs have left now, and the seat whose time runs."""

    left: dict[str, float]
    running: str | None


class ProposalAnswer(Told):
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
