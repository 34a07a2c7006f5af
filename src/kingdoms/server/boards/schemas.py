"""Schemas of requests and answers about trees of variations and boards; see docs/server.md."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, Field, StrictBool, StringConstraints

from kingdoms.core.entry import LONGEST_COMMENT, LONGEST_SITE, MOST_MARKS
from kingdoms.protocol.answers import AnswerBody
from kingdoms.server.base.names import readable
from kingdoms.server.base.schemas import ActionText, RequestBody
from kingdoms.server.sharing.schemas import BoardRoot

AT_ONCE: Final = 200
"""The maximum number of nodes that are written at once."""
LONGEST_TITLE: Final = 100
LONGEST_RECORD: Final = 900_000
"""The maximum length of a record to be read."""

Site = Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_SITE)]
Sign = Literal["!!", "!", "!?", "?!", "?", "??"]
Colour = Literal["green", "red", "blue", "yellow"]
NodeId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,40}$")]
Comment = Annotated[str, StringConstraints(max_length=LONGEST_COMMENT)]
Title = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST_TITLE, pattern=r"^[^\x00-\x1f\x7f]*$"),
    AfterValidator(lambda title: readable(title, "title", LONGEST_TITLE)),
]
NEWEST: Final = 2**31 - 1
"""The highest version of a board."""


class SiteMark(RequestBody):
    """A site that is highlighted."""

    at: Site
    colour: Colour = "green"


class ArrowMark(RequestBody):
    """An arrow between two sites."""

    from_: Annotated[Site, Field(alias="from")]
    to: Site
    colour: Colour = "green"


Marks = Annotated[list[Sign | SiteMark | ArrowMark], Field(max_length=MOST_MARKS)]


class Notes(RequestBody):
    """What somebody says about a position: a comment, and marks."""

    comment: Comment = ""
    marks: Marks = Field(default_factory=list)


class TreeNode(Notes):
    """A place in a tree: what was played at its parent, null for the root, and what is said about it.

    `action`: an action, or `call` and the name of an outside call, such as `call time`; `by`: who acted, a seat or `chance`,
    null for a call; requests may leave it out. Children of a node are sorted by `order`; the first one goes on with the line.
    """

    id: NodeId
    parent: NodeId | None = None
    by: Annotated[str, StringConstraints(max_length=10)] | None = None
    action: ActionText
    order: Annotated[float, Field(strict=True, ge=-1e9, le=1e9, allow_inf_nan=False)] = 0.0


class Tree(Notes):
    """A tree of variations; its own comment and marks are those of the root."""

    nodes: list[TreeNode] = Field(default_factory=list)


class RootAndTree(RequestBody):
    """A tree of variations, and where it begins."""

    root: BoardRoot
    tree: Tree


class NewBoardRequest(RootAndTree):
    """A board to be kept."""

    title: Title


class RecordRequest(RequestBody):
    """The text of a record."""

    record: Annotated[str, StringConstraints(max_length=LONGEST_RECORD)]


class BoardChangeRequest(RequestBody):
    """A new title, and who may look or edit by link: true makes a key if there is none, false voids it."""

    title: Title | None = None
    look: StrictBool | None = None
    edit: StrictBool | None = None


class WrittenNode(TreeNode):
    """A node to be written. A node that exists keeps its parent and its action."""

    deleted: StrictBool = False


class WriteRequest(RequestBody):
    """Nodes to be written, parents before their children, and what is said of the root, if that changes."""

    nodes: Annotated[list[WrittenNode], Field(max_length=AT_ONCE)] = Field(default_factory=list)
    comment: Comment | None = None
    marks: Marks | None = None


class BoardKeysAnswer(AnswerBody):
    """The keys of a board, for links: to look, and to edit. A key is null if nobody may do so by link."""

    id: str
    key: str | None
    edit_key: str | None


class OwnBoard(BoardKeysAnswer):
    """A board of the visitor in a list."""

    title: str
    game: str
    nodes: int
    created: str
    changed: str


class BoardsAnswer(AnswerBody):
    """The visitor's boards, those changed last first."""

    boards: list[OwnBoard]


class KeptNode(AnswerBody):
    """A node of a board. A deleted one stays as long as other nodes hang on it; its comment and marks are gone."""

    id: str
    parent: str | None
    by: str | None
    action: str
    comment: str
    marks: list[Any]
    order: float
    version: int
    deleted: bool


class KeptBoardAnswer(AnswerBody):
    """A board, and its nodes that have changed since a version; `people`: how many follow it at this server."""

    id: str
    title: str
    root: dict[str, Any]
    comment: str
    marks: list[Any]
    version: int
    nodes: list[KeptNode]
    people: int
    is_owner: bool
    can_edit: bool


class VersionAnswer(AnswerBody):
    """The version of a board."""

    version: int


class RootAndTreeAnswer(AnswerBody):
    """A record as a tree of variations; `root` is `{"new": ...}`, `{"position": ...}` or `{"text": ...}`."""

    root: dict[str, Any]
    tree: Tree


class GameTreeAnswer(RootAndTreeAnswer):
    """A finished game as a tree. `at`: the node of the moment that was asked for, null for the beginning."""

    at: str | None
