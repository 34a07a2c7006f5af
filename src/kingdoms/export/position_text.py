"""Positions as short texts, to be shared in links, mails and chats.

A text has four parts with `~` between them: the version of the format, the name of the game, the position, and a checksum.
It has only letters, digits, `-`, `_` and `~`, which need no escaping in a URL. The position is its JSON data, compressed:
seats, rulings and everything else that `Game.read_position` needs. In a game with secrets it is the view of a seat or of an
onlooker instead, so that the text reveals no more than that viewer knew.
"""

from __future__ import annotations

import binascii
import json
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any, Final

from kingdoms import texts
from kingdoms.core.errors import PositionError, RecordError, citing, quoted
from kingdoms.core.game import Game
from kingdoms.core.lines import RequestError, read_json
from kingdoms.core.record import Record
from kingdoms.core.registry import game_class
from kingdoms.core.rng import Random
from kingdoms.core.state import State
from kingdoms.core.view import View

FORMAT: Final = "1"
"""The version of the format."""
LONGEST: Final = 6_000
"""The maximum length of a text. Positions of the games of this package need a tenth of it at most."""
LARGEST: Final = 65_536
"""The maximum size of a position's JSON data, in bytes; it limits what a hostile text can unpack to."""
SEED: Final = 1
"""The seed for what a seat doesn't know, so that a text is always opened in the same way."""

_FORM: Final = re.compile(r"([0-9]{1,9})~([A-Za-z0-9_-]{1,60})~([A-Za-z0-9_-]*)~([0-9a-f]{8})")
_BEGINNING: Final = re.compile(r"[0-9]{1,9}~")
_NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,60}")


def position_text(state: State, seat: str | None = None) -> str:
    """Return a position as a short text for links: one line of letters, digits, `-`, `_` and `~`.

    In a game without secrets, the text holds the whole position. Otherwise, it holds what a seat sees.

    Args:
        state: the position.
        seat: the seat that shares it, in a game with secrets; None for what an onlooker sees.

    Raises:
        SeatsError: there is no such seat.
        PositionError: the game has no texts, because its name has other characters or it has secrets and does not define
            `read_view`; or the position is too large.

    Examples:
        >>> import kingdoms
        >>> state = kingdoms.load_game("middlesea", seats=2).new_initial_state()
        >>> text = kingdoms.position_text(state)
        >>> text.split("~")[:2]
        ['1', 'middlesea']
        >>> kingdoms.read_position_text(text) == state.view(None)
        True
    """
    game = state.game
    seat = game.accept_viewer(seat)
    with citing(game):
        if not has_texts(type(game)):
            raise PositionError(texts.text("shared.no_texts", game=game.title))
        data = _pack([seat, state.view(seat).to_json()] if game.has_secrets else state.position())
        deflate = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, 9, zdict=game.shorthand().encode())
        body = urlsafe_b64encode(deflate.compress(data) + deflate.flush()).rstrip(b"=").decode()
        text = f"{FORMAT}~{game.name}~{body}~{_checksum(game.name, data)}"
        if len(text) > LONGEST or len(data) > LARGEST:
            raise PositionError(texts.text("shared.not_written", most=LONGEST))
        return text


def read_position_text(text: str) -> View:
    """Return the view that a text of a position holds.

    The view is that of the seat that has shared it, or an onlooker's. `View.sample` returns a state to play on from: in a game
    without secrets, the position; otherwise a random one that agrees with the view.

    Args:
        text: a text from `position_text`, or a link that ends in one. Spaces and line breaks are ignored.

    Raises:
        PositionError: the text is damaged, incomplete, too long, of a later version, or holds an impossible position.
        UnknownGame: the game is not installed.
        SeatsError, RulingsError: as `read_position`.

    Examples:
        >>> import kingdoms
        >>> state = kingdoms.load_game("rivers", seats=2).new_initial_state()
        >>> state.apply_action("first A")
        >>> state.apply_action("draw red")
        >>> text = kingdoms.position_text(state, "B")
        >>> view = kingdoms.read_position_text(text)
        >>> view.seat, view.to_json()["seats"]["A"]
        ('B', {'hand_count': 1, 'catastrophes': 2})
        >>> kingdoms.read_position_text(text[:-9])
        Traceback (most recent call last):
        ...
        kingdoms.core.errors.PositionError: the text of the position is damaged: copy all of it again
    """
    name, body, checksum = _parts(text)
    rules = game_class(name)
    with citing(rules):
        data = _unpack(body, rules.shorthand())
        if data is None or _checksum(name, data) != checksum:
            raise PositionError(texts.text("shared.damaged"))
        return _view(rules, _read_json(data))


