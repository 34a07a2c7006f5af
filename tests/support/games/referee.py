"""Short functions for requests to the referee."""

from __future__ import annotations

import json
from typing import Any

from kingdoms.core import referee


def ask(request: object) -> dict[str, Any]:
    """Return the answer to a request."""
    reply: dict[str, Any] = json.loads(referee.answer_line(json.dumps(request).encode()))
    return reply


def error(request: object) -> dict[str, Any]:
    """Return the error that answers a request, after a check of its form."""
    reply = ask(request)
    assert set(reply) == {"id", "error"}
    error: dict[str, Any] = reply["error"]
    assert set(error) - {"at"} == {"code", "clause", "message"}
    assert all(error[name] for name in ("code", "clause", "message"))
    return error
