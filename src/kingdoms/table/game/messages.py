"""The JSON messages about games, which docs/server.md describes."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from enum import StrEnum
from typing import Any

from kingdoms.bots.strength import Strength
from kingdoms.core.event import Event
from kingdoms.core.message import ATOMS, Message, Said, as_json, message_json, message_text
from kingdoms.core.state import State
from kingdoms.core.view import PlainFacts
from kingdoms.table.base.bot_titles import bot_name, bot_title
from kingdoms.table.base.errors import ApiError, api_errors
from kingdoms.table.base.names import NAMELESS
from kingdoms.table.base.packing import Packed, pack
from kingdoms.table.base.times import fields_json, timestamp
from kingdoms.table.game import endings
from kingdoms.table.game.entries import KnownEntry, TableSeat
from kingdoms.table.game.live import LiveGame
from kingdoms.table.game.presence import absence_start
from kingdoms.table.game.proposals import proposal_of
from kingdoms.texts import text


def info(live: LiveGame, visitor_id: str | None, onlookers: int, grace: float) -> dict[str, Any]:
    """Return the public information about a game, and the visitor's own part in it."""
    header, begun = live.header, live.header.status != "lobby"
    outcome = live.outcome
    return {
        **fields_json(header, "id game status public created started minutes deadline"),
        "rulings": live.game.changed_rulings(),
        "number": live.number,
        "to_move": live.to_move if begun else None,
        "round": live.state.view(None).round,
        "outcome": None if outcome is None else outcome.to_json(),
        "ending": message_fields("text", endings.ending_of(live.game, outcome)) if live.is_over else None,
        "host": visitor_id == header.host,
        "host_name": host_name(live),
        "you": live.seats_of(visitor_id),
        "rematch": header.rematch,
        "from": None if header.from_id is None else {"id": header.from_id, "number": header.from_number},
        "onlookers": onlookers,
        "company": live.has_company,
        **fields_json(header, "advice talk rated near"),
        "stand_in": live.stand_in,
        "grace": grace,
        "clock": header.clock,
        "seats": [_seat(header.game, seat, visitor_id, absence_start(live, seat)) for seat in live.seats.values()],
    } | game_status(live)


def game_status(live: LiveGame) -> dict[str, Any]:
    """Return what changes beside the board while a game is played: clocks, the proposal, and standstill."""
    return {
        "clocks": clocks(live),
        "proposal": _proposal(live),
        "standstill": live.header.status == "playing" and live.standstill.is_reached,
    }


def clocks(live: LiveGame) -> dict[str, Any] | None:
    """Return the clocks now: the seconds left of people and programs, and the seat whose time runs."""
    times = live.times if live.header.status != "lobby" else None
    if times is None:
        return None
    now = time.time()
    left = times.seconds_left(now if live.header.status == "playing" else times.at)
    theirs = [seat.seat for seat in live.seats.values() if seat.kind != "bot" and seat.gone is None]
    waits = None if times.starts is None or times.starts <= now else {"seat": times.turn, "until": timestamp(times.starts)}
    running = None if waits is not None else times.running_seat
    return {"left": {seat: round(left[seat], 1) for seat in theirs}, "running": running, "waits": waits}


def _proposal(live: LiveGame) -> dict[str, Any] | None:
    proposal = proposal_of(live)
    if proposal is None:
        return None
    fields = fields_json(proposal, "id kind by status declined to")
    return fields | {"agreed": list(proposal.agreed), "waits": proposal.waiting_seats(live)}


def host_name(live: LiveGame) -> str | None:
    """Return the name of a game's host at the table, or None if the host has no seat or no name."""
    names = (seat.name for seat in live.seats.values() if seat.visitor_id == live.header.host)
    return next((name for name in names if name != NAMELESS), None)


def _seat(game: str, seat: TableSeat, visitor_id: str | None, away_since: float | None) -> dict[str, Any]:
    return {
        "seat": seat.seat,
        "name": bot_name(seat.name, seat.bot if seat.kind == "bot" else None, game),
        **fields_json(seat, "kind bot"),
        "bot_title": None if seat.thinker is None else bot_title(seat.thinker, game),
        "you": visitor_id is not None and seat.visitor_id == visitor_id,
        "present": seat.kind == "bot" or (seat.kind != "open" and away_since is None),
        "away_since": timestamp(away_since) if seat.kind in ("person", "program") else None,
        "stand_in": seat.stand_in,
        "gone": seat.gone,
        "rating": None if seat.rating is None else Strength(seat.rating, seat.spread or 0.0).to_json(),
    }