def has_texts(rules: type[Game[Any]]) -> bool:
    """Return whether the positions of a game have texts: its name fits in a link, and it can read its own views.

    Examples:
        >>> from kingdoms.core.registry import game_class
        >>> has_texts(game_class("rivers"))
        True
    """
    reads_views = not rules.has_secrets or any("read_view" in vars(cls) for cls in rules.__mro__ if cls is not Game)
    return reads_views and _NAME.fullmatch(rules.name) is not None


def is_position_text(text: str) -> bool:
    """Return whether a text looks like that of a position, or a link to one, complete or not.

    Examples:
        >>> [is_position_text(text) for text in ("1~middlesea~q1YqS8", "https://example.org/p/1~rivers", "a.json")]
        [True, True, False]
    """
    return _BEGINNING.match(_end(text)) is not None


def sample_state(view: View) -> State:
    """Return a state to play on from; hidden information is sampled, with the same result each time.

    Examples:
        >>> import kingdoms
        >>> state = kingdoms.load_game("middlesea", seats=2).new_initial_state()
        >>> sample_state(state.view(None)) == state
        True
    """
    state: State = view.sample(Random(SEED))
    return state


def record_of_text(text: str) -> Record:
    """Return an empty record that begins in the position of a text, or of a link to one, as `sample_state` completes it.

    Raises:
        PositionError: as `read_position_text`.

    Examples:
        >>> import kingdoms
        >>> state = kingdoms.load_game("rivers", seats=2).new_initial_state()
        >>> record_of_text(position_text(state)).position_text == position_text(state)
        True
    """
    view = read_position_text(text)
    state = sample_state(view)
    record = Record(state.game, position=state.position())
    record.position_text = _end(text) if state.game.has_secrets else None
    return record


def check_guess(record: Record) -> None:
    """Check that a record begins in the position of its text, apart from what that doesn't say.

    Raises:
        RecordError: it does not, or the text cannot be read.
    """
    if record.position_text is None:
        return
    try:
        view = read_position_text(record.position_text)
    except PositionError as error:
        raise RecordError(error.message, line=1) from None
    if view.game != record.game or record.opening().view(view.seat) != view:
        raise RecordError(texts.text("record.position_text_differs"), line=1)


def _end(text: str) -> str:
    """Return a text without spaces, and without the beginning of a link."""
    return "".join(text.split()).rpartition("/p/")[2]


def _parts(text: str) -> tuple[str, str, str]:
    """Return the name of the game, the packed position and the checksum of a text.

    Raises:
        PositionError: it has no such parts, or is too long.
    """
    if len(text) > 2 * LONGEST or len(token := _end(text)) > LONGEST:
        raise PositionError(texts.text("shared.too_long", most=LONGEST))
    if not _BEGINNING.match(token):
        raise PositionError(texts.text("shared.not_a_text", text=quoted(text, 40)))
    version = token.partition("~")[0]
    if version != FORMAT:
        raise PositionError(texts.text("shared.version", version=version, known=FORMAT))
    match = _FORM.fullmatch(token)
    if match is None:
        raise PositionError(texts.text("shared.damaged"))
    return match[2], match[3], match[4]


def _pack(data: Any) -> bytes:
    """Return JSON data in one canonical form."""
    return json.dumps(data, separators=(",", ":"), sort_keys=True, ensure_ascii=False).encode()


def _unpack(body: str, shorthand: str) -> bytes | None:
    """Return the JSON data of a packed position, None if it is damaged.

    Raises:
        PositionError: it is larger than any position.
    """
    inflate = zlib.decompressobj(-zlib.MAX_WBITS, zdict=shorthand.encode())
    try:
        data = inflate.decompress(urlsafe_b64decode(body + "=" * (-len(body) % 4)), LARGEST + 1)
    except (binascii.Error, zlib.error):
        return None
    if len(data) > LARGEST:
        raise PositionError(texts.text("shared.too_large", most=LARGEST))
    return data if inflate.eof and not inflate.unused_data else None


def _checksum(name: str, data: bytes) -> str:
    return f"{zlib.crc32(data, zlib.crc32(f'{FORMAT}~{name}~'.encode())):08x}"


def _read_json(data: bytes) -> Any:
    """Return the JSON data of a text."""
    try:
        return read_json(data)
    except RequestError as error:
        raise PositionError(error.message) from None


def _view(rules: type[Game[Any]], data: Any) -> View:
    """Return the view that the JSON data of a text describes."""
    if not rules.has_secrets:
        state = rules.read_position(data)
        open_to_all: View = state.game.view(state, None)
        return open_to_all
    if not isinstance(data, list) or len(data) != 2:
        raise PositionError(texts.text("shared.no_view"))
    seat, fields = data
    view: View = rules.read_view(fields, seat)
    if sample_state(view).view(view.seat) != view:  # such as a view with the hands of all seats
        raise PositionError(texts.text("shared.no_view"))
    return view
