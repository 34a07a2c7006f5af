"""The referee: legal actions and their results, for programs in any language (N.7).

Requests and answers are JSON objects, one per line; `docs/referee.md` describes every field. Clients are trusted with full
positions, and can request the view of a seat instead.
"""

from __future__ import annotations

import json
import sys
import traceback
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, BinaryIO, Final

from kingdoms import texts
from kingdoms.core.errors import KingdomsError, citing, shown
from kingdoms.core.event import Event
from kingdoms.core.lines import (
    LONGEST_LINE,
    RequestError,
    actions_in,
    apply_actions,
    check_fields,
    error_json,
    new_game,
    object_in,
    read_json,
    read_lines,
)
from kingdoms.core.registry import game_class
from kingdoms.core.state import State

__all__ = ["LONGEST_LINE", "Done", "Referee", "RequestError", "answer", "answer_line", "carry_out", "serve"]

FIELDS: Final = ("id", "new", "position", "actions", "view", "quiet", "language")
SESSION_FIELDS: Final = (*FIELDS, "session", "close")
MOST_SESSIONS: Final = 100
"""The maximum number of open sessions."""
LONGEST_NAME: Final = 100
"""The maximum length of a session name."""


@dataclass(frozen=True)
class Done:
    """The result of a request.

    Attributes:
        state: the state after all actions.
        events: the events of the actions, as far as `seat` may know them; empty if `quiet`.
        quiet: whether the request asks for a short answer, without events and position or view.
        seat: the seat whose view is requested; None for the full position.
    """

    state: State
    events: list[Event]
    quiet: bool
    seat: str | None


def answer(request: object) -> dict[str, Any]:
    """Return the answer to a request without a session; for an invalid request, an error answer.

    Examples:
        >>> reply = answer({"id": 1, "new": {"game": "middlesea", "players": 2}, "actions": ["first N"], "quiet": True})
        >>> reply["to_move"], reply["decision"], reply["legal"][:3]
        ('N', 'build', ['end', 'exchange goods', 'exchange gold'])
    """
    return Referee().answer(request)


def answer_line(line: bytes) -> str:
    """Return the answer to a line that holds a request without a session, as one line without a newline."""
    return Referee().answer_line(line)


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer each line until the input ends. Invalid lines get an error answer and don't end the loop."""
    referee = Referee()
    for line in read_lines(requests):
        reply = _line_error(line) if isinstance(line, RequestError) else referee.answer_line(line)
        answers.write(reply.encode() + b"\n")
        answers.flush()


class Referee:
    """Answers requests, and keeps the states of sessions between requests.

    Examples:
        >>> referee = Referee()
        >>> begun = referee.answer({"session": "a", "new": {"game": "rivers", "players": 2}, "quiet": True})
        >>> referee.answer({"session": "a", "actions": ["first B"], "quiet": True})["decision"]
        'draw'
        >>> referee.answer({"id": 3, "close": "a"})
        {'id': 3, 'closed': 'a'}
    """

    def __init__(self) -> None:
        self.sessions: dict[str, State] = {}

    def answer(self, request: object) -> dict[str, Any]:
        """Return the answer to a request; for an invalid request, an error answer."""
        number = request.get("id") if isinstance(request, Mapping) else None
        try:
            with texts.speaking(_language_of(request)):
                return {"id": number, **self._answer(request)}
        except KingdomsError as error:
            return {"id": number, "error": error_json(error)}
        except RecursionError:
            return {"id": number, "error": error_json(RequestError(texts.text("request.too_deep")))}

    def answer_line(self, line: bytes) -> str:
        """Return the answer to a line, as one line without a newline; for any invalid line, an error answer."""
        try:
            return json.dumps(self.answer(read_json(line)))
        except RequestError as error:
            return _line_error(error)
        except RecursionError:
            return _line_error(RequestError(texts.text("request.line_too_deep"), code="json"))
        except Exception as error:
            traceback.print_exc(file=sys.stderr)
            message = texts.text("request.failed", error=type(error).__name__)
            return _line_error(RequestError(message, code="internal"))

    def _answer(self, request: object) -> dict[str, Any]:
        """Return the answer to a request, without the id."""
        request = _as_object(request)
        check_fields(request, SESSION_FIELDS, "request")
        if "close" in request:
            return self._close(request)
        if "session" not in request:
            return _describe(_carry_out(request, None))
        name = request["session"]
        if not isinstance(name, str) or not 1 <= len(name) <= LONGEST_NAME:
            raise RequestError(texts.text("request.session_name", most=LONGEST_NAME, name=shown(name)))
        session = self.sessions.get(name)
        if session is None and "new" not in request and "position" not in request:
            raise RequestError(texts.text("request.session_not_begun", name=shown(name)), code="no_session")
        if session is None and len(self.sessions) >= MOST_SESSIONS:
            raise RequestError(texts.text("request.many_sessions", number=MOST_SESSIONS), code="too_many_sessions")
        result = _carry_out(request, session)
        self.sessions[name] = result.state
        return _describe(result)

    def _close(self, request: Mapping[str, Any]) -> dict[str, Any]:
        name = request["close"]
        if not set(request) <= {"id", "close"}:
            raise RequestError(texts.text("request.close"))
        if not isinstance(name, str) or self.sessions.pop(name, None) is None:
            raise RequestError(texts.text("request.no_session", name=shown(name)), code="no_session")
        return {"closed": name}


