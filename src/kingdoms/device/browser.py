"""The device in a browser: what the page's worker calls, with a store and a thinker written in JavaScript."""

from __future__ import annotations

import gc
import json

from kingdoms.core.registry import game_class, game_names
from kingdoms.device import Device
from kingdoms.device.keeping import Store
from kingdoms.device.thinking import Thinker
from kingdoms.table.service.catalogue import catalogue
from kingdoms.table.service.offers import BotOffers


async def start(store: Store, thinker: Thinker, schemas: str) -> Device:
    """Return the device with the games of a store, which go on.

    Args:
        schemas: the server's OpenAPI document, as JSON.
    """
    device = Device(store, thinker, json.loads(schemas))
    await device.start()
    return device


def prepare() -> None:
    """Import what a first game needs, so that it is in the memory that a page keeps for its next visit."""
    catalogue(BotOffers())
    for name in game_names():
        game_class(name)(None).new_initial_state()
    gc.collect()
