"""The device in a browser: what the page's worker calls, with a store and a thinker written in JavaScript."""

from __future__ import annotations

import json

from kingdoms.device import Device
from kingdoms.device.keeping import Store
from kingdoms.device.thinking import Thinker


async def start(store: Store, thinker: Thinker, schemas: str) -> Device:
    """Return the device with the games of a store, which go on.

    Args:
        schemas: the server's OpenAPI document, as JSON.
    """
    device = Device(store, thinker, json.loads(schemas))
    await device.start()
    return device
