"""The file format of nets.

A file consists of

- the eight bytes `KGDM-NET`,
- the version of the format and the length of the header, as two 32-bit numbers,
- the header in JSON: `game`, `seats`, `features` (the names of the inputs), `hidden`, `bits`, `made` (how the net was made),
- the weights of the first layer in 16 bits, unit by unit; the biases in 32 bits; the weights of the second layer in 16 bits,
- the SHA-256 digest of everything before it.

All numbers are little-endian. The same net and header give the same file.
"""

from __future__ import annotations

import hashlib
import json
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from kingdoms.core.errors import KingdomsError, quoted
from kingdoms.core.game import Game
from kingdoms.core.knowledge import Knowledge
from kingdoms.files import write_atomic
from kingdoms.nets.net import Net

MAGIC: Final = b"KGDM-NET"
VERSION: Final = 1
DIGEST: Final = 32
MOST_BYTES: Final = 1_000_000
"""The maximum number of bytes to read; no net is larger."""
FIELDS: Final[Mapping[str, type]] = {"game": str, "seats": int, "features": list, "hidden": int, "bits": int, "made": dict}
"""The fields of the header, with their types."""


class NetError(KingdomsError, ValueError):
    """A net's file that is missing or damaged, or doesn't fit the game."""

    code, topic, clause = "net", "request", "N.7"


@dataclass(frozen=True)
class Saved:
    """A net with the header of its file.

    Attributes:
        net: the net.
        game: the name of the game.
        seats: the number of seats.
        features: the names of the inputs.
        made: how the net was made, such as the command, the seed, the commit and the loss on held-out games.
    """

    net: Net
    game: str
    seats: int
    features: tuple[str, ...]
    made: Mapping[str, Any]


def save(saved: Saved, path: Path) -> None:
    """Write a net to a file.

    Raises:
        OSError: the file cannot be written.
    """
    write_atomic(path, to_bytes(saved))


def to_bytes(saved: Saved) -> bytes:
    """Return the content of a net's file."""
    net = saved.net
    header = json.dumps(
        {
            "game": saved.game,
            "seats": saved.seats,
            "features": list(saved.features),
            "hidden": net.hidden,
            "bits": net.bits,
            "made": dict(saved.made),
        },
        ensure_ascii=False,
        separators=(",", ":"),
    ).encode()
    first, bias, second = net.weights()
    weights = struct.pack(f"<{len(first)}h{len(bias)}i{len(second)}h", *first, *bias, *second)
    content = MAGIC + struct.pack("<II", VERSION, len(header)) + header + weights
    return content + hashlib.sha256(content).digest()


def load(path: Path) -> Saved:
    """Read a net from a file.

    Raises:
        NetError: the file cannot be read, is no net, or is damaged.
    """
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise NetError(f"cannot read the net {path}: {error.strerror}") from None
    return from_bytes(content, str(path))


def from_bytes(content: bytes, name: str) -> Saved:
    """Return the net in the content of a file.

    Args:
        content: the content.
        name: the name of the file, for errors.

    Raises:
        NetError: the content is no net, or is damaged.
    """
    if not content.startswith(MAGIC):
        raise NetError(f"{name} is not a net: it does not begin with {MAGIC.decode()}")
    start = len(MAGIC) + 8
    if len(content) < start + DIGEST or len(content) > MOST_BYTES:
        raise NetError(f"{name} is damaged: it has {len(content)} bytes, and a net has {start + DIGEST} to {MOST_BYTES}")
    version, length = struct.unpack_from("<II", content, len(MAGIC))
    if version != VERSION:
        raise NetError(f"{name} has version {version} of the format of nets; this program reads version {VERSION}")
    if hashlib.sha256(content[:-DIGEST]).digest() != content[-DIGEST:]:
        raise NetError(f"{name} is damaged: its content does not have the checksum at its end")
    header = _header(content[start : min(start + length, len(content) - DIGEST)], name)
    inputs, hidden = len(header["features"]), header["hidden"]
    size = 2 * inputs * hidden + 6 * hidden
    weights = content[start + length : -DIGEST]
    if hidden < 1 or len(weights) != size:
        shape = f"{inputs} inputs and {hidden} hidden units"
        raise NetError(f"{name} is damaged: it has {len(weights)} bytes of weights, and {shape} take {size}")
    numbers = struct.unpack(f"<{inputs * hidden}h{hidden}i{hidden}h", weights)
    first, bias, second = numbers[: inputs * hidden], numbers[inputs * hidden : -hidden], numbers[-hidden:]
    try:
        net = Net(inputs, first, bias, second, header["bits"])
    except ValueError as error:
        raise NetError(f"{name} is damaged: {error}") from None
    return Saved(net, header["game"], header["seats"], tuple(header["features"]), header["made"])


def _header(content: bytes, name: str) -> dict[str, Any]:
    """Return the header of a file.

    Raises:
        NetError: it is not JSON, or a field is missing or has the wrong type.
    """
    try:
        header: dict[str, Any] = json.loads(content)
    except ValueError:
        raise NetError(f"{name} is damaged: its header is not JSON") from None
    for field, kind in FIELDS.items():
        if not isinstance(header, dict) or type(header.get(field)) is not kind:
            raise NetError(f"{name} is damaged: its header has no {field}")
    return header


def load_for(game: Game, path: Path) -> Net:
    """Read the net of a game from a file.

    Raises:
        NetError: the file cannot be read or is damaged, or the net is one of another game, number of seats or set of features.
    """
    saved = load(path)
    check_fit(saved, game.knowledge(game.new_initial_state()), str(path))
    return saved.net


def check_fit(saved: Saved, knowledge: Knowledge, name: str) -> None:
    """Raise `NetError` if a net is one of another game, number of seats or set of features."""
    game, features = knowledge.game, tuple(knowledge.features())
    if (saved.game, saved.seats) != (game.name, knowledge.seats):
        raise NetError(
            f"{name} is a net for {quoted(saved.game)} with {saved.seats} seats, not for {game.name} with {knowledge.seats}"
        ).cite(game)
    if saved.features != features:
        number = next(
            (i for i, (saved_feature, feature) in enumerate(zip(saved.features, features)) if saved_feature != feature), None
        )
        differs = (
            f"it has {len(saved.features)} inputs, and the game {len(features)} features"
            if number is None
            else f"its input {number + 1} is {quoted(saved.features[number])}, and the game's feature {features[number]}"
        )
        raise NetError(f"{name} was made for other features of {game.name}: {differs}; train it anew").cite(game)
