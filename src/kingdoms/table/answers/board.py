"""An analysis board: where it begins, the actions played on it, and what is shown of both.

The server keeps nothing of it: each request contains the root and the actions so far. What the text of a position doesn't say,
such as hidden hands, is random but always the same for the same text. So is what chance gives by itself, for the same actions.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterator
from dataclasses import dataclass
from typing import Any, Final

from kingdoms.core.constants import CHANCE
from kingdoms.core.errors import quoted
from kingdoms.core.event import Event
from kingdoms.core.game import Game
from kingdoms.core.record import Record
from kingdoms.core.referee import carry_out
from kingdoms.core.rng import Random
from kingdoms.core.state import State
from kingdoms.core.view import View
from kingdoms.export.position_text import SEED, has_texts, position_text, sample_state
from kingdoms.table.advice.advice import Advice
from kingdoms.table.advice.thinking import GameMoment
from kingdoms.table.answers.viewing import read_shared
from kingdoms.table.base.errors import ApiError, api_errors
from kingdoms.table.game import messages
from kingdoms.table.game.entries import Account
from kingdoms.table.service.games import Games
from kingdoms.texts import text

CALL: Final = "call "
"""With the name of an outside call after it, this stands in the list of actions."""
TO_MOVE: Final = "to_move"
"""Stands for the seat to move where a seat is asked for."""
MOST_DRAWN: Final = 100
"""The maximum number of chance actions in a row that follow an action."""


@dataclass(frozen=True)
class Root:
    """Where a board begins.

    Attributes:
        state: the state, in which what a text doesn't say has been chosen at random.
        kind: what it was read from: "text", "new" or "position".
        seat: the seat that has shared the text, None for an onlooker and for other roots.
        text: the text, if hidden hands were guessed from it.
    """

    state: State
    kind: str
    seat: str | None = None
    text: str | None = None

    def record(self) -> Record:
        """Return an empty record that begins here."""
        record = Record(self.state.game, position=None if self.kind == "new" else self.state.position())
        record.position_text = self.text
        return record


def root_fault(given: Any) -> str | None:
    """Return what is wrong with the root of a request, which must have exactly one; None if it is well."""
    return None if [given.text, given.new, given.position].count(None) == 2 else text("shared.one_root")


def read_root(given: Any) -> Root:
    """Return the root that a request names.

    Raises:
        ApiError: 422, it cannot be read; the message says why.
    """
    if given.text is not None:
        shared = read_shared(given.text)
        return Root(sample_state(shared), "text", shared.seat, given.text if shared.game.has_secrets else None)
    kind = "new" if given.new is not None else "position"
    with api_errors(422):
        return Root(carry_out({kind: getattr(given, kind), "quiet": True}).state, kind)


def play_text(state: State, action: str) -> list[Event] | None:
    """Play an action, or an outside call such as `call time`, whose events are returned.

    Raises:
        ApiError: 422, it is not legal.
    """
    with api_errors(422):
        if (call := call_in(action)) is not None:
            return state.game.call(state, call)
        state.apply_action(action)
    return None


def call_in(action: str) -> str | None:
    """Return the name of the outside call that an action of a board stands for, None for any other."""
    return action.removeprefix(CALL) if action.startswith(CALL) else None


def draws_of(state: State) -> list[dict[str, Any]]:
    """Return what chance can give as JSON data; nothing if it is not to move."""
    return [messages.choice(state, action) for action, _ in state.chance_outcomes()]


class Board:
    """A board that is played on.

    Attributes:
        root: where it began.
        state: the state after the actions so far.
        actions: these actions, with those of chance.
    """

    def __init__(self, root: Root) -> None:
        self.root = root
        self.state = root.state.clone()
        self.actions: list[str] = []

    @property
    def mover(self) -> str | None:
        """The seat to move; None if it is chance, or the game is over."""
        to_move = self.state.to_move
        return to_move if to_move in self.state.game.seats else None

    def play(self, request: Any, *, told: int | None = None, draws: bool | None = None) -> Iterator[dict[str, Any] | None]:
        """Play the actions of a request, then those of chance if it asks for them, and yield once for each.

        Args:
            told: how many actions not to tell of; for the others, what is yielded is a step as JSON data. None tells nothing.
            draws: whether chance plays in any case, or in none; None if the request says it.

        Raises:
            ApiError: 422, an action is not legal; its field `at` is the number of the actions before it.
        """
        for action in request.actions:
            yield self._step(action, told)
        if not (request.draw and (request.actions or request.on) if draws is None else draws):
            return
        for _ in range(MOST_DRAWN):
            if self.state.current_player() != CHANCE:
                return
            drawn = self.state.draw_chance_action(Random(SEED + len(self.actions)))
            yield self._step(self.state.game.action_to_string(drawn), told)

    def _step(self, action: str, told: int | None) -> dict[str, Any] | None:
        tells = told is not None and len(self.actions) >= told
        before = self.state.clone() if tells else self.state
        by = before.to_move
        try:
            events = play_text(self.state, action)
        except ApiError as error:
            error.extra["at"] = len(self.actions)
            raise
        self.actions.append(action)
        if not tells:
            return None
        if events is None:
            events = before.game.narrate(before, action, self.state)
        step = {"by": by, "action": action, "events": [messages.event(event) for event in events]}
        return step | {"draws": draws_of(before)}

    def to_json(self, request: Any) -> dict[str, Any]:
        """Return the state as JSON data: the view that is wanted, its text, and the question if the view is the mover's.

        Raises:
            ApiError: 422, the seat that is asked for is not in the game.
        """
        state, game, mover = self.state, self.state.game, self.mover
        seat, is_open = self._viewer(request)
        return {
            "game": game.name,
            "seat": seat,
            "open": is_open,
            "seats": list(game.seats),
            "text": position_text(state, seat) if has_texts(type(game)) else None,
            "view": messages.facts(state, seat, is_over=is_open, is_whole=self.root.kind == "new"),
            "ask": messages.pending_question(state) if mover is not None and seat == mover else None,
            "draws": draws_of(state),
            "guessed": game.has_secrets and self.root.kind == "text" and not state.is_terminal(),
        }

    def _viewer(self, request: Any) -> tuple[str | None, bool]:
        """Return the seat whose view is wanted, None for an onlooker, and whether everything is open."""
        game, mover = self.state.game, self.mover
        if request.seat is None:
            return mover, True
        if request.seat != TO_MOVE:
            if request.seat not in game.seats:
                raise ApiError(422, "seats", text("error.no_seat_named", seat=quoted(request.seat, 40)))
            return request.seat, False
        if self.root.kind != "text":
            return mover, game.has_secrets and self.state.is_terminal()
        begun = request.on or bool(self.actions)
        return self.root.seat if game.has_secrets and (not begun or mover is None) else mover, False

    def moment(self) -> GameMoment:
        """Return the board as data for a search, which replays it to know what each seat has seen since the root."""
        game = self.state.game
        position = self.root.record().position
        entries = tuple((None if call_in(action) else action, call_in(action)) for action in self.actions)
        return GameMoment(game.name, game.seats, dict(game.rulings), position, entries, SEED)

    def searcher(self, seat: str | None) -> tuple[str | None, bool]:
        """Return the seat whose knowledge a search uses (None in a game without secrets), and whether it advises that seat.

        Args:
            seat: the seat that is asked for, `to_move`, or None; each of the latter is the seat to move.

        Raises:
            ApiError: 409, the game is over.
        """
        if self.state.is_terminal():
            raise ApiError(409, "over", text("error.over_there"))
        if not self.state.game.has_secrets:
            return None, self.mover is not None
        viewer = seat if seat in self.state.game.seats else self.mover or self.state.game.seats[0]
        return viewer, viewer == self.mover


async def played(games: Games, request: Any, *, draws: bool | None = None) -> Board:
    """Return the board of a request, after its actions; see `Board.play`."""
    board = Board(read_root(request))
    await games.slices.collect(board.play(request, draws=draws))
    return board


async def show(games: Games, request: Any) -> dict[str, Any]:
    """Return a board after some actions. Chance plays by itself after the last of them."""
    board = Board(read_root(request))
    steps = await games.slices.collect(board.play(request, told=request.after))
    return board.to_json(request) | {"steps": [step for step in steps if step is not None]}


async def preview(games: Games, request: Any) -> dict[str, Any]:
    """Return what actions would do on a board, without playing them."""
    board = await played(games, request)
    return messages.preview(board.state, board.mover or "", request.trial, is_open=request.seat is None)


async def explain(games: Games, request: Any) -> dict[str, Any]:
    """Return why an action is not legal on a board."""
    return messages.refusal((await played(games, request)).state, request.action)


async def searchable(games: Games, advice: Advice, client: str, request: Any) -> Board:
    """Return the board of a request, without what chance would add, if it may be searched.

    Raises:
        ApiError: 409, the game is over; 403, it is a copy of a running game; 429, the client's allowance is used up.
    """
    board = await played(games, request, draws=False)
    board.searcher(request.seat)
    await advice.copies.check_positions(board.state, client)
    advice.check_allowance(client)
    return board


async def analyse(
    games: Games, advice: Advice, account: Account, request: Any, strength: str
) -> tuple[Game, AsyncGenerator[dict[str, Any]]]:
    """Return the chances on a board, as a seat knows it; if that seat is to move, also the best choices."""
    board = await searchable(games, advice, account.client, request)
    viewer, decides = board.searcher(request.seat)
    return board.state.game, advice.study_moment(board.moment(), viewer, strength, account, decides=decides)


async def levels(games: Games, advice: Advice, account: Account, request: Any) -> tuple[Game, AsyncGenerator[dict[str, Any]]]:
    """Return what a bot of each level would do on a board, as the seat to move sees it."""
    board = await searchable(games, advice, account.client, request)
    if board.mover is None:
        raise ApiError(409, "no_seat", text("error.no_seat_to_move"))
    return board.state.game, advice.study_levels(board.moment(), account)


async def analyse_text(
    advice: Advice, account: Account, view: View, written: str, strength: str
) -> AsyncGenerator[dict[str, Any]]:
    """Return the chances in the position of a text, as far as its seat knows it; if it is to move, also the best choices."""
    if view.to_move is None:
        raise ApiError(409, "over", text("error.over_there"))
    if view.game.has_secrets and view.seat is None:
        raise ApiError(409, "secrets", text("error.secrets"))
    await advice.copies.check_positions(sample_state(view), account.client)
    advice.check_allowance(account.client)
    return advice.study_text(written, strength, account)
