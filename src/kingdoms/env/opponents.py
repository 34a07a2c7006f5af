"""Bots that play the other seats of a learner's game."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from typing import Any

from kingdoms.bots import BOTS
from kingdoms.bots.levels import GlanceBot
from kingdoms.bots.match import close
from kingdoms.bots.registry import Maker
from kingdoms.core.bot import Bot, BotError, Observer, Seen
from kingdoms.core.game import Game
from kingdoms.core.state import State
from kingdoms.texts import text


def make_makers(game: Game, opponents: str | Sequence[str]) -> list[Maker]:
    """Return functions that make the opponents, for the seats after the learner's.

    Args:
        game: the game.
        opponents: one bot for all other seats, or one for each, such as "level:4" or "search:simulations=100:knowledge=net".

    Raises:
        BotError: there is no such bot, or the number of bots is wrong.
    """
    count = game.num_players - 1
    names = [opponents] * count if isinstance(opponents, str) else list(opponents)
    if len(names) == 1:
        names *= count
    if len(names) != count:
        raise BotError(text("seats.opponents", game=game.title, n=count, given=len(names)))
    return [NamedMaker(name, game) for name in names]


class NamedMaker:
    """A function that makes bots from seeds, as `BOTS.maker`, which can be copied and pickled.

    Args:
        name: the bot, such as "level:4".
        game: the game.

    Raises:
        BotError: there is no such bot.
    """

    def __init__(self, name: str, game: Game) -> None:
        self.name = name
        self.game = game
        self.make = BOTS.maker(name, game)

    def __call__(self, seed: int) -> Bot:
        """Return a new bot."""
        return self.make(seed)

    def __reduce__(self) -> tuple[Any, ...]:
        return NamedMaker, (self.name, self.game)


class Opponents:
    """The opponents in one game.

    A copy has copies of the bots. Those that can't be copied, such as searches with their trees, are made again in the copy
    when they are to move next, and decide once more what they have decided so far.

    Args:
        game: the game.
        makers: the functions that make the bots, for the seats after the learner's.
        learner: the learner's player number.
        seed: the seed of the bots.
        opening: the state at the beginning; None for the usual one.
        played: the number of actions after it that were played without the bots.
    """

    def __init__(
        self, game: Game, makers: Sequence[Maker], learner: int, seed: int, opening: State | None = None, played: int = 0
    ) -> None:
        self.game = game
        self.makers = makers
        self.learner = learner
        self.seed = seed
        self.opening = opening
        self.played = played
        self._make()

    def _make(self) -> None:
        seats = self.game.num_players
        self.bots: dict[int, Bot] = {
            (self.learner + number) % seats: maker(self.seed + number) for number, maker in enumerate(self.makers, 1)
        }
        self.sightings: dict[int, list[Seen]] = {player: [] for player, bot in self.bots.items() if self._observes(bot)}
        self.state = self._opening_state() if self.sightings else None
        self.count = 0

    def _opening_state(self) -> State:
        return self.game.new_initial_state() if self.opening is None else self.opening.clone()

    def _observes(self, bot: Bot) -> bool:
        """Return whether a bot has to be told what happens: a quick bot knows all of an open game from the view."""
        return isinstance(bot, Observer) and (self.game.has_secrets or not isinstance(bot, GlanceBot))

    def choose(self, state: State, history: Sequence[int]) -> int:
        """Return the action of the opponent to move.

        Args:
            state: the state.
            history: all actions of the game so far, with those of chance.
        """
        if not self.bots:
            self._replay(history)
        return self._ask(state, history, len(history))

    def _ask(self, state: State, history: Sequence[int], count: int) -> int:
        """Return the action of the opponent to move after the first `count` actions of a game."""
        player = state.current_player()
        bot, seat = self.bots[player], self.game.seats[player]
        self._follow(history, count)
        if player in self.sightings and isinstance(bot, Observer):
            bot.observe(self.sightings[player])
            self.sightings[player] = []
        action = bot.choose(state.view(seat), state.legal_actions())
        if not state.is_legal(action):
            raise BotError(f"the bot at {seat} has chosen {action}, which is not a legal action")
        return action

    def _follow(self, history: Sequence[int], count: int) -> None:
        """Pass the observations since the last call to the observing bots."""
        if self.state is None:
            return
        for place in range(self.count, count):
            before, action = self.state.clone(), history[place]
            self.state.apply_trusted(action)
            for player, observations in self.sightings.items():
                text = self.game.action_to_string(action)
                observations.append(Seen.from_seat(self.game.seats[player], before, text, self.state))
        self.count = count

    def _replay(self, history: Sequence[int]) -> None:
        """Make the bots again, and let them decide what they have decided in the game so far."""
        self._make()
        state = self._opening_state()
        for place, action in enumerate(history):
            if place >= self.played and state.current_player() in self.bots:
                self._ask(state, history, place)
            state.apply_trusted(action)

    def __getstate__(self) -> dict[str, Any]:
        state = self.__dict__.copy()
        parts = {name: state.pop(name, None) for name in ("bots", "sightings", "state", "count")}
        try:
            return state | {"parts": pickle.dumps(parts)}
        except Exception:  # bots may be of any kind
            return state | {"parts": pickle.dumps({"bots": {}})}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__ |= pickle.loads(state.pop("parts")) | state

    def close(self) -> None:
        """Release the resources of the bots."""
        close(*self.bots.values())
