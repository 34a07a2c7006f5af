"""The sentences of reasons, by code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from kingdoms.core.bot import Reason
from kingdoms.english import fill, listing
from kingdoms.games.rivers.engine.geometry import COLOURS, OFFICES, SEAT_NAMES, TILE_NAMES

SENTENCES: Final[dict[str, str | tuple[str, str]]] = {
    "pass": "Nothing you could do is worth an action.",
    "withdraw": "It saves the leader from a conflict that it would lose.",
    "income_weakest": "{Colour} is the colour you have the fewest points in.",
    "income_weakest_shared": "You have no colour with fewer.",
    "income": "It's a point like any other.",
    # tiles
    "gains": "It {gains}.",
    "gains_weakest": "It {gains}, and {colour} is the colour you have the fewest points in.",
    "gains_weakest_shared": "It {gains}, and you have no colour with fewer.",
    "tile_apart": "It makes room for another tile in your hand, and helps nobody else.",
    "tile_prepares": "It prepares the ground, and there is no better use for the tile right now.",
    "peace": "It joins two kingdoms in peace.",
    "peace_treasure": "It joins two kingdoms in peace, and your trader takes treasure.",
    "wars_others": "It sets others at war with each other.",
    "wars_risk": "What the war may bring is worth the risk.",
    "wars_win": "You can expect to win the wars of {all_offices}.",
    "war_of_most": "You can expect to win the war of {office}s, {own} against at most {most}.",
    "war_of_likely": "You can expect to win the war of {office}s, {own} against {board} and probably {likely} more.",
    "war_of_bare": "You can expect to win the war of {office}s, {own} against {board} and hardly any more.",
    # leaders
    "leader_treasure": "Your trader takes treasure there.",
    "leader_monument": "The monument there pays your {office} every turn.",
    "leader_safer": (
        "Your {office} is safer there: 1 temple next to it instead of {before}.",
        "Your {office} is safer there: {n} temples next to it instead of {before}.",
    ),
    "leader_prospects": "Your {office} has better prospects there.",
    "leader_scores": (
        "Your {office} can score there with the {tile} in your hand.",
        "Your {office} can score there with the {n} {tile}s in your hand.",
    ),
    "leader_on_board": "A {office} on the board can score; one in hand can't.",
    "revolt_win_most": "You can expect to win the revolt, {own} against at most {most}.",
    "revolt_win_likely": "You can expect to win the revolt, {own} against {board} and probably {likely} more.",
    "revolt_win_bare": "You can expect to win the revolt, {own} against {board} and hardly any more.",
    "revolt_risk_most": "The revolt is worth the risk, {own} against at most {most}.",
    "revolt_risk_likely": "The revolt is worth the risk, {own} against {board} and probably {likely} more.",
    "revolt_risk_bare": "The revolt is worth the risk, {own} against {board} and hardly any more.",
    # catastrophes, swaps, buildings, treasures
    "ruin_home": "It drives {leaders} off the board.",
    "ruin_gap": "It closes the gap that threatens you with a war you would lose.",
    "ruin_cuts": "It cuts up a kingdom where others are stronger than you.",
    "swap_useless": "You can do little with {all_tiles} now, and other tiles may serve you better.",
    "swap_many": "You have more of these tiles than you can use soon.",
    "build_nothing": "Building here would cost you more tiles, or pay others more, than it's worth to you.",
    "wonder_king": "Your king gets a point of your choice from it every turn.",
    "wonder_nobody": "It helps nobody else.",
    "monument_pays": "It pays your {offices} every turn.",
    "monument_poorer": "It makes the kingdom poorer for others.",
    "raise_stays": "The building serves you better where it is.",
    "raise_points": "A {colour} tile in this kingdom brings you two points as long as it stands there.",
    "raise_away": "Where it is now, it pays somebody else.",
    "take_guard": "The temple on {cell} serves another seat's leader, and without its treasure it can be destroyed.",
    "take_any": "All treasures count the same; this is the one you need least where it is.",
    # conflicts
    "war_others": "It may split the kingdoms before it comes to a war of your own.",
    "war_win_most": "You can expect to win it, {own} against at most {most}, and it may call off the others.",
    "war_win_likely": (
        "You can expect to win it, {own} against {board} and probably {likely} more, and it may call off the others."
    ),
    "war_win_bare": "You can expect to win it, {own} against {board} and hardly any more, and it may call off the others.",
    "war_worse": "Your chances in the other wars are worse.",
    "attack_rid": "You can hardly win, but you can get rid of tiles of little use.",
    "attack_save": "You could reach {most} at most, which would hardly win: save your tiles.",
    "attack_win_most": "You can expect to win, {own} against at most {most}.",
    "attack_win_likely": "You can expect to win, {own} against {board} and probably {likely} more.",
    "attack_win_bare": "You can expect to win, {own} against {board} and hardly any more.",
    "hold_just": "That holds, {own} against {attack}, and nothing less would.",
    "hold_spare": "That holds, {own} against {attack}, with tiles to spare.",
    "lost_rid": "You can't hold, but you can get rid of tiles of little use.",
    "lost": "You can't hold.",
    "lost_price": "Holding is not worth so many tiles.",
}
"""Code -> sentence template; a pair holds the singular and the plural.

Details `colour`, `colours` and `leaders` appear as names of tiles and leaders. `board` is the other side's strength on the
board, `likely` the number of tiles it probably adds, `most` the maximum strength of a side.
"""

GAINS: Final[dict[str, str | tuple[str, str]]] = {
    "point": "brings you a {colour} point",
    "points_two": "brings you two {colour} points",
    "treasure": "lets your trader take treasure",
    "square": "completes a square of {tile}s",
    "guards": "guards your {offices}",
    "backs": "backs your {office}",
}
"""Code -> phrase for what a tile gains, inserted as `gains` into a sentence."""


def say(code: str, **details: Any) -> Reason:
    """Return the reason with a code and details.

    Examples:
        >>> reason = say("wars_win", colours=["red", "blue"])
        >>> reason
        'You can expect to win the wars of priests and farmers.'
        >>> reason.details
        {'colours': ['red', 'blue']}
    """
    return Reason(fill(SENTENCES[code], _words(details)), code, details)


def say_gains(code: str, gains: Sequence[dict[str, Any]], **details: Any) -> Reason:
    """Return a reason that lists the gains from a tile; each gain consists of its code and details.

    Examples:
        >>> say_gains("gains_weakest_shared", [{"code": "point", "colour": "red"}])
        'It brings you a red point, and you have no colour with fewer.'
    """
    phrases = listing([fill(GAINS[gain["code"]], _words(gain)) for gain in gains])
    return Reason(fill(SENTENCES[code], _words(details) | {"gains": phrases}), code, {"gains": list(gains)} | details)


def _words(details: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values for sentence templates: the details, and the names of their colours and leaders."""
    words = dict(details)
    if "colour" in details:
        number = COLOURS.index(details["colour"])
        words |= {"Colour": details["colour"].capitalize(), "office": OFFICES[number], "tile": TILE_NAMES[number]}
    if "colours" in details:
        numbers = [COLOURS.index(colour) for colour in details["colours"]]
        words["offices"] = listing([OFFICES[number] for number in numbers])
        words["all_offices"] = listing([f"{OFFICES[number]}s" for number in numbers])
        words["all_tiles"] = listing([f"{TILE_NAMES[number]}s" for number in numbers])
    if "leaders" in details:
        leaders = [(SEAT_NAMES[seat], OFFICES[COLOURS.index(colour)]) for seat, colour in details["leaders"]]
        words["leaders"] = listing([f"{name}'s {office}" for name, office in leaders])
    return words
