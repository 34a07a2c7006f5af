"""Texts of positions: what is written is read, nothing secret is in it, and what strangers write is refused in a sentence."""

from __future__ import annotations

import json
import random
import string
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kingdoms
from kingdoms import KingdomsError, PositionError, Random, Record, State, position_text, read_position_text
from kingdoms.core.registry import game_class
from kingdoms.export.position_text import LARGEST, LONGEST, is_position_text, sample_state
from kingdoms.testing import check_position_text, random_action
from tests.support.games.hidden_hands import HiddenHands
from tests.support.games.tested_games import FOLDER, TESTED, random_record
from tests.support.suite.rings import inner_first

SAFE = set(string.ascii_letters + string.digits + "-_~")
GOLDEN = sorted(path for name in TESTED for path in (FOLDER / name / "golden").glob("*.jsonl"))
SECRETIVE = [name for name in kingdoms.game_names() if game_class(name).has_secrets]

games = st.sampled_from(kingdoms.game_names())


def played(name: str, seed: int, most: int) -> State:
    """Return the state after some random actions of a game."""
    counts = list(game_class(name).player_counts)
    return random_record(game_class(name)(counts[seed % len(counts)]), most, seed).state


def data_of(text: str) -> Any:
    """Return the JSON data in a text."""
    _, name, body, _ = text.split("~")
    packed = urlsafe_b64decode(body + "=" * (-len(body) % 4))
    inflate = zlib.decompressobj(-zlib.MAX_WBITS, zdict=game_class(name).shorthand().encode())
    return json.loads(inflate.decompress(packed))


def forged(name: str, data: bytes, version: str = "1") -> str:
    """Return a text with a right checksum and any data."""
    deflate = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    body = urlsafe_b64encode(deflate.compress(data) + deflate.flush()).rstrip(b"=").decode()
    return f"{version}~{name}~{body}~{zlib.crc32(data, zlib.crc32(f'1~{name}~'.encode())):08x}"


# -- what is written is read ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_positions_of_the_golden_games_have_short_texts(path: Any) -> None:
    record = Record.load(path)
    for number, state in enumerate((record.opening(), *(state for _, state in record.replay()))):
        if number % 9 and not state.is_terminal():
            continue
        seats = record.game.seats if record.game.has_secrets else ()
        for seat in (*seats, None):
            text = position_text(state, seat)
            assert set(text) <= SAFE
            assert len(text) <= LONGEST / 7
            view = read_position_text(text)
            assert view == state.view(seat)
            assert view.game == record.game
            if not record.game.has_secrets:
                assert sample_state(view).position() == state.position()
                assert sample_state(view) == state


@settings(max_examples=40)
@given(name=games, seed=st.integers(0, 2**32), most=st.integers(0, 300))
def test_every_position_of_a_random_game_has_a_text(name: str, seed: int, most: int) -> None:
    check_position_text(played(name, seed, most))


@pytest.mark.parametrize("name", TESTED)
def test_a_text_is_read_from_a_link_and_over_several_lines(name: str) -> None:
    text = position_text(played(name, 1, 20))
    for given_text in (f"https://example.org/p/{text}", f" {text[:70]}\n  {text[70:]}\n", f"http://[::1]:8000/p/{text}"):
        assert is_position_text(given_text)
        assert position_text(sample_state(read_position_text(given_text))) == text