def facts(state: State, seat: str | None, *, is_over: bool = False, is_whole: bool = False) -> Any:
    """Return a seat's view, for `pack`, with all secrets if the game `is_over`.

    If the game `is_whole`, played from its beginning, the view has what all its events have told, too.
    """
    view = state.game.open_view(state, seat) if is_over else state.view(seat)
    if is_whole:
        view.announced = state.game.announced(state)
    return view.facts()


def seat_view(live: LiveGame, state: State, seat: str | None) -> Any:
    """Return a seat's view of a state of a game, for `pack`."""
    return facts(state, seat, is_over=live.is_over, is_whole=live.is_whole)


def position(live: LiveGame, state: State, seat: str | None, *, is_program: bool = False) -> dict[str, Any] | None:
    """Return a seat's view of a state of a game as JSON data for `Game.read_view`.

    None where advice is not allowed, since it opens an analysis board; but a program needs it to think.
    """
    return state.view(seat).to_json() if is_program or live.allows_advice else None


def facts_of(
    state: State, seats: Collection[str | None], *, is_over: bool = False, is_whole: bool = False
) -> dict[str | None, Packed]:
    """Return what several seats see, by seat: `facts` as JSON.

    In a game without secrets, a game's own facts differ only in their field `seat`, and are computed and serialised once.
    """
    by_seat: dict[str | None, Packed] = {}
    rest = b""
    for seat in seats:
        begin = pack({"game": state.game.name, "seat": seat})[:-1]
        if not rest:
            seat_facts = facts(state, seat, is_over=is_over, is_whole=is_whole)
            packed = pack(seat_facts)
            if packed.startswith(begin) and not (state.game.has_secrets or isinstance(seat_facts, PlainFacts)):
                rest = packed[len(begin) :]
        else:
            packed = begin + rest
        by_seat[seat] = Packed(packed)
    return by_seat


class Wording(StrEnum):
    """How answers say something; the values are those of the parameter `texts`.

    The page renders messages itself. It asks for short ones, in which a question says once what its choices repeat.
    """

    TEXTS = "true"
    MESSAGES = "false"
    SHORT = "short"


WORDING = ContextVar("wording", default=Wording.TEXTS)
"""How the answers made in this context say something."""
OWN_GAMES = "kingdoms.games."
"""The package of the games whose catalogues the page has. Messages of other games always come with their texts."""


@contextmanager
def wording(setting: Wording) -> Iterator[None]:
    """Set how the answers made in this context say something."""
    before = WORDING.set(setting)
    try:
        yield
    finally:
        WORDING.reset(before)


Says = dict[tuple[str, ...], int]
"""What the messages of choices repeat: their ids and the names of their holes, numbered."""


def message_fields(name: str, message: Said, text: str | None = None, says: Says | None = None) -> dict[str, Any]:
    """Return a message as the field `said`, and its text as the field `name`, unless the client needs none.

    Args:
        name: the name of the field for the text.
        message: the message; `said` is null for a text without one, which every client gets.
        text: the text, if it is not that of the message in English.
        says: numbers the ids and holes of short messages; None for a whole message.
    """
    if not isinstance(message, Message):
        return {name: str(message), "said": None}
    content = message.to_json() if says is None else shorten(message, says)
    if WORDING.get() != Wording.TEXTS and message.catalogue.package.startswith(OWN_GAMES):
        return {"said": content}
    return {name: str(message) if text is None else text, "said": content}


def shorten(message: Message, says: Says) -> list[Any]:
    """Return a message as the number of its id and holes in `says`, which may grow, and the values of the holes.

    Examples:
        >>> from kingdoms.games.middlesea.texts import say
        >>> says = {}
        >>> shorten(say("choice.rank", seat="N"), says), shorten(say("choice.rank", seat="S"), says), says
        ([0, 'N'], [0, 'S'], {('choice.rank', 'seat'): 0})
    """
    number = says.setdefault((message.id, *message.holes), len(says))
    return [number, *(value if type(value) in ATOMS else as_json(value) for value in message.holes.values())]


