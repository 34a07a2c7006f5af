"""A client of the game server, for bots: it needs the extra `client`.

`Program` plays a seat of the kind `program` with its token; `Client` is a visitor, who makes tables and takes seats. Both give
`Moment`s of a game as they come, and play whole games with a function that chooses.
"""

from kingdoms.client.answers import Ask, Choice, Entry, Event, Explain, Info, Notice, Outcome, Preview, Remark, Seat
from kingdoms.client.errors import (
    ClientError,
    Conflict,
    GameGone,
    Invalid,
    NotAllowed,
    NotFound,
    NoView,
    Refused,
    Stale,
    TooMany,
    UnexpectedAnswer,
    Unreachable,
)
from kingdoms.client.moments import Moment, Player
from kingdoms.client.program import Program
from kingdoms.client.table import Table
from kingdoms.client.visitor import Client

__all__ = [
    "Ask",
    "Choice",
    "Client",
    "ClientError",
    "Conflict",
    "Entry",
    "Event",
    "Explain",
    "GameGone",
    "Info",
    "Invalid",
    "Moment",
    "NoView",
    "NotAllowed",
    "NotFound",
    "Notice",
    "Outcome",
    "Player",
    "Preview",
    "Program",
    "Refused",
    "Remark",
    "Seat",
    "Stale",
    "Table",
    "TooMany",
    "UnexpectedAnswer",
    "Unreachable",
]
