"""Names for the values in messages: seats, places, tiles and amounts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from kingdoms.core.message import Namer, Telling


def name_seat(telling: Telling, seat: str) -> str:
    """Return the name of a seat."""
    return telling.tell("name.seat", {"word": seat})


def name_listed(telling: Telling, seat: str) -> str:
    """Return the name of one of several seats: "you" for the reader."""
    return telling.tell("name.you", {}) if seat == telling.reader else name_seat(telling, seat)


def name_city(telling: Telling, city: str) -> str:
    """Return the name of a city: its tile, if the value has one, and its place.

    Args:
        telling: the message on its way into words.
        city: a site, or the tile of the city and its site: "N.FL", "S3 N.FL".
    """
    *tile, site = city.split(" ")
    seat, _, place = site.partition(".")
    name = tell_possessive(telling, "name.place" if tile else "name.site", seat, word=place)
    noted = f"{name} ({site})" if telling.notation else name
    return telling.tell("name.city", {"tile": tile[0], "where": noted}) if tile else noted


def name_king(telling: Telling, seat: str) -> str:
    """Return the name of a seat's king: "North's king", "your king"."""
    return tell_possessive(telling, "name.king", seat)


def tell_possessive(telling: Telling, key: str, seat: str, **holes: str) -> str:
    """Return the name of something that belongs to a seat: "your", "its", or with the name of the seat."""
    owner = "own" if seat == telling.reader else "its" if seat == telling.named_seat else "other"
    return telling.tell(key, {"whose": owner, "seat": seat, **holes})


def name_standing(telling: Telling, place: str) -> str:
    """Return the name of a place where leaders stand: a city as `name_city` takes it, or "reserve"."""
    return telling.tell("name.reserve", {}) if place == "reserve" else name_city(telling, place)


def name_tile(telling: Telling, tile: str) -> str:
    """Return the name of a tile such as "S3": "3-market"."""
    return telling.tell("name.tile", {"value": int(tile[1]), "word": tile[0]})


def name_money(telling: Telling, amounts: Sequence[int]) -> str:
    """Return the words for goods and gold."""
    goods, gold = amounts
    kind = "both" if goods and gold else "goods" if goods else "gold" if gold else "nothing"
    return telling.tell("name.money", {"word": kind, "goods": goods, "gold": gold})


NAMERS: Final[Mapping[str, Namer]] = {
    "seat": name_seat,
    "seat*": name_listed,
    "city": name_city,
    "king": name_king,
    "standing": name_standing,
    "tile": name_tile,
    "money": name_money,
}
"""Kind of hole -> the function that puts its values into words."""
