"""JSON, written and read by orjson where it is installed, and by the standard library on devices."""

from __future__ import annotations

import dataclasses
import json
from typing import TYPE_CHECKING, Any

try:
    import orjson
except ImportError:
    orjson = None  # type: ignore[assignment]

if TYPE_CHECKING or orjson is not None:
    Packed = orjson.Fragment
    """A part of a message that is already JSON."""
    unpack = orjson.loads
    """Parse JSON."""

    def pack(value: Any) -> bytes:
        """Serialise a value as JSON; parts may be `Packed` already."""
        return orjson.dumps(value)

else:
    unpack = json.loads

    @dataclasses.dataclass(frozen=True)
    class Packed:
        """A part of a message that is already JSON."""

        text: bytes

    def pack(value: Any) -> bytes:
        """Serialise a value as JSON; parts may be `Packed` already."""
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=_plain).encode()

    def _plain(value: Any) -> Any:
        if isinstance(value, Packed):
            return json.loads(value.text)
        return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
