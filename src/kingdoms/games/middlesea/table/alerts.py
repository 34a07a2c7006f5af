"""Alerts: how the game may soon end, and through which seat, so that no threat goes unseen.

`engine.threats` has the counts, and this module the sentences.
"""

from __future__ import annotations

from collections.abc import Iterator

from kingdoms.core.answers import Alert
from kingdoms.games.middlesea.engine import codes, control, pieces, threats, victory
from kingdoms.games.middlesea.engine.geometry import SEATS, home
from kingdoms.games.middlesea.engine.state import State
from kingdoms.games.middlesea.texts import say

UNREST_SEEN = 3
"""The least unrest that raises an alert: it can end a kingdom within a round."""
LAST_ROUNDS = 2
"""How many rounds before the last one the round limit starts to raise alerts."""
FEW_LACKING = 1
"""The most cities that a conquest may lack to be near: each one takes an attack of its own."""
CAPITAL_ALONE = 10
"""The defence of a Capital or king without help (M-18)."""


def alerts(state: State) -> tuple[Alert, ...]:
    """Return the alerts of a state; the ones about this round come first.

    Examples:
        >>> import kingdoms
        >>> position = {"game": "middlesea", "phase": "build", "seats": {"N": {"unrest": 4}, "S": {}}}
        >>> [alert.text for alert in alerts(kingdoms.load_game("middlesea").read_position(position))]
        ["North's unrest is 4: one more loss means civil war, and North is out."]
    """
    if state.phase in (codes.START, codes.OVER):
        return ()
    all_alerts: list[Alert] = []
    for seat in state.order[: state.seats]:
        trade = [*_trade(state, seat)]
        all_alerts += [*_conquest(state, seat), *trade, *_exposure_alerts(state, seat), *_unrest(state, seat, bool(trade))]
    all_alerts += _limit(state)
    return tuple(sorted(all_alerts, key=lambda alert: not alert.near))


# -- victories --------------------------------------------------------------------------------------------------------


def _trade(state: State, seat: int) -> Iterator[Alert]:
    """Yield an alert if a seat can win by trade (V-3)."""
    name = SEATS[seat]
    if victory.has_trade(state, seat) and threats.first_leader(state, seat) == 6:
        yield Alert("trade", name, True, True, say("alert.trade_certain", seat=name), {"certain": True})
    elif threats.can_trade(state, seat):
        cities, awake = (state.controlled_sites[seat] & home(seat)).bit_count(), victory.awake(state, seat)
        message = say("alert.trade", seat=name, home=cities, awake=awake)
        if cities == 5 and awake == 6:
            message = say("alert.trade_all", seat=name)
        yield Alert("trade", name, True, True, message, {"certain": False, "home": cities, "awake": awake})


def _conquest(state: State, seat: int) -> Iterator[Alert]:
    """Yield an alert if a seat can win by conquest (V-4)."""
    name = SEATS[seat]
    if victory.has_conquest(state, seat) and threats.first_leader(state, seat) == 6:
        yield Alert("conquest", name, True, True, say("alert.conquest_certain", seat=name), {"certain": True})
    elif threats.can_conquer(state, seat):
        lacking = threats.missing_provinces(state, seat)
        message = say("alert.conquest", seat=name, n=lacking) if lacking else say("alert.conquest_all", seat=name)
        yield Alert("conquest", name, True, lacking <= FEW_LACKING, message, {"certain": False, "lacking": lacking})


# -- defeats ----------------------------------------------------------------------------------------------------------


def _exposure_alerts(state: State, seat: int) -> Iterator[Alert]:
    """Yield alerts if a seat's Capital or king can be attacked, now or once it loses its only city (M-6, Z-6)."""
    sites = state.controlled_sites[seat]
    cities = sites.bit_count()
    if cities > 1 or (cities and not any(threats.reaches(state, by, sites) for by in _opponents(state, seat))):
        return
    king = state.king[seat] + pieces.budget(state, seat)
    for missionary, kind in ((False, "capital"), (True, "king")):
        base = CAPITAL_ALONE
        if missionary and state.rulings[codes.KING_ALONE]:
            base = 0
        most = base + king - (state.king[seat] if state.rulings[codes.KING_ABSENT] and not missionary else 0)
        totals = {attacker: threats.strongest(state, attacker, missionary) for attacker in _opponents(state, seat)}
        able = {attacker: total for attacker, total in totals.items() if total > base}
        if not able:
            continue
        total = max(able.values())
        by = [SEATS[attacker] for attacker in able]
        message = say(f"alert.{kind}_held", seat=SEATS[seat], others=by)
        if not cities:
            word = "fixed" if most == base else "range"
            message = say(f"alert.{kind}", seat=SEATS[seat], others=by, attack=total, defence=base, most=most, word=word)
        details = {"attack": total, "defence": base, "defence_most": most, "by": by}
        yield Alert(kind, SEATS[seat], False, not cities, message, details)


def _opponents(state: State, seat: int) -> list[int]:
    """Return the other seats, in order of dominance."""
    return [opponent for opponent in state.order[: state.seats] if opponent != seat]


def _unrest(state: State, seat: int, trades: bool) -> Iterator[Alert]:
    """Yield alerts if a kingdom is close to civil war (U-4) or can't hold all its cities (C-2).

    Args:
        trades: whether it may win by trade first, in this round (V-3).
    """
    unrest, name = state.unrest[seat], SEATS[seat]
    if unrest > UNREST_SEEN:
        yield Alert("unrest", name, False, True, say("alert.unrest_near", seat=name, n=unrest), {"unrest": unrest})
    elif unrest == UNREST_SEEN:
        yield Alert("unrest", name, False, False, say("alert.unrest", seat=name, n=unrest), {"unrest": unrest})
    if state.phase not in (codes.BUILD, codes.LEADER):
        return
    lost = control.excess(state, seat) - pieces.budget(state, seat)
    if lost > 0:
        message = say(
            "alert.unpaid_without_win" if trades else "alert.unpaid",
            seat=name,
            n=min(lost, state.controlled_sites[seat].bit_count()),
        )
        yield Alert("unrest", name, False, False, message, {"unrest": unrest, "rebels": lost})


def _limit(state: State) -> Iterator[Alert]:
    """Yield an alert if the last round is near (V-5, AMB-121)."""
    left = state.round_limit - state.round_number if state.round_limit else None
    if not state.time_up and (left is None or left > LAST_ROUNDS):
        return
    ahead, score = _score_lead(state)
    holes = {"n": len(ahead), "seat": ahead[0], "ahead": ahead, "score": score}
    details = {"ahead": ahead, "score": score}
    if state.time_up or not left or left < 0:
        kind = "time" if state.time_up else "rounds"
        yield Alert(kind, None, False, True, say("alert.last_round", **holes), {"left": 0} | details)
    else:
        yield Alert("rounds", None, False, False, say("alert.rounds", rounds=left, **holes), {"left": left} | details)


def _score_lead(state: State) -> tuple[list[str], int]:
    scores = {seat: victory.score(state, seat) for seat in state.order[: state.seats]}
    best = max(scores.values())
    return [SEATS[seat] for seat, score in scores.items() if score == best], best
