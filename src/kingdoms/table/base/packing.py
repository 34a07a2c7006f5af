"""JSON, written and read by orjson where it is installed, and by the standard library on devices."""

from __future__ import annotations

import dataclasses
import json
import math
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
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=_plain)
        if "Infinity" in text or "NaN" in text:  # no JSON; orjson writes null
            text = json.dumps(_finite(json.loads(text)), ensure_ascii=False, separators=(",", ":"))
        return text.encode()

    def _finite(value: Any) -> Any:
        """Return a value with None in place of numbers that are not finite."""
        if isinstance(value, dict):
            return {key: _finite(part) for key, part in value.items()}
        if isinstance(value, list):
            return [_finite(part) for part in value]
        return None if isinstance(value, float) and not math.isfinite(value) else value

    def _plain(value: Any) -> Any:
        if isinstance(value, Packed):
            return json.loads(value.text)
        return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
