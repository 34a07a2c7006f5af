"""The usual answer to the question how many tiles to commit."""

from __future__ import annotations

from kingdoms.core.rng import Random
from kingdoms.games.rivers.engine import codes
from kingdoms.games.rivers.engine.state import State
from kingdoms.games.rivers.words.forecast import forecast


def usual_answer(state: State) -> int | None:
    """Return the usual number of tiles to commit to a conflict; see `Game.usual_answer`.

    It is the lowest number that is sure to win, or else none. While the result depends on tiles that the attacker can't see, it
    is the number that the quick player would commit.

    Examples:
        >>> import kingdoms
        >>> state = kingdoms.load_game("rivers", seats=2).new_initial_state()
        >>> usual_answer(state) is None
        True
    """
    if state.current_player() < 0 or state.stage != codes.COMMIT:
        return None
    answers = state.legal_actions()
    results = {answer: forecast(state, answer)["result"] for answer in answers}
    sure = next((answer for answer in answers if results[answer] == "wins"), None)
    if sure is not None or "open" not in results.values():
        return answers[0] if sure is None else sure
    rng = Random(0)
    knowledge = state.game.knowledge(state)
    knowledge.look(state.view(state.to_move), rng)
    count: int = knowledge.decide(rng)
    return count
