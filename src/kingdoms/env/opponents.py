"""Bots that play the other seats of a learner's game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kingdoms.bots import BOTS
from kingdoms.bots.levels import GlanceBot
from kingdoms.bots.match import close
from kingdoms.bots.registry import Maker
from kingdoms.core.bot import Bot, BotError, Observer, Seen
from kingdoms.core.game import Game
from kingdoms.core.state import State


def make_makers(game: Game, opponents: str | Sequence[str]) -> list[Maker]:
    """Return functions that make the opponents, for the seats after the learner's.

    Args:
        game: the game.
        opponents: one bot for all other seats, or one for each, such as "level:4" or "search:simulations=100:knowledge=net".

    Raises:
        BotError: there is no such bot, or the number of bots is wrong.
    """
    others = game.num_players - 1
    names = [opponents] * others if isinstance(opponents, str) else list(opponents)
    if len(names) == 1:
        names *= others
    if len(names) != others:
        raise BotError(f"{game.title} has {others} other seats here: give one opponent, or {others}, not {len(names)}")
    return [BOTS.maker(name, game) for name in names]


class Opponents:
    """The opponents in one game.

    Args:
        game: the game.
        makers: the functions that make the bots, for the seats after the learner's.
        learner: the learner's player number.
        seed: the seed of the bots.
        opening: the state at the beginning; None for the usual one.
    """

    def __init__(self, game: Game, makers: Sequence[Maker], learner: int, seed: int, opening: State | None = None) -> None:
        self.game = game
        seats = game.num_players
        self.bots: Mapping[int, Bot] = {
            (learner + number) % seats: maker(seed + number) for number, maker in enumerate(makers, 1)
        }
        self.seen: dict[int, list[Seen]] = {player: [] for player, bot in self.bots.items() if self._observes(bot)}
        self.followed = None if not self.seen else game.new_initial_state() if opening is None else opening.clone()
        self.count = 0

    def _observes(self, bot: Bot) -> bool:
        """Return whether a bot has to be told what happens: a quick bot knows all of an open game from the view."""
        return isinstance(bot, Observer) and (self.game.has_secrets or not isinstance(bot, GlanceBot))

    def choose(self, state: State, history: Sequence[int]) -> int:
        """Return the action of the opponent to move.

        Args:
            state: the state.
            history: all actions of the game so far, with those of chance.
        """
        player = state.current_player()
        bot, seat = self.bots[player], self.game.seats[player]
        self._follow(history)
        if player in self.seen and isinstance(bot, Observer):
            bot.observe(self.seen[player])
            self.seen[player] = []
        action = bot.choose(state.view(seat), state.legal_actions())
        if not state.is_legal(action):
            raise BotError(f"the bot at {seat} has chosen {action}, which is not a legal action")
        return action

    def _follow(self, history: Sequence[int]) -> None:
        """Pass the observations since the last call to the observing bots."""
        if self.followed is None:
            return
        for place in range(self.count, len(history)):
            before, action = self.followed.clone(), history[place]
            self.followed.apply_trusted(action)
            for player, seen in self.seen.items():
                text = self.game.action_to_string(action)
                seen.append(Seen.from_seat(self.game.seats[player], before, text, self.followed))
        self.count = len(history)

    def close(self) -> None:
        """Release the resources of the bots."""
        close(*self.bots.values())
