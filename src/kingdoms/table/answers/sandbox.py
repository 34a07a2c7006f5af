"""The referee, with the question to the seat to move: it keeps no games."""

from __future__ import annotations

from typing import Any

from kingdoms.core.errors import KingdomsError
from kingdoms.core.referee import carry_out
from kingdoms.table.base.errors import ApiError
from kingdoms.table.game import messages


def play(body: Any) -> dict[str, Any]:
    """Play the actions of a checked request in its position, and return the result; see docs/server.md."""
    request: dict[str, Any] = {"actions": body.actions}
    options = {"new": body.new, "position": body.position, "view": body.seat}
    request |= {name: value for name, value in options.items() if value is not None}
    try:
        result = carry_out(request)
    except KingdomsError as error:
        raise ApiError(422, error.code, error.message, error.clause, {"at": getattr(error, "at", None)}) from None
    state = result.state
    answer = {"view": messages.facts(state, result.seat), "ask": messages.pending_question(state)}
    legal_texts = [state.game.action_to_string(action) for action in state.legal_actions()]
    why = {} if body.why is None else {"why": messages.refusal(state, body.why)}
    return {**answer, "events": [messages.event(event) for event in result.events], "legal": legal_texts} | why
