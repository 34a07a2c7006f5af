"""A net's file loads as the same net; damaged and unsuitable files are refused with the reason."""

from __future__ import annotations

import hashlib
import struct
from pathlib import Path

import pytest

import kingdoms
from kingdoms.nets import NetError, Saved, file, load, load_for, save
from tests.support.bots.random_nets import random_net
from tests.support.games.tested_games import SAMPLE

GAME = kingdoms.load_game(SAMPLE, 2)
FEATURES = tuple(GAME.knowledge(GAME.new_initial_state()).features())
SAVED = Saved(random_net(len(FEATURES), 5, 1), SAMPLE, 2, FEATURES, {"command": "kingdoms train", "seed": 1})
CONTENT = file.to_bytes(SAVED)


def resealed(content: bytes) -> bytes:
    """Return a changed content with a valid checksum."""
    return content[:-32] + hashlib.sha256(content[:-32]).digest()


def test_a_net_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "some.net"
    with pytest.raises(NetError, match=r"cannot read the net .*some\.net: No such file"):
        load(path)
    save(SAVED, path)
    saved = load(path)
    assert saved.net.weights() == SAVED.net.weights()
    assert (saved.net.inputs, saved.net.hidden, saved.net.bits) == (len(FEATURES), 5, SAVED.net.bits)
    assert (saved.game, saved.seats, saved.features, saved.made) == (SAMPLE, 2, FEATURES, SAVED.made)
    assert file.to_bytes(saved) == path.read_bytes() == CONTENT
    assert load_for(GAME, path).weights() == SAVED.net.weights()


def test_a_changed_byte_and_a_cut_file_are_noticed() -> None:
    for at in (0, 7, 8, 12, 16, 40, len(CONTENT) // 2, len(CONTENT) - 33, len(CONTENT) - 1):
        changed = bytearray(CONTENT)
        changed[at] ^= 1
        with pytest.raises(NetError, match=r"^x is not a net|^x is damaged|^x has version 0"):
            file.from_bytes(bytes(changed), "x")
    for length in (0, 5, 8, 20, 47, 48, len(CONTENT) - 1):
        with pytest.raises(NetError, match=r"^x is not a net|^x is damaged"):
            file.from_bytes(CONTENT[:length], "x")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (b'"bits":28', b'"bits":15', "16 to 48 binary places, not 15"),
        (b'"bits":28', b'"bots":28', "its header has no bits"),
        (b'"hidden":5', b'"hidden":0', "take 0"),
        (b'"hidden":5', b'"hidden":6', "inputs and 6 hidden units take"),
        (b'{"game"', b'x"game"', "its header is not JSON"),
    ],
)
def test_a_header_that_does_not_fit_is_refused(old: bytes, new: bytes, says: str) -> None:
    assert CONTENT.count(old) == 1
    with pytest.raises(NetError, match=says):
        file.from_bytes(resealed(CONTENT.replace(old, new)), "x")


def test_other_versions_and_lengths_are_refused() -> None:
    newer = CONTENT[:8] + struct.pack("<I", 2) + CONTENT[12:]
    with pytest.raises(NetError, match="x has version 2 of the format of nets; this program reads version 1"):
        file.from_bytes(resealed(newer), "x")
    long_header = CONTENT[:12] + struct.pack("<I", 1 << 31) + CONTENT[16:]
    with pytest.raises(NetError, match="its header is not JSON"):
        file.from_bytes(resealed(long_header), "x")
    with pytest.raises(NetError, match="a net has 48 to 1000000"):
        file.from_bytes(CONTENT + bytes(1_000_000), "x")


@pytest.mark.parametrize(
    ("game", "seats", "features", "says"),
    [
        ("other", 2, FEATURES, "a net for 'other' with 2 seats, not for"),
        (SAMPLE, 3, FEATURES, "with 3 seats, not for [a-z]+ with 2"),
        (SAMPLE, 2, FEATURES[:-1], "inputs, and the game [0-9]+ features; train it anew"),
        ("middlesea", 2, ("roofs", *FEATURES[1:]), "its input 1 is 'roofs', and the game's feature [a-z_]+; train it anew"),
    ],
)
def test_a_net_for_something_else_is_refused(
    tmp_path: Path, game: str, seats: int, features: tuple[str, ...], says: str
) -> None:
    path = tmp_path / "other.net"
    save(Saved(random_net(len(features), 2, 1), game, seats, features, {}), path)
    with pytest.raises(NetError, match=says):
        load_for(GAME, path)