def event(happened: Event) -> dict[str, Any]:
    """Return an event with its message; a short one leaves out the event's own seat."""
    fields = {"kind": happened.kind, "seat": happened.seat, "details": happened.details} | message_fields("text", happened.said)
    if WORDING.get() == Wording.SHORT and happened.seat is not None and (fields["said"] or {}).get("seat") == happened.seat:
        del fields["said"]["seat"]
    return fields | {"changes": [change.to_json() for change in happened.changes]}


def question(state: State, reader: str | None = None) -> str:
    """Return the current question in a sentence, which addresses the reader's seat as "you"."""
    return message_text(state.game.explain(state).question, reader)


def ask(live: LiveGame, seats: list[str]) -> dict[str, Any] | None:
    """Return the question to the holder of `seats`, or None if none of them is to move."""
    asking = (
        pending_question(live.state) if live.header.status == "playing" and live.to_move in seats and not live.thinker else None
    )
    return None if asking is None else asking | {"undo": live.last_to_undo(seats) is not None}


def pending_question(state: State) -> dict[str, Any] | None:
    """Return the question to the seat to move, or None if no seat is."""
    if state.current_player() < 0:
        return None
    usual = state.game.usual_answer(state)
    says: Says | None = {} if WORDING.get() == Wording.SHORT else None
    question = {
        "seat": state.to_move,
        "decision": state.decision(),
        **message_fields("question", state.game.explain(state).question),
        "undo": False,
        "usual": None if usual is None else state.game.action_to_string(usual),
        "choices": [choice(state, action, says) for action in state.legal_actions()],
    }
    return question if says is None else question | {"says": [list(shape) for shape in says]}


def choice(state: State, action: int, says: Says | None = None) -> dict[str, Any]:
    """Return a legal action with its description and forecast; see `message_fields` for `says`."""
    text, message = state.game.action_to_string(action), state.game.choice(state, action)
    return {
        "action": text,
        "kind": text.partition(" ")[0],
        **message_fields(
            "words", message, state.game.describe(state, action) if WORDING.get() == Wording.TEXTS else None, says
        ),
        "forecast": state.game.forecast(state, action),
    }


def preview(state: State, seat: str, actions: Sequence[str], *, is_open: bool = False) -> dict[str, Any]:
    """Return the result of a seat's actions, up to one that would reveal a secret.

    Args:
        state: the state before them, as far as the seat knows; it is not changed.
        is_open: whether the view shows everything, as on an analysis board with open hands.

    Raises:
        ApiError: an action is not legal, or it is not the turn of this seat.
    """
    game, events, is_known = state.game, list[Event](), True
    for action in actions:
        if not is_known or state.to_move != seat:
            raise ApiError(409, "not_your_turn", text("error.not_your_turn_yet", action=action))
        after = state.clone()
        with api_errors(422):
            after.apply_action(action)
        # hidden information is sampled here: the state before it is shown
        is_known = not (game.has_secrets and game.reveals(state, action, after))
        if is_known:
            events += game.tell(state, action, after, seat)[1]
            state = after
    answer = {
        "view": facts(state, seat, is_over=is_open),
        "events": [event(game_event) for game_event in events],
        "known": is_known,
    }
    return answer | {"ask": pending_question(state) if is_known and state.to_move == seat else None}


def refusal(state: State, action: str) -> dict[str, Any]:
    """Return whether an action is legal, and if not, why.

    Raises:
        ApiError: 422, the text is not an action.
    """
    with api_errors(422):
        reason = state.refusal(action)
    if reason is None:
        return {"legal": True}
    return {
        "legal": False,
        "code": reason.code,
        "clause": reason.clause,
        "message": reason.message,
        "said": message_json(reason.said),
    }


def entry(known_entry: KnownEntry) -> dict[str, Any]:
    """Return an entry with its events."""
    happened = known_entry.entry
    return {
        "number": happened.number,
        "by": happened.visible_author,
        "action": known_entry.action,
        "call": happened.call_name,
        "undo": happened.undo,
        "at": timestamp(happened.at),
        "round": known_entry.round,
        "phase": known_entry.phase,
        "scores": known_entry.scores,
        "events": [event(game_event) for game_event in known_entry.events],
    }