OLD = {
    "middlesea": (
        "1~middlesea~w1qJED1MklSamZOCKPstR8t-mpf9ZgM0SIKlaDLEyOukl6CQJib-_I67vDTGHPAwxuMofIU8qY5CFJWExjHAbTss"
        "4xiOptiLFWgzE9HshTY_Yc1M9CImGKmIcSY8jgEyBVgq4W2NQscxUAsSHejoiQmBIgUA~fab0a33a",
        "South: explore, build, exchange; end when you are done.",
    ),
    "rivers": (
        "1~rivers~tZZBDoMgEEXPRCDuJWKtqegVjLJ1YaqbXr5N03ZenZVp3QFhgAX_vdmJFcloDpJ4AKBAnIpM1oPhGPQI9Gr55XeHyUn"
        "iW5ktYz5Ot5zghYBLjYfUqjF_AcXJcgNZNzgyUtYRsuaZLdjbZbA1vvltBzpapPLCVHpBR24VA0qURZr8jL5am5zE8Q5lQW57tCn"
        "_YUA_rv00pA0DrvOiEDClND73HQoBixT_Ev13udHRPyrUdw~86a09775",
        "Archer: you have two actions. Place a tile, leader or catastrophe, withdraw a leader, swap tiles, or pass.",
    ),
}


@pytest.mark.parametrize("name", TESTED)
def test_shared_texts_of_all_versions_can_be_read_and_the_shorthand_of_a_game_has_its_positions(name: str) -> None:
    text, question = OLD[name]
    view = read_position_text(text)
    assert (view.game.name, view.question) == (name, question)
    assert f'"game":"{name}"' in game_class(name).shorthand()
    text = position_text(played(name, 7, 60))
    assert len(text) < 0.75 * len(urlsafe_b64encode(zlib.compress(json.dumps(data_of(text)).encode(), 9)))


# -- nothing secret ------------------------------------------------------------------------------------------------------


@settings(max_examples=40)
@given(name=st.sampled_from(SECRETIVE), seed=st.integers(0, 2**32), most=st.integers(0, 150), draw=st.integers(0, 2**32))
def test_two_states_that_a_seat_cannot_tell_apart_have_the_same_text(name: str, seed: int, most: int, draw: int) -> None:
    state = played(name, seed, most)
    for seat in (*state.game.seats, None):
        twin = state.view(seat).sample(Random(draw))
        assert position_text(twin, seat) == position_text(state, seat)


@pytest.mark.parametrize("name", SECRETIVE)
def test_a_text_holds_the_view_and_nothing_else(name: str) -> None:
    states = [played(name, seed, most) for seed in range(3) for most in (5, 40, 90)]
    for state in states:
        for seat in (*state.game.seats, None):
            assert data_of(position_text(state, seat)) == [seat, json.loads(json.dumps(state.view(seat).to_json()))]
    assert any(position_text(state, state.game.seats[0]) != position_text(state) for state in states)


@pytest.mark.parametrize("name", [name for name in SECRETIVE if name in TESTED])
def test_the_secrets_of_others_in_a_forged_text_are_not_read(name: str) -> None:
    state = played(name, 3, 40)
    assert not state.is_terminal()
    seat, opponent = state.game.seats[:2]
    open_view = state.game.open_view(state, seat).to_json()
    assert open_view != state.view(seat).to_json()
    assert read_position_text(forged(name, json.dumps([seat, open_view]).encode())) == state.view(seat)
    with pytest.raises(KingdomsError):
        read_position_text(forged(name, json.dumps([opponent, state.view(seat).to_json()]).encode()))


def test_an_impossible_view_a_game_that_cannot_read_views_and_an_unknown_seat_are_refused() -> None:
    state = kingdoms.load_game("liars_dice", seats=2).new_initial_state()
    for action in ("roll 1 1 2 3 4", "roll 2 2 3 4 5"):
        state.apply_action(action)
    view = state.view("A").to_json()
    view["seats"]["A"]["dice"] = [0, 0, 2, 3, 4]
    with pytest.raises(PositionError, match="no view that a seat or an onlooker can have"):
        read_position_text(forged("liars_dice", json.dumps(["A", view]).encode()))
    with pytest.raises(KingdomsError, match="a game with secrets must define read_view"):
        position_text(HiddenHands().new_initial_state(), "N")
    with pytest.raises(kingdoms.SeatsError):
        position_text(state, "nobody")


# -- what strangers write ------------------------------------------------------------------------------------------------

