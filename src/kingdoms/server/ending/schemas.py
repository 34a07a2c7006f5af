"""Requests about proposals."""

from __future__ import annotations

from typing import Literal

from kingdoms.server.schemas import RequestBody


class ProposalRequest(RequestBody):
    """What is proposed: to end the game now, or to take back one's last move with all that followed it."""

    kind: Literal["end", "take_back"]


class AnswerRequest(RequestBody):
    """What is said to a proposal; only who has made it can withdraw it."""

    answer: Literal["agree", "decline", "withdraw"]
