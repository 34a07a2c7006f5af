"""Whether the seats of a game see different things, found out by looking at their views."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from kingdoms.core import constants
from kingdoms.core.errors import KingdomsError
from kingdoms.core.rng import Random
from kingdoms.texts import text

if TYPE_CHECKING:
    from kingdoms.core.game import Game
    from kingdoms.core.state import State

PROBED = 60
"""The number of random actions after which `check_openness` stops looking for differences."""


def views_differ(state: State) -> bool:
    """Return whether the views of two seats, or of a seat and an onlooker, differ in more than the field `seat`.

    Examples:
        >>> import kingdoms
        >>> [views_differ(kingdoms.load_game(name).new_initial_state()) for name in ("middlesea", "rivers")]
        [False, True]
    """
    first, *rest = ({**state.view(seat).to_json(), "seat": None} for seat in (None, *state.game.seats))
    return any(view != first for view in rest)


@cache
def check_openness(rules: type[Game]) -> None:
    """Check that a game without `has_secrets` hides nothing, by its methods and in a random game; each class is checked once.

    Programs show a game without `has_secrets` to everyone, so a game that forgets to set it would give its secrets away.

    Raises:
        KingdomsError: the game hides something.
    """
    from kingdoms.core.game import Game  # noqa: PLC0415  the registry is imported before it

    if rules.has_secrets:
        return
    if rules.conceals is not Game.conceals:
        raise KingdomsError(text("data.conceals_openly", game=rules.name), code="has_secrets")
    rng = Random(1)
    for state in (rules(count).new_initial_state() for count in {min(rules.player_counts), max(rules.player_counts)}):
        for _ in range(PROBED):
            if views_differ(state):
                raise KingdomsError(text("data.differs_openly", game=rules.name), code="has_secrets")
            if state.is_terminal():
                break
            legal = state.legal_actions()
            chance = state.current_player() == constants.CHANCE
            state.apply_trusted(state.draw_chance_action(rng) if chance else legal[rng.roll(len(legal))])
