"""Mistakes: own decisions of finished games, to be tried again at the real position. No attempts are kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kingdoms.core.state import State
from kingdoms.puzzles.mistakes import table_of
from kingdoms.puzzles.solving import play_out
from kingdoms.table.advice.advice import Advice
from kingdoms.table.advice.searching import judge_choice
from kingdoms.table.advice.thinking import GameMoment
from kingdoms.table.answers.puzzles import TIMEOUT, Puzzles, check_legal, step_message, verdict_message
from kingdoms.table.answers.viewing import check_over
from kingdoms.table.base.errors import ApiError
from kingdoms.table.game import messages
from kingdoms.table.game.entries import Account
from kingdoms.table.game.live import MOST_ENTRIES, LiveGame
from kingdoms.texts import text


@dataclass(frozen=True)
class Mistake:
    """A decision of a finished game: the entry, the number before it, its seat, and a table on which to try again."""

    live: LiveGame
    number: int
    before: int
    seat: str
    table: State


async def find_mistake(advice: Advice, live: LiveGame, visitor_id: str | None, client: str, number: int) -> Mistake:
    """Return a visitor's own decision.

    Raises:
        ApiError: 409, the game is not over; 403, the decision is another player's, or the game is a copy of a running one;
            404, the entry is no decision of the game.
    """
    check_over(live, text("error.not_over_mistake"))
    numbers = live.record_numbers
    entry = live.entries[number - 1] if number in numbers else None
    if entry is None or entry.action is None or entry.by not in live.game.seats:
        raise ApiError(404, "no_decision", text("error.no_decision", number=number))
    if entry.by not in live.seats_of(visitor_id):
        raise ApiError(403, "not_yours", text("error.not_yours", seat=entry.by))
    await advice.copies.check(live, live.number, client, most=MOST_ENTRIES)
    place = live.mainline.index(number)
    before = live.mainline[place - 1] if place else 0
    return Mistake(live, number, before, entry.by, table_of(live.state_at(before).view(entry.by)))


def show(mistake: Mistake) -> dict[str, Any]:
    """Return the position of a decision as its seat knew it, and what was played."""
    live, seat, action = mistake.live, mistake.seat, mistake.live.entries[mistake.number - 1].action
    (played, *_) = play_out(live.state_at(mistake.before), seat, [action or ""])
    return {
        "game": live.game.name,
        "seats": list(live.game.seats),
        "seat": seat,
        "before": mistake.before,
        "moment": {"view": messages.facts(mistake.table, seat), "ask": messages.pending_question(mistake.table)},
        "played": step_message(played, seat),
    }


async def judge(puzzles: Puzzles, account: Account, mistake: Mistake, action: str | None) -> dict[str, Any]:
    """Return the verdict on a choice, by a search that is charged to an account; None is the best choice.

    Raises:
        ApiError: 422, the choice is not legal; 429, the allowance is used up; 503, the search has failed.
    """
    if action is not None:
        check_legal(mistake.table, action)
    question = judge_choice, GameMoment.from_game(mistake.live, mistake.before), mistake.seat, action
    failure = "a mistake could not be judged"
    decision, verdict = await puzzles.advice.ask(account, TIMEOUT, failure, mistake.live.game, *question)
    return await puzzles.run(verdict_message, None, mistake.table, decision, verdict)