TEXT = position_text(played(TESTED[0], 5, 30))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not the text of a position"),
        ("https://example.org/g/abc", "not the text of a position"),
        (TEXT[:-1], "damaged"),
        ("1~", "damaged"),
        (TEXT[:40] + TEXT[41:], "damaged"),
        (f"{TEXT}0", "damaged"),
        (TEXT.replace("1~", "2~", 1), "is of version 2, and this version of kingdoms reads version 1"),
        (TEXT.replace(f"~{TESTED[0]}~", f"~{TESTED[1]}~"), "damaged"),
        (TEXT.replace(f"~{TESTED[0]}~", "~chess~"), "there is no game 'chess'"),
        ("1~" + "a" * LONGEST, "too long"),
        (" " * 3 * LONGEST, "too long"),
        (forged(TESTED[0], b" " * (LARGEST + 1)), "unpacks to more than"),
        (forged(TESTED[0], b"\0" * 3_000_000), "unpacks to more than"),
        (forged(TESTED[0], b"[" * 60_000), "nested"),
        (forged(TESTED[0], b"\xff"), "JSON"),
        (forged(TESTED[0], b'{"seats": 1, "seats": 2}'), "twice"),
        (forged(TESTED[0], b"null"), "must be an object"),
    ],
    ids=range(17),
)
def test_a_bad_text_is_refused_with_a_reason(text: str, message: str) -> None:
    with pytest.raises(KingdomsError, match=message):
        read_position_text(text)


@settings(max_examples=30)
@given(text=st.text(max_size=100) | st.text(alphabet="1~aZ_-/p.", max_size=60))
def test_unrelated_text_is_not_read_as_a_position(text: str) -> None:
    with pytest.raises(KingdomsError):
        read_position_text(text)


@settings(max_examples=60)
@given(name=games, seed=st.integers(0, 1_000), at=st.integers(0, 10_000), letter=st.sampled_from(sorted(SAFE)))
def test_a_wrong_letter_is_noticed(name: str, seed: int, at: int, letter: str) -> None:
    text = position_text(played(name, seed, 30))
    at %= len(text)
    changed = text[:at] + letter + text[at + 1 :]
    try:
        view = read_position_text(changed)
    except KingdomsError:
        return
    assert view == read_position_text(text)  # some bits at the end of what is packed have no meaning


@pytest.mark.parametrize("seed", inner_first(range(4)))
@pytest.mark.parametrize("name", [*TESTED, *(name for name in SECRETIVE if name not in TESTED)])
def test_a_forged_position_is_refused_or_can_be_played(name: str, seed: int) -> None:
    rng, readable = random.Random(seed), 0
    for _ in range(60):
        state = played(name, rng.randrange(1_000), rng.randrange(80))
        seat = rng.choice((*state.game.seats, None))
        data = data_of(position_text(state, seat))
        text = forged(name, json.dumps(damaged(data, rng)).encode())
        try:
            view = read_position_text(text)
        except KingdomsError:
            continue
        readable += 1
        assert data_of(position_text(sample_state(view), view.seat)) is not None
        after = sample_state(view)
        if not after.is_terminal():
            after.apply_action(random_action(after, Random(1)))
    assert readable < 60


def damaged(data: Any, rng: random.Random) -> Any:
    """Return JSON data with one value replaced, somewhere inside."""
    if isinstance(data, dict) and data and rng.random() < 0.9:
        key = rng.choice(sorted(data))
        return data | {key: damaged(data[key], rng)}
    if isinstance(data, list) and data and rng.random() < 0.9:
        at = rng.randrange(len(data))
        return [*data[:at], damaged(data[at], rng), *data[at + 1 :]]
    if isinstance(data, int) and rng.random() < 0.7:
        return data + rng.choice((-1, 1, 5))
    return rng.choice((None, True, 0, 1, -1, 7, 10**30, 1.5, "", "x", "A", "N", "red", [], {}, [[]], {"x": 1}))