def _language_of(request: object) -> str | None:
    """Return the language that a request asks for, or None.

    Raises:
        RequestError: there are no texts in it.
    """
    tag = request.get("language") if isinstance(request, Mapping) else None
    if tag is not None and tag not in texts.languages():
        raise RequestError(texts.text("request.language", tag=shown(tag), languages=", ".join(texts.languages())))
    return tag


def carry_out(request: object) -> Done:
    """Carry out a request without a session, and return its result.

    Raises:
        KingdomsError: the request is malformed, or an action is illegal.
    """
    request = _as_object(request)
    check_fields(request, FIELDS, "request")
    return _carry_out(request, None)


def _as_object(request: object) -> Mapping[str, Any]:
    """Return a request if it is a JSON object; raise RequestError otherwise."""
    if not isinstance(request, Mapping):
        raise RequestError(texts.text("request.not_a_request", request=shown(request)))
    return request


def _carry_out(request: Mapping[str, Any], session: State | None) -> Done:
    """Carry out a request, starting from the state of its session if it has one; that state is not modified."""
    quiet = request.get("quiet", False)
    if type(quiet) is not bool:
        raise RequestError(texts.text("request.quiet", quiet=shown(quiet)))
    actions = actions_in(request)
    if "new" in request and "position" in request:
        raise RequestError(texts.text("request.new_or_position"))
    if "new" in request or "position" in request:
        state, events = _start(request, quiet)
    elif session is not None:
        state, events = session.clone(), []
    else:
        raise RequestError(texts.text("request.new_or_position"))
    result = Done(state, events, quiet, request.get("view"))
    with citing(state.game):
        if "view" in request and result.seat not in state.game.seats:
            seats = ", ".join(state.game.seats)
            raise RequestError(texts.text("request.view", seats=seats, seat=shown(result.seat)), topic="view")
        apply_actions(actions, partial(_play, result))
    return result


def _start(request: Mapping[str, Any], quiet: bool) -> tuple[State, list[Event]]:
    """Return the initial state of a request, and the events of automatic steps before its first decision."""
    quiet = quiet or "view" in request
    if "position" in request:
        position = object_in(request, "position")
        if "game" not in position:
            raise RequestError(texts.text("request.position_without_game"), code="position", clause="N.4")
        rules = game_class(position["game"])
        with citing(rules):
            state = rules.read_position(position, settle=quiet)
        return state, [] if quiet else state.game.settle(state)
    return new_game(request).new_initial_state(), []


def _play(result: Done, action: str) -> None:
    state = result.state
    before = None if result.quiet else state.clone()
    state.apply_action(action)
    if before is not None and result.seat is None:
        result.events.extend(state.game.narrate(before, action, state))
    elif before is not None:
        result.events.extend(state.game.tell(before, action, state, result.seat)[1])


def _describe(result: Done) -> dict[str, Any]:
    state, seat = result.state, result.seat
    to_move = state.to_move
    outcome = state.outcome()
    text = state.game.action_to_string
    reply: dict[str, Any] = {
        "to_move": to_move,
        "decision": state.decision(),
        "legal": [text(action) for action in state.legal_actions()] if seat in (None, to_move) else [],
    }
    if not result.quiet and seat is not None:
        reply["view"] = state.view(seat).to_json()
    elif not result.quiet:
        reply["position"] = state.position()
    reply["outcome"] = None if outcome is None else outcome.to_json()
    if not result.quiet and seat is None:
        reply["events"] = [event.to_json() for event in result.events]
    return reply


def _line_error(error: RequestError) -> str:
    return json.dumps({"id": None, "error": error_json(error)})
