"""Schemas of requests and answers about passkeys and profiles; see docs/server.md."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, StringConstraints

from kingdoms.protocol.answers import AnswerBody, StrengthAnswer
from kingdoms.server.base.schemas import Name, RequestBody

Part = Annotated[str, StringConstraints(min_length=1, max_length=20_000, pattern=r"^[A-Za-z0-9_-]+$")]
"""Bytes in base64url."""
KeyId = Annotated[str, StringConstraints(min_length=1, max_length=1400, pattern=r"^[A-Za-z0-9_-]+$")]
Proof = Annotated[str, StringConstraints(min_length=1, max_length=100)]


class ProofRequest(RequestBody):
    """The proof that the visitor has just used a passkey: `proof` of `SignInAnswer`. It can be used once."""

    proof: Proof | None = None


class NewPasskeyRequest(RequestBody):
    """A new passkey; `name` is chosen by its owner."""

    name: Name
    id: KeyId
    client_data: Part
    attestation: Part


class SignInRequest(RequestBody):
    """The response of a passkey."""

    id: KeyId
    client_data: Part
    authenticator: Part
    signature: Part


class OptionsAnswer(AnswerBody):
    """The options for `navigator.credentials`, with bytes in base64url."""

    options: dict[str, Any]


class PasskeyAnswer(AnswerBody):
    """A passkey; `used`, the time of the last sign-in, is null before the first one."""

    id: str
    name: str
    created: str
    used: str | None


class PasskeysAnswer(AnswerBody):
    """The visitor's passkeys."""

    passkeys: list[PasskeyAnswer]


class SignInAnswer(AnswerBody):
    """The result of signing in.

    `name`: the person's name; `new`: the device had another visitor before; `games`: the number of games taken over from that
    visitor; `proof`: needed for adding and removing passkeys, and for signing out elsewhere.
    """

    name: str | None
    new: bool
    games: Annotated[int, Field(ge=0)]
    proof: str


class ListedRequest(RequestBody):
    """Whether to list the visitor's profile publicly."""

    listed: bool


class AgainstAnswer(AnswerBody):
    """Results against a bot, or against people (`bot` is null). The one who wins more in a game gets its point."""

    bot: str | None
    title: str | None
    games: int
    points: float


class ResultsAnswer(AnswerBody):
    """Results in a game with a number of seats. A shared victory counts in part."""

    game: str
    seats: int
    games: int
    points: float
    against: list[AgainstAnswer]


class RatingAnswer(StrengthAnswer):
    """A rating in a game with a number of seats, and the number of rated games behind it.

    `ranked`: it is settled and certain enough for the ranking.
    """

    game: str
    seats: int
    games: int
    ranked: bool


class RatingStepAnswer(AnswerBody):
    """The change of a rating by a rated game; `share` is the share of the victory."""

    game: str
    seats: int
    at: str
    share: float
    before: StrengthAnswer
    after: StrengthAnswer


class LevelAnswer(AnswerBody):
    """Games against a level, that is against opponents of which none is weaker, and how many of them were won alone."""

    level: int
    title: str
    games: int
    wins: int


class FastestAnswer(AnswerBody):
    """The shortest game that was won against levels; `moves` is the number of actions of all seats."""

    id: str
    moves: int
    level: int


class BestAnswer(AnswerBody):
    """The victory over levels with the best final score; `score` has its figures, the most important first."""

    id: str
    score: list[float]
    level: int


class CurvePointAnswer(AnswerBody):
    """A rating after a game."""

    at: str
    points: int


class PathTableAnswer(AnswerBody):
    """The path in a game with a number of seats.

    `streak`: the number of victories in a row; `rating`: by all games against levels with a rating, null before the first;
    `curve`: this rating over time, the oldest first.
    """

    game: str
    seats: int
    games: int
    streak: int
    levels: list[LevelAnswer]
    fastest: FastestAnswer | None
    best: BestAnswer | None
    rating: StrengthAnswer | None
    curve: list[CurvePointAnswer]


