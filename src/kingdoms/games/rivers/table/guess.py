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


def sample(known: State, seat: int | None, hand_counts: list[int], rng: Random) -> State:
    """Return a random state that agrees with a seat's knowledge.

    Args:
        known: a state without the information that is hidden from the seat.
        seat: the number of the seat, or None for an onlooker.
        hand_counts: the number of tiles in each seat's hand.
        rng: the random number generator.
    """
    if known.phase == codes.OVER:
        return known.clone()
    board = bytes(known.what)
    unseen = _unseen(known, board)
    down = board.count(codes.DOWN) + board.count(codes.WONDER)
    for _ in range(TRIES):
        state = _deal(known, seat, hand_counts, list(unseen), down, rng)
        # chance is asked for a tile only if the bag has at least two colours (N-3)
        if known.stage != codes.DRAW or max(state.bag) < sum(state.bag):
            break
    if not state.game.rulings["open_scores"]:
        _guess_scores(state, seat, rng)
    return state


def _deal(known: State, seat: int | None, hand_counts: list[int], unseen: list[int], down: int, rng: Random) -> State:
    """Return a state with the unseen tiles dealt at random; `down` is the number of tiles face down."""
    state = known.clone()
    _shuffle(unseen, rng)
    hand = state.hand
    for other in range(4):
        if other != seat:
            for colour in unseen[: hand_counts[other]]:
                hand[4 * other + colour] += 1
            del unseen[: hand_counts[other]]
    state.hand = hand
    lacking = sum(codes.FULL_HAND - hand_counts[n] for n in range(4) if state.playing >> n & 1)
    state.bag = _bag(state, unseen, lacking, down, rng)
    return state


def _unseen(known: State, board: bytes) -> list[int]:
    """Return the colours of tiles that are neither face up on the board nor in a known hand."""
    hand, unseen = list(known.hand), []
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
    """Assign random points and treasures to the other seats."""
    points, taken = state.points, state.taken
    own = [0] * 4 if seat is None else points[4 * seat : 4 * seat + 4]
    others = [other for other in range(4) if other != seat and state.playing >> other & 1]
    for other in others:
        _shuffle(own, rng)
        points[4 * other : 4 * other + 4] = own
    gone = len(state.ground.temples) - state.treasures.bit_count() - (0 if seat is None else taken[seat])
    for _ in range(gone):
        taken[others[rng.roll(len(others))]] += 1
    state.points, state.taken = points, taken


def _shuffle(items: list[int], rng: Random) -> None:
    """Shuffle items in place; all orders are equally likely."""
    for last in range(len(items) - 1, 0, -1):
        other = rng.roll(last + 1)
        items[last], items[other] = items[other], items[last]
