"""The sentences of reasons, by code."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from kingdoms.core.bot import Reason
from kingdoms.english import fill, listing

SENTENCES: Final[dict[str, str | tuple[str, str]]] = {
    "rebel": "It's the city you'll miss least.",
    "rank": "It has the least to do with its turn.",
    "concede": "Putting the rebellion down would cost more than the city is worth.",
    "suppress": "It saves the city, and only makes the leader inactive.",
    "hold": "An active leader is worth more than what the city would yield.",
    "produce": "What the city yields is worth more than an active leader.",
    "attack_wins": "No defence can stop it: {attack} against {most} at most.",
    "attack_can_win": "With enough hired, no defence can stop it: it can reach {most} at most.",
    "attack_open": "It has {attack} against {defence}, if the defender does little.",
    "hire_wins": "{attack} wins, whatever the defender does.",
    "hire_open": "Hiring more would only cost more: the defender can match it.",
    "defend_holds": "That holds.",
    "defend_falls": "Nothing worth its price would hold.",
    "pay": "The cities are worth more than that.",
    "pay_nothing": "The cities aren't worth the price.",
    "end_build": "Nothing you could build is worth its price now.",
    "end_leader": "No leader has anything worth doing.",
    "place": "It puts the leader where it's of more use.",
    "gains": "It {gains}.",
}
"""Reasons for actions, by code; `attack`, `defence` and `most` are totals."""

GAINS: Final[dict[str, str | tuple[str, str]]] = {
    "cities": ("brings a city", "brings {n} cities"),
    "cities_home": ("brings a city at home", "brings {n} cities at home"),
    "unrest": "calms unrest",
    "income": "raises your income by {n} a round",
    "control": "raises your control value to {n}",
    "leader": "makes a leader active",
    "port": "makes the port harder to take",
    "sea": "opens the sea to your leaders",
    "city": "gives you a city to connect",
    "pair": "gives you one more pair of goods and gold to spend",
    "even": "evens out what you have",
}
"""Phrases for the sentence `gains`, by code; `n` is a count or an amount."""


def say(code: str, **details: Any) -> Reason:
    """Return the reason with a code, filled in with details.

    Examples:
        >>> say("hire_wins", attack=7)
        '7 wins, whatever the defender does.'
    """
    return Reason(fill(SENTENCES[code], details), code, details)


def say_gains(gains: Sequence[dict[str, Any]]) -> Reason:
    """Return a reason that lists gains, each with its code and the details of its phrase.

    Examples:
        >>> reason = say_gains([{"code": "cities_home", "n": 1}, {"code": "unrest"}])
        >>> reason
        'It brings a city at home and calms unrest.'
        >>> reason.details
        {'gains': [{'code': 'cities_home', 'n': 1}, {'code': 'unrest'}]}
    """
    phrases = [fill(GAINS[gain["code"]], gain) for gain in gains]
    return Reason(fill(SENTENCES["gains"], {"gains": listing(phrases)}), "gains", {"gains": list(gains)})
