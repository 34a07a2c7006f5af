"""The catalogue of the games that can be played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kingdoms.core.game import Game
from kingdoms.core.registry import game_class, game_names
from kingdoms.core.rulings import Ruling
from kingdoms.export.position_text import has_texts
from kingdoms.table.game.clocks import USUAL_CLOCK
from kingdoms.table.service.offers import BotOffers


def catalogue(offers: BotOffers) -> dict[str, Any]:
    """Return all games, each with the bots that play it."""
    return {
        "games": [describe_game(game_class(name), offers.kinds(name)) for name in game_names()],
        "rated_clock": USUAL_CLOCK,
    }


def _describe_ruling(ruling: Ruling) -> dict[str, Any]:
    return {
        "name": ruling.name,
        "about": ruling.about,
        "values": list(ruling.values) or None,
        "words": [ruling.word(value) for value in ruling.values if isinstance(value, str)],
        "default": ruling.default,
    }


def describe_game(rules: type[Game], bots: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return a game for the catalogue; `bots`: the bots that play it."""
    game, drawing = rules(None), rules.drawing()
    players = {str(count): list(rules.accept_seats(count)) for count in range(2, len(game.seats) + 1)}
    return {
        "name": rules.name,
        "title": rules.title,
        "introduction": rules.introduction,
        "secrets": rules.has_secrets,
        "timed": "time" in rules.record_calls,
        "pictures": drawing is not None and drawing.svg is not None,
        "texts": has_texts(rules),
        "seats": list(game.seats),
        "near_seat": rules.near_seat,
        "seat_names": {seat: rules.seat_name(seat) for seat in game.seats},
        "players": players,
        "rulings": [_describe_ruling(ruling) for ruling in rules.known_rulings],
        "variants": [_describe_ruling(ruling) for ruling in rules.variants],
        "bots": bots,
        "chapters": {title: dict(clauses) for title, clauses in rules.chapters.items()},
    }