class LastGameAnswer(AnswerBody):
    """The last game against levels; `lost`: the number of games lost in a row against this level."""

    id: str
    level: int
    title: str
    won: bool
    lost: int


class NextStepAnswer(AnswerBody):
    """The level to play next, and the game that it follows."""

    game: str
    seats: int
    level: int
    title: str
    after: LastGameAnswer


class PathAnswer(AnswerBody):
    """A person's path, by game and number of seats; `next` is null before the first game against levels."""

    tables: list[PathTableAnswer]
    next: NextStepAnswer | None


Word = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,30}$")]


class StudyPart(RequestBody, strict=True):
    """An attempt at a puzzle, or at a mistake of one's own: `at` is when it was first met, in seconds since 1970."""

    at: Annotated[int, Field(ge=0, le=10**11)]
    game: Word
    tries: Annotated[int, Field(ge=0, le=10_000)]
    solved: bool


class StudyPuzzle(StudyPart):
    """Attempts at a puzzle. `right`: the first one was; `points`: the rating of the puzzle then."""

    right: bool
    theme: Word
    points: Annotated[int, Field(ge=-10_000, le=10_000)]


class StudyMistake(StudyPart):
    """A mistake of one's own. `loss`: the share of the game that it cost; `gone`: it is no longer in the collection."""

    seats: Annotated[int, Field(ge=1, le=20)]
    loss: Annotated[float, Field(ge=0, le=1)]
    gone: bool


class StudyRating(RequestBody, strict=True):
    """The rating of a solver of puzzles, as mean and standard deviation, and the number of attempts behind it."""

    rating: Annotated[float, Field(ge=-200, le=200)]
    spread: Annotated[float, Field(ge=0.01, le=20)]
    attempts: Annotated[int, Field(ge=0, le=100_000)]


Day = Annotated[str, StringConstraints(pattern=r"^\d{4}-\d\d-\d\d$")]
PuzzleKey = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,100}$")]
MistakeKey = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,24}/\d{1,9}$")]


class StudyDocument(RequestBody, strict=True):
    """What a person studies, all of it or a part.

    `puzzles`: attempts by the name of the puzzle; `days`: the days in UTC on which they solved the puzzle of the day; `best`:
    the most puzzles that they have solved in one run; `mistakes`: those of their games, by `GAME_ID/NUMBER` of the entry.
    """

    puzzles: Annotated[dict[PuzzleKey, StudyPuzzle], Field(max_length=1500)]
    days: Annotated[list[Day], Field(max_length=1000)]
    best: Annotated[int, Field(ge=0, le=10_000)]
    mistakes: Annotated[dict[MistakeKey, StudyMistake], Field(max_length=500)]
    rating: StudyRating | None


class StudyAnswer(AnswerBody):
    """What a person studies. `kept`: the server keeps it, which it does for people with a passkey."""

    kept: bool
    study: StudyDocument


class RankedAnswer(StrengthAnswer):
    """An entry of a ranking: a listed person, by their address; or a level as `bot`, with a fixed rating."""

    name: str
    address: str | None
    bot: str | None
    games: int | None


class RankingAnswer(AnswerBody):
    """A ranking, the strongest first."""

    ranking: list[RankedAnswer]


class ProfileAnswer(AnswerBody):
    """A person's profile; `address` is part of its URL, null while it is not listed."""

    name: str | None
    address: str | None
    results: list[ResultsAnswer]
    ratings: list[RatingAnswer]
    steps: list[RatingStepAnswer]


class OwnProfileAnswer(ProfileAnswer):
    """The visitor's own profile."""

    listed: bool


class ListedAnswer(AnswerBody):
    """A person whose profile is listed."""

    address: str
    name: str


class PeopleAnswer(AnswerBody):
    """The people whose profiles are listed."""

    people: list[ListedAnswer]


class SessionAnswer(AnswerBody):
    """A browser in which the visitor is signed in, by its name, and the system's, if known; `used`: within an hour."""

    id: str
    browser: str
    created: str
    used: str
    here: bool


class SessionsAnswer(AnswerBody):
    """The browsers in which the visitor is signed in, this one first."""

    devices: list[SessionAnswer]
