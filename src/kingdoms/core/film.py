"""Pictures one after the other as one SVG document that plays by itself.

Most of a picture stays from one to the next. So what they share is written once, and what comes and goes says when.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import chain
from typing import Final
from xml.sax.saxutils import escape

from kingdoms.core.svg import number, tag

DEPTH: Final = 3
"""Down to this depth groups are looked into; what lies deeper comes and goes as a whole."""


def film(pictures: Sequence[str], seconds: float, *, hold: float = 4.0) -> str:
    """Return pictures of one size as one SVG document, which shows them in turn, again and again.

    Where nothing plays, it shows the last of them.

    Args:
        pictures: SVG documents, such as `kingdoms.render_svg` returns.
        seconds: how long each is shown.
        hold: how much longer the last is.

    Raises:
        ValueError: there is no picture, or one is no XML.

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
        root.go_on(read, at)
    assert root is not None
    times = [seconds * at for at in range(len(pictures))] + [seconds * len(pictures) + hold]
    return root.written(times)


class _Part:
    """An element of the film.

    Args:
        element: as it first is.
        depth: below the document.
        first: the picture in which it comes.

    Attributes:
        key: what makes it the same in the next picture.
        last: the newest picture that it is in.
        parts: what is in it in any picture, in an order that is right for all of them.
        present: what is in it in the newest picture.
    """

    def __init__(self, element: ET.Element, depth: int, first: int) -> None:
        self.tag = _name(element)
        self.attributes = dict(element.attrib)
        self.depth = depth
        self.first = self.last = first
        self.key = _key(element, depth)
        self.whole = None if _is_open(element, depth) else _written(element)
        self.parts: list[_Part] = []
        self.present: list[_Part] = []

    def go_on(self, element: ET.Element, at: int) -> None:
        """Take in what the element is in the next picture."""
        self.last = at
        if self.whole is not None:
            return
        found = list(element)
        keys = [_key(each, self.depth + 1) for each in found]
        matched = SequenceMatcher(None, [part.key for part in self.present], keys, autojunk=False).get_matching_blocks()
        stays = dict(chain.from_iterable(((b + i, self.present[a + i]) for i in range(n)) for a, b, n in matched))
        self.present, place = [], 0
        for index, each in enumerate(found):
            part = stays.get(index)
            if part is None:
                part = _Part(each, self.depth + 1, at)
                self.parts.insert(place, part)
            else:
                place = self.parts.index(part, place)
            part.go_on(each, at)
            self.present.append(part)
            place += 1

    def written(self, times: Sequence[float]) -> str:
        """Return the element as SVG; `times` says when each picture begins, and when the film ends."""
        timing = self.timing(times)
        if self.whole is not None:
            return self.whole if timing is None else tag("g", self.whole, timing, display=self.at_rest(times))
        if self.tag == "defs":  # what is only referred to may be there all the time, but once
            inner = "".join(dict.fromkeys(part.whole or "" for part in self.parts))
            return tag("defs", inner)
        attributes = {name.replace("-", "_"): value for name, value in self.attributes.items()}
        namespace = {"xmlns": "http://www.w3.org/2000/svg"} if self.depth == 0 else {}
        inner = "".join(part.written(times) for part in self.parts)
        return tag(self.tag, inner, timing or "", **namespace, **attributes, display=self.at_rest(times))

    def at_rest(self, times: Sequence[float]) -> str | None:
        """Return how it is displayed where nothing plays."""
        return None if self.last == len(times) - 2 else "none"

    def timing(self, times: Sequence[float]) -> str | None:
        """Return what says when it is to be seen, None for what always is."""
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
    """Say whether an element is looked into: parts of it may come and go."""
    return _name(element) == "defs" or (depth < DEPTH and _name(element) in ("svg", "g"))


def _key(element: ET.Element, depth: int) -> str:
    """Return what makes an element the same in another picture: for one that is looked into, what it is called there."""
    if not _is_open(element, depth):
        return _written(element)
    return " ".join([_name(element), *(f"{name}={value}" for name, value in element.attrib.items())])


def _name(element: ET.Element) -> str:
    """Return what an element is called, without its namespace."""
    return element.tag.rpartition("}")[2]


def _written(element: ET.Element) -> str:
    """Return an element as SVG again."""
    attributes = {name.replace("-", "_"): value for name, value in element.attrib.items()}
    return tag(_name(element), *_inside(element), **attributes)


def _inside(element: ET.Element) -> Iterator[str]:
    """Yield what is in an element."""
    if element.text:
        yield escape(element.text)
    for child in element:
        yield _written(child)
        if child.tail:
            yield escape(child.tail)
