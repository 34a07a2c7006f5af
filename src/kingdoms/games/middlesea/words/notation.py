"""Conversion of actions to text and back (N.2). Each action has exactly one spelling."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from kingdoms.core.errors import NotationError, cut, quoted, suggest
from kingdoms.games.middlesea.engine import codes
from kingdoms.games.middlesea.engine.geometry import SEATS, SITE_NUMBER, SITES, SUITS
from kingdoms.games.middlesea.texts import fault
from kingdoms.texts import listing

FORMS: Final = {
    "first": "first SEAT",
    "pay": "pay K",
    "rebel": "rebel SITE",
    "suppress": "suppress SITE L, or suppress SITE L K where hiring is allowed",
    "concede": "concede",
    "rank": "rank SEAT",
    "produce": "produce SITE",
    "hold": "hold SITE",
    "explore": "explore SUIT SITE or explore SUIT under",
    "road": "road FROM TO",
    "port": "port SITE K",
    "exchange": "exchange goods or exchange gold",
    "king": "king L",
    "activate": "activate L",
    "move": "move L SITE or move L reserve",
    "attack": "attack L SITE",
    "hire": "hire K",
    "defend": "defend K or defend K leader",
    "end": "end",
}
"""The form of each kind of action, by its first word."""

LONGEST_EXAMINED: Final = 200
"""The most characters of a text whose words the error message examines."""
MOST_DIGITS = 9
"""The most digits of an amount."""


def _small_texts() -> list[str]:
    """Return the texts of the actions without an amount, by number."""
    return [
        *(f"first {seat}" for seat in SEATS),
        *(f"rank {seat}" for seat in SEATS),
        *("concede", "end", "exchange goods", "exchange gold"),
        *(f"king {leader}" for leader in range(6)),
        *(f"activate {leader}" for leader in range(6)),
        *(f"rebel {site}" for site in SITES),
        *(f"produce {site}" for site in SITES),
        *(f"hold {site}" for site in SITES),
        *(f"explore {suit} {place}" for suit in SUITS for place in ("under", *SITES)),
        *(f"move {leader} {place}" for leader in range(6) for place in (*SITES, "reserve")),
        *(f"attack {leader} {site}" for leader in range(6) for site in SITES),
        *(f"road {start} {end}" for start in SITES for end in SITES),
        *(f"suppress {site} {leader}" for site in SITES for leader in range(6)),
    ]


TEXTS: Final = _small_texts()
assert len(TEXTS) == codes.AMOUNTS
NUMBERS: Final = {text: number for number, text in enumerate(TEXTS)}
_PATTERNS: Final = [
    "pay {}",
    "hire {}",
    "defend {}",
    "defend {} leader",
    *(f"port {site} {{}}" for site in SITES),
    *(f"suppress {site} {leader} {{}}" for site in SITES for leader in range(6)),
]
assert len(_PATTERNS) == codes.WIDTH
_FAMILY: Final = {pattern: family for family, pattern in enumerate(_PATTERNS)}
_AMOUNT: Final = re.compile(r"(?:pay|hire|defend|port [A-Z.]+|suppress [A-Z.]+ [0-5]) (0|[1-9][0-9]*)(?: leader)?")


def action_to_string(action: int) -> str:
    """Return an action's text.

    Raises:
        NotationError: no action has this number.

    Examples:
        >>> action_to_string(string_to_action("attack 3 S.FL"))
        'attack 3 S.FL'
    """
    if 0 <= action < codes.AMOUNTS:
        return TEXTS[action]
    amount, family = divmod(action - codes.AMOUNTS, codes.WIDTH)
    if not 0 <= amount < 10**MOST_DIGITS:
        raise NotationError(fault("notation.no_number", number=quoted(action)))
    return _PATTERNS[family].format(amount)


def string_to_action(text: str) -> int:
    """Return the action written as `text`.

    Raises:
        NotationError: the text isn't an action; the message says which part is wrong and what would be right.

    Examples:
        >>> string_to_action("explore suns N.FM")
        100
    """
    if not isinstance(text, str):
        raise NotationError(fault("notation.no_text", action=quoted(text)))
    number = NUMBERS.get(text)
    if number is not None:
        return number
    match = _AMOUNT.fullmatch(text)
    if match is not None:
        start, end = match.span(1)
        family = _FAMILY.get(f"{text[:start]}{{}}{text[end:]}")
        if family is not None and end - start <= MOST_DIGITS:
            return codes.AMOUNTS + codes.WIDTH * int(match[1]) + family
    raise NotationError(_explain_error(text))


def action_space(most: int) -> Iterator[int]:
    """Yield the numbers of all actions, with amounts up to `most`."""
    yield from range(codes.AMOUNTS + codes.WIDTH * (most + 1))


def _explain_error(text: str) -> str:
    action = repr(text if len(text) <= 60 else text[:57] + "...")
    if not text.strip():
        return fault("notation.missing")
    if len(text) > LONGEST_EXAMINED:
        return fault("notation.long", action=action)
    if text != " ".join(text.split()) or not text.isprintable():
        return fault("notation.spaces", action=action)
    word, *rest = text.split(" ")
    if word not in FORMS:
        hint, words = suggest(word.lower(), FORMS), listing(list(FORMS), "or")
        return fault("notation.unknown", action=action, word=quoted(word), hint=hint, words=words)
    for part in rest:
        problem = _explain_word_error(part)
        if problem:
            return fault("notation.word", action=action, fault=problem, form=FORMS[word])
    return fault("notation.form", action=action, form=FORMS[word])


def _explain_word_error(part: str) -> str:
    """Return the fault of one word of an action, or an empty text if the word itself is valid."""
    if part.isdigit() or part.lstrip("+-").isdigit():
        if not re.fullmatch("0|[1-9][0-9]*", part):
            return fault("notation.no_sign", word=quoted(part))
        return fault("notation.digits", number=cut(part), most=MOST_DIGITS) if len(part) > MOST_DIGITS else ""
    words = {*SITE_NUMBER, *SEATS, *SUITS, "under", "reserve", "goods", "gold", "leader"}
    if part in words:
        return ""
    is_site = "." in part
    hint = suggest(part.upper() if is_site else part.lower(), words)
    key = "notation.no_word" if not is_site else "notation.no_site" if hint else "notation.no_such_site"
    return fault(key, word=quoted(part)) + hint
