"""Prints the shapes of the server's requests and answers, for the client's types: `python web/openapi.py`.

The client's functions are written by hand, so it needs no paths; and the titles only repeat the names of fields.
"""

from __future__ import annotations

import json
from typing import Any

from kingdoms.server.app.asgi import create_app


def without_titles(schema: Any) -> Any:
    """Return a part of the schema without its titles."""
    if isinstance(schema, list):
        return [without_titles(item) for item in schema]
    if isinstance(schema, dict):
        return {key: without_titles(value) for key, value in schema.items() if not (key == "title" and isinstance(value, str))}
    return schema


if __name__ == "__main__":
    document = create_app().openapi()
    print(json.dumps(document | {"paths": {}, "components": without_titles(document["components"])}, indent=1))
