"""Sampling states that agree with a seat's knowledge, for search and advice.

Tiles that a seat can't see are in other hands, in the bag, face down on the board or out of the game. Nothing tells them
apart, so they are dealt at random. The size of the bag is hidden too (B-1): it is drawn uniformly from the sizes that leave
enough tiles out of the game for those face down. Other seats' points are hidden; each gets the viewer's own points, shuffled
among the colours.
"""

from __future__ import annotations

from kingdoms.core.rng import Random
from kingdoms.games.rivers.engine import codes
from kingdoms.games.rivers.engine.geometry import TILES
from kingdoms.games.rivers.engine.state import State

TRIES = 1000
"""The maximum number of deals in rejection sampling."""


def sample(visible_state: State, seat: int | None, hand_counts: list[int], rng: Random) -> State:
    """Return a random state that agrees with a seat's knowledge.

    Args:
        visible_state: a state without the information that is hidden from the seat.
        seat: the number of the seat, or None for an onlooker.
        hand_counts: the number of tiles in each seat's hand.
        rng: the random number generator.
    """
    if visible_state.phase == codes.OVER:
        return visible_state.clone()
    board = bytes(visible_state.contents)
    unseen = _unseen_tiles(visible_state, board)
    down = board.count(codes.DOWN) + board.count(codes.WONDER)
    for _ in range(TRIES):
        state = _deal(visible_state, seat, hand_counts, list(unseen), down, rng)
        # chance is asked for a tile only if the bag has at least two colours (N-3)
        if visible_state.stage != codes.DRAW or max(state.bag) < sum(state.bag):
            break
    if not state.game.rulings["open_scores"]:
        _guess_scores(state, seat, rng)
    return state


def _deal(visible_state: State, seat: int | None, hand_counts: list[int], unseen: list[int], down: int, rng: Random) -> State:
    """Return a state with the unseen tiles dealt at random; `down` is the number of tiles face down."""
    state = visible_state.clone()
    _shuffle(unseen, rng)
    hand = state.hand
    for rival in range(4):
        if rival != seat:
            for colour in unseen[: hand_counts[rival]]:
                hand[4 * rival + colour] += 1
            del unseen[: hand_counts[rival]]
    state.hand = hand
    lacking = sum(codes.FULL_HAND - hand_counts[n] for n in range(4) if state.playing >> n & 1)
    state.bag = _bag(state, unseen, lacking, down, rng)
    return state


def _unseen_tiles(visible_state: State, board: bytes) -> list[int]:
    """Return the colours of tiles that are neither face up on the board nor in a known hand."""
    hand, unseen = list(visible_state.hand), []
    for colour in range(4):
        unseen += [colour] * (TILES[colour] - board.count(codes.TEMPLE + colour) - sum(hand[colour::4]))
    return unseen


def _bag(state: State, unseen: list[int], lacking: int, down: int, rng: Random) -> list[int]:
    """Return a bag with a random number of unseen tiles, enough for the pending draws."""
    least = state.to_draw if state.phase == codes.ACTION else lacking if state.phase in (codes.DEAL, codes.REFILL) else 0
    least = max(least, 2 if state.stage == codes.DRAW else 0)
    most = max(least, len(unseen) - down)
    if state.phase in (codes.START, codes.DEAL):
        least = most  # nothing has left the game yet
    count = least + rng.roll(most - least + 1)
    inside = unseen[:count]
    return [inside.count(colour) for colour in range(4)]


def _guess_scores(state: State, seat: int | None, rng: Random) -> None:
    points, treasure_counts = state.points, state.treasures_taken
    shuffled_points = [0] * 4 if seat is None else points[4 * seat : 4 * seat + 4]
    rivals = [rival for rival in range(4) if rival != seat and state.playing >> rival & 1]
    for rival in rivals:
        _shuffle(shuffled_points, rng)
        points[4 * rival : 4 * rival + 4] = shuffled_points
    treasures = len(state.ground.temples) - state.treasures.bit_count() - (0 if seat is None else treasure_counts[seat])
    for _ in range(treasures):
        treasure_counts[rivals[rng.roll(len(rivals))]] += 1
    state.points, state.treasures_taken = points, treasure_counts


def _shuffle(items: list[int], rng: Random) -> None:
    """Shuffle items in place; all orders are equally likely."""
    for last in range(len(items) - 1, 0, -1):
        index = rng.roll(last + 1)
        items[last], items[index] = items[index], items[last]
