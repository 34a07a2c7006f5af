"""Advice by rule: the cities that an action puts at risk, and the usual answers to questions for a number."""

from __future__ import annotations

from kingdoms.games.middlesea.engine import codes, control, course, pieces, routes
from kingdoms.games.middlesea.engine.state import State
from kingdoms.games.middlesea.words.forecast import forecast, highest_defence


def hazard(state: State, action: int) -> int:
    """Return how many cities of the seat to move an action exposes to rebellion or loss, or leaves out; see `Game.hazard`.

    An action of the build and leader phases exposes the cities that the seat then can't pay for in the next round (C-2). An
    attack counts as won with the help that makes it certain. The end of a build phase leaves out a city if a road
    or port could connect it to the Capital, and the seat could still pay for as many of its cities (K-6).

    Examples:
        >>> import kingdoms
        >>> state = kingdoms.load_game("middlesea", seats=2).new_initial_state()
        >>> state.apply_action("first N")
        >>> hazard(state, state.game.string_to_action("explore suns N.FM"))
        0
    """
    if state.current_player() < 0:
        return 0
    seat = course.seat_to_move(state)
    if state.stage == codes.PAY:
        return control.excess(state, seat) - (action - codes.AMOUNTS) // codes.WIDTH
    if state.phase not in (codes.BUILD, codes.LEADER):
        return 0
    then = state.clone()
    course.act(then, action)
    if state.stage == codes.LEADING:
        _hire(then)
    _settle(then)
    lost = len(forecast(state, action).get("loses", ())) if state.stage == codes.DEFEND else 0
    if state.stage == codes.BUILDING and action == codes.END:
        lost += _can_connect(state, seat)
    return lost + _unaffordable_cities(then, seat)


def _unaffordable_cities(state: State, seat: int) -> int:
    """Return how many cities a seat could not pay for now (C-2)."""
    return max(0, control.excess(state, seat) - pieces.budget(state, seat))


def _connected(state: State, seat: int) -> int:
    """Return how many cities a seat controls that its routes join to its Capital (K-6)."""
    return (routes.reach(state, seat, 6 * seat) & state.controlled_sites[seat]).bit_count()


def _can_connect(state: State, seat: int) -> bool:
    """Return whether a road or port would connect a city to the seat's Capital without leaving more cities unpaid."""
    connected, unpaid = _connected(state, seat), _unaffordable_cities(state, seat)
    for action in state.legal_actions():
        then = state.clone()
        course.act(then, action)
        if _connected(then, seat) > connected and _unaffordable_cities(then, seat) <= unpaid:
            return True
    return False


def _hire(then: State) -> None:
    """If an attack has just been declared, hire the help that makes it certain, as far as there is money."""
    while then.stage == codes.HIRE and not then.is_asked:
        course.step(then)
    if then.stage == codes.HIRE:
        missing = max(0, highest_defence(then) + 1 - then.attack_total)
        amount = min(missing, pieces.budget(then, course.seat_to_move(then)))
        course.act(then, codes.AMOUNTS + codes.WIDTH * amount + codes.HIRED)


def _settle(then: State) -> None:
    """Play a conflict to its end, with the first legal answer to each of its questions."""
    while then.phase == codes.LEADER and then.stage not in (codes.LEADING, codes.ROUND_END):
        if then.is_asked:
            course.act(then, then.legal_actions()[0])
        else:
            course.step(then)


def usual_answer(state: State) -> int | None:
    """Return the usual answer to a question for a number; see `Game.usual_answer`.

    A seat pays for all cities that it can pay for. It hires the least that is sure to win or to hold, or else nothing.
    """
    if state.current_player() < 0 or state.stage not in (codes.PAY, codes.HIRE, codes.DEFEND):
        return None
    answers = state.legal_actions()
    if state.stage == codes.PAY:
        return answers[-1]
    return next((answer for answer in answers if forecast(state, answer)["result"] == "wins"), answers[0])
