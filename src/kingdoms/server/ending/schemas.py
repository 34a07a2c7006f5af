"""Schemas of requests about proposals."""

from __future__ import annotations

from typing import Literal

from kingdoms.server.base.schemas import RequestBody


class ProposalRequest(RequestBody):
    """A proposal: to end the game now, or to take back the visitor's last move and everything after it."""

    kind: Literal["end", "take_back"]


class AnswerRequest(RequestBody):
    """The answer to a proposal. Only its author can withdraw it."""

    answer: Literal["agree", "decline", "withdraw"]
