"""Laws of Two Rivers that hold whatever is played, under whatever options, by however many seats."""

from __future__ import annotations

import copy
import random
from collections import Counter
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

import kingdoms
from kingdoms import apply_changes
from kingdoms.games.rivers.engine import codes, pieces, regions
from kingdoms.games.rivers.engine.geometry import COLOURS, NEIGHBOURS, TILES
from kingdoms.games.rivers.engine.state import State
from kingdoms.games.rivers.game import Rivers
from tests.games.rivers.support.random_games import a_state, choose, random_start
from tests.games.rivers.support.tables import view_text

seeds = st.integers(0, 2**32)
lengths = st.integers(0, 60)
few_examples = settings(max_examples=25)
MOST = dict(zip(COLOURS, TILES, strict=True))


def tiles_in(position: dict[str, Any]) -> Counter[str]:
    """Count the tiles that can be counted: face up, in hands, in the bag."""
    counts = Counter(piece.rstrip("*") for piece in position["board"].values())
    for fields in position["seats"].values():
        counts.update(fields["hand"])
    counts.update(position["bag"])
    return Counter({colour: counts[colour] for colour in COLOURS})


@settings(max_examples=12)
@given(seeds)
def test_A_3_in_a_new_game_all_153_tiles_are_accounted_for(seed: int) -> None:
    rng = random.Random(seed)
    state = Rivers(rng.choice([2, 3, 4]), {"wonder": rng.random() < 0.5}).new_initial_state()
    discards: Counter[str] = Counter()
    for _ in range(120):
        if state.is_terminal():
            break
        before, decision = tiles_in(state.position()), state.decision()
        action = choose(rng, state)
        text = state.game.action_to_string(action).split(" ")
        state.apply_action(action)
        left = before - tiles_in(state.position())
        discards += left
        if decision == "draw" or text[0] in ("first", "pass", "leader", "withdraw", "decline", "take", "income", "war"):
            assert not left, "these take no tile out of the game"
        elif text[0] == "swap":
            assert [left[colour] for colour in COLOURS] == [int(number) for number in text[1:]]
        elif text[0] in ("build", "wonder"):
            assert sum(left.values()) == (4 if text[0] == "build" else 5)
    position = state.position()
    assert sum(tiles_in(position).values()) + sum(discards.values()) == 153


@few_examples
@given(seeds, lengths, st.data())
def test_C_2_D_7_N_2_and_N_3_hold_in_any_state(seed: int, length: int, data: st.DataObject) -> None:
    state, _ = a_state(seed, length)
    view, decision, legal = state.view(None), state.decision(), set(state.legal_actions())
    for kingdom in view.kingdoms:  # C-2
        colours = [colour for _, colour in kingdom.leaders]
        assert len(set(colours)) == len(colours) or (view.conflict is not None and view.conflict.kind == "revolt")
    assert decision in ("war", "commit") or (view.marker, view.wars) == (None, ())
    for piece, cell in enumerate(state.stand):  # D-7
        if cell >= 0:
            assert state.contents[cell] == codes.LEADERS + piece
            assert any(state.contents[neighbour] == codes.TEMPLE for neighbour in NEIGHBOURS[cell])
    assert sum(code >= codes.LEADERS for code in state.contents) == sum(cell >= 0 for cell in state.stand)
    outside = (-1, codes.ACTIONS, codes.ACTIONS + 7, 2**31 - 1, 2**31, 2**63)  # N-2
    assert {action for action in (*range(codes.ACTIONS), *outside) if state.is_legal(action)} == legal
    space = list(state.game.action_space(6))
    for action in data.draw(st.lists(st.sampled_from(space), min_size=60, max_size=60)) + sorted(legal):
        assert (state.refusal(action) is None) == (action in legal), state.game.action_to_string(action)
    if decision in ("action", "commit"):  # N-3
        least = {"action": "pass", "commit": "commit 0"}[str(decision)]
        assert least in map(state.game.action_to_string, legal)
    elif not state.is_terminal():
        assert len(legal) >= 2


@few_examples
@given(seeds, lengths)
def test_tiles_points_and_treasures_come_from_somewhere_and_cached_values_agree_with_the_board(seed: int, length: int) -> None:
    state, rng = a_state(seed, length)
    assert all(count <= MOST[colour] for colour, count in tiles_in(state.position()).items())
    for _ in range(10):
        if state.is_terminal():
            break
        assert derived_fields(state.clone()) == derived_fields(anew(state))
        tiles, points, treasures = tiles_in(state.position()), state.points[:], state.treasures_taken[:]
        lying = state.treasures.bit_count()
        state.apply_action(choose(rng, state))
        assert not tiles_in(state.position()) - tiles, "a tile from nowhere"
        assert all(now >= then >= 0 for then, now in zip(points, state.points, strict=True))
        assert all(now >= then for then, now in zip(treasures, state.treasures_taken, strict=True))
        assert sum(state.treasures_taken) - sum(treasures) == lying - state.treasures.bit_count()
        assert all(0 <= pieces.hand_count(state, seat) <= codes.FULL_HAND for seat in range(4))
        assert min(*state.hand, *state.bag) >= 0
        assert all(0 <= left <= 2 for left in state.catastrophes_left)


