"""A series of pictures as one animated SVG document.

Consecutive pictures share most of their elements. A shared element is written once; an element that appears in only some of the
pictures is shown and hidden by an animation.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import chain
from typing import Final
from xml.sax.saxutils import escape

from kingdoms.core.state import State
from kingdoms.drawing.clash import clash_pictures
from kingdoms.drawing.svg import number, tag

MOST_PICTURES: Final = 240
"""The most pictures of a game; of a longer game, not every decision is shown."""
MOST_SECONDS: Final = 120.0
"""The usual maximum length of the film of a game, in seconds."""
CLASH: Final = 3
"""For how many pictures the end of a conflict is shown."""
QUICKEST, SLOWEST = 0.4, 1.0
"""The usual minimum and maximum seconds per picture."""
MAX_DEPTH: Final = 3
"""Groups are compared element by element down to this depth; deeper ones appear and disappear as a whole."""


def film(pictures: Sequence[str], seconds: float, *, hold: float = 4.0) -> str:
    """Return pictures of the same size as one SVG document that shows them in a loop.

    A viewer without animation shows the last picture.

    Args:
        pictures: SVG documents, such as `kingdoms.render_svg` returns.
        seconds: how long each picture is shown.
        hold: how many seconds longer the last picture is shown.

    Raises:
        ValueError: there is no picture, or one is not XML.

    Examples:
        >>> still = '<svg xmlns="http://www.w3.org/2000/svg"><rect width="9"/></svg>'
        >>> film([still, still], 1) == still
        True
        >>> film([still, still.replace("9", "5")], 1).count("<animate ")
        2
    """
    if not pictures:
        raise ValueError("a film needs at least one picture")
    root: _Part | None = None
    for at, picture in enumerate(pictures):
        try:
            read = ET.fromstring(picture)
        except ET.ParseError as error:
            raise ValueError(f"picture {at + 1} is not XML: {error}") from None
        root = root or _Part(read, 0, 0)
        root.merge(read, at)
    assert root is not None
    times = [seconds * at for at in range(len(pictures))] + [seconds * len(pictures) + hold]
    return root.to_svg(times)


def film_of(state: State, entries: Sequence[tuple[str | None, str | None]], picture: Callable[[State], str]) -> str:
    """Return a film of a game: its beginning, the table after each decision of a seat, and the end of each conflict.

    It ends in two minutes.

    Args:
        state: the initial state; it is modified.
        entries: the entries of its record, each an action and an outside call, one of them None.
        picture: draws a state as an SVG document.

    Examples:
        >>> import kingdoms
        >>> state = kingdoms.load_game("middlesea", seats=2).new_initial_state()
        >>> entries = [("first N", None), ("explore suns N.FL", None), ("end", None)]
        >>> film_of(state, entries, lambda state: kingdoms.render_svg(state.view(None))).count("<animate") > 0
        True
    """
    pictures = pictures_of(state, entries, picture)
    return film(pictures, usual_seconds(len(pictures)))


def pictures_of(state: State, entries: Sequence[tuple[str | None, str | None]], picture: Callable[[State], str]) -> list[str]:
    """Return the pictures of a film, as `film_of` shows them."""
    decided = [at for at, (_, call) in enumerate(entries) if call is None]
    step = max(1, -(-len(decided) // (MOST_PICTURES - 1)))
    pictures, count = [picture(state)], 0
    for at, (action, call) in enumerate(entries):
        before = state.clone()
        by_chance = state.to_move == "chance"
        if call is not None:
            state.game.call(state, call)
        else:
            state.apply_action(action or "")
            count += not by_chance
            for scene in clash_pictures(before, action or "", state, picture):
                pictures += [scene] * CLASH
        if at == len(entries) - 1 or (call is None and not by_chance and count % step == 0):
            pictures.append(picture(state))
    return pictures


def usual_seconds(number: int) -> float:
    """Return how long each of a number of pictures is shown so that the film ends in two minutes."""
    return min(SLOWEST, max(QUICKEST, MOST_SECONDS / number))


class _Part:
    """An element of the film.

    Args:
        element: the element in the first picture that has it.
        depth: the nesting depth; 0 is the document.
        first: the index of that picture.

    Attributes:
        key: identifies the element across pictures.
        last: the index of the latest picture that has the element.
        markup: the element as SVG, if it is not compared child by child; otherwise None.
        parts: its children in all pictures, in an order that agrees with each picture.
        present: its children in the latest picture.
    """

    def __init__(self, element: ET.Element, depth: int, first: int) -> None:
        self.tag = _name(element)
        self.attributes = dict(element.attrib)
        self.depth = depth
        self.first = self.last = first
        self.key = _key(element, depth)
        self.markup = None if _is_open(element, depth) else _markup_of(element)
        self.parts: list[_Part] = []
        self.present: list[_Part] = []

    def merge(self, element: ET.Element, at: int) -> None:
        """Merge in the element of the next picture."""
        self.last = at
        if self.markup is not None:
            return
        children = list(element)
        keys = [_key(child, self.depth + 1) for child in children]
        matched = SequenceMatcher(None, [part.key for part in self.present], keys, autojunk=False).get_matching_blocks()
        stays = dict(chain.from_iterable(((b + i, self.present[a + i]) for i in range(n)) for a, b, n in matched))
        self.present, place = [], 0
        for index, child in enumerate(children):
            part = stays.get(index)
            if part is None:
                part = _Part(child, self.depth + 1, at)
                self.parts.insert(place, part)
            else:
                place = self.parts.index(part, place)
            part.merge(child, at)
            self.present.append(part)
            place += 1

    def to_svg(self, times: Sequence[float]) -> str:
        """Return the element as SVG. `times` holds the start of each picture and the end of the film, in seconds."""
        timing = self.timing(times)
        if self.markup is not None:
            return self.markup if timing is None else tag("g", self.markup, timing, display=self.static_display(times))
        if self.tag == "defs":  # definitions are always present, each only once
            inner = "".join(dict.fromkeys(part.markup or "" for part in self.parts))
            return tag("defs", inner)
        attributes = {name.replace("-", "_"): value for name, value in self.attributes.items()}
        namespace = {"xmlns": "http://www.w3.org/2000/svg"} if self.depth == 0 else {}
        inner = "".join(part.to_svg(times) for part in self.parts)
        return tag(self.tag, inner, timing or "", **namespace, **attributes, display=self.static_display(times))

    def static_display(self, times: Sequence[float]) -> str | None:
        """Return the `display` attribute for viewers without animation."""
        return None if self.last == len(times) - 2 else "none"

    def timing(self, times: Sequence[float]) -> str | None:
        """Return the animation that shows and hides the element, None if it is always visible."""
        ends = len(times) - 2
        if (self.first, self.last) == (0, ends):
            return None
        steps = [(0.0, "none")] if self.first else []
        steps.append((times[self.first] / times[-1], "inline"))
        if self.last != ends:
            steps.append((times[self.last + 1] / times[-1], "none"))
        return tag(
            "animate",
            attributeName="display",
            values=";".join(value for _, value in steps),
            keyTimes=";".join(f"{share:.5g}" for share, _ in steps),
            calcMode="discrete",
            dur=f"{number(times[-1])}s",
            repeatCount="indefinite",
        )


def _is_open(element: ET.Element, depth: int) -> bool:
    """Return whether an element is compared child by child."""
    return _name(element) == "defs" or (depth < MAX_DEPTH and _name(element) in ("svg", "g"))


def _key(element: ET.Element, depth: int) -> str:
    """Return what identifies an element across pictures: tag and attributes if `_is_open`, else its markup."""
    if not _is_open(element, depth):
        return _markup_of(element)
    return " ".join([_name(element), *(f"{name}={value}" for name, value in element.attrib.items())])


def _name(element: ET.Element) -> str:
    """Return the tag of an element, without its namespace."""
    return element.tag.rpartition("}")[2]


def _markup_of(element: ET.Element) -> str:
    attributes = {name.replace("-", "_"): value for name, value in element.attrib.items()}
    return tag(_name(element), *_content(element), **attributes)


def _content(element: ET.Element) -> Iterator[str]:
    if element.text:
        yield escape(element.text)
    for child in element:
        yield _markup_of(child)
        if child.tail:
            yield escape(child.tail)