SETS = ("vacant", "holy", "linked", "touch_one", "touch_two", "touch_three", "realm")


def derived_fields(state: State) -> list[Any]:
    """Everything that is updated between moves and follows from the board: by cell, by kingdom, sets of cells."""
    regions.survey(state)
    fields = [state.kingdom, state.touch, state.near[: codes.CELLS], state.members, state.ruler]
    return fields + [[word & ON_BOARD[i % 3] for i, word in enumerate(getattr(state, name))] for name in SETS]


ON_BOARD = ((1 << 64) - 1, (1 << 64) - 1, (1 << 48) - 1)
"""The bits of cells in each word of a set."""


def anew(state: State) -> State:
    """A copy in which nothing that follows from the board is known yet."""
    new = state.clone()
    new.stale = 1
    temples = {cell for cell in range(codes.CELLS) if new.contents[cell] == codes.TEMPLE}
    near = [sum(neighbour in temples for neighbour in NEIGHBOURS[cell]) for cell in range(codes.CELLS)]
    new.near = [*near, new.near[codes.OUTSIDE]]
    return new


@given(seeds)
@few_examples
def test_automatic_steps_are_narrated_too(seed: int) -> None:
    start = random_start(random.Random(seed)).position()
    if start["phase"] not in ("deal", "refill"):
        start |= {"phase": "refill", "pending": None, "actions_left": 0}
        start.pop("outcome", None)
    state = Rivers.read_position(start, settle=False)
    position = state.position()
    for event in state.game.settle(state):
        apply_changes(position, event.changes)
    assert position == state.position()
    assert state == Rivers.read_position(start)


def check_indistinguishable(seat: str | None, first: State, second: State, rng: random.Random) -> None:
    """Hold two states against one another that a seat cannot tell apart."""
    game = first.game
    assert view_text(first, seat) == view_text(second, seat)
    assert first.current_player() == second.current_player()
    assert game.explain(first) == game.explain(second)
    if seat is None or first.current_player() < 0 or game.seats[first.current_player()] != seat:
        return
    legal = first.legal_actions()
    assert second.legal_actions() == legal
    space = list(game.action_space(6))
    for action in rng.sample(space, 80) + rng.sample(legal, min(12, len(legal))):
        assert first.refusal(action) == second.refusal(action)
    for action in rng.sample(legal, min(12, len(legal))):
        assert game.describe(first, action) == game.describe(second, action)
        assert game.forecast(first, action) == game.forecast(second, action)


def hide_otherwise(state: State, seat: str | None, rng: random.Random) -> State | None:
    """Swap hidden tiles between others' hands and the bag, and give others other points; None where that changes the game."""
    position = copy.deepcopy(state.position())
    bag = Counter(position["bag"])
    for name, fields in position["seats"].items():
        if name == seat:
            continue
        tiles = Counter(fields["hand"])
        for _ in range(rng.randrange(4)):
            if not tiles.total() or not bag.total():
                break
            from_hand, from_bag = rng.choice(sorted(tiles.elements())), rng.choice(sorted(bag.elements()))
            tiles[from_hand] -= 1
            bag[from_hand] += 1
            bag[from_bag] -= 1
            tiles[from_bag] += 1
        fields["hand"] = dict(+tiles)
        if not state.game.rulings["open_scores"]:
            fields["points"] = {colour: rng.randrange(9) for colour in COLOURS}
    position["bag"] = dict(+bag)
    if len(position["bag"]) < 2 and state.decision() == "draw":
        return None
    return Rivers.read_position(position)


@few_examples
@given(seeds, lengths)
def test_B_1_a_state_drawn_from_a_view_and_B_2_hidden_information_make_no_difference_to_a_seat(seed: int, length: int) -> None:
    state, rng = a_state(seed, length)
    for seat in (*state.game.seats, None):
        sample = state.view(seat).sample(kingdoms.Random(rng.randrange(2**32)))
        assert (sample.view(seat), sample.view(seat).to_json()) == (state.view(seat), state.view(seat).to_json())
        if state.is_terminal():
            continue
        assert all(count <= MOST[colour] for colour, count in tiles_in(sample.position()).items())
        assert Rivers.read_position(sample.position()) == sample
        for twin in (sample, hide_otherwise(state, seat, rng)):
            if twin is not None:
                check_indistinguishable(seat, state, twin, rng)
