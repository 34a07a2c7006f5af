"""What thinks, beside the table: in a worker process of a server, or in the second worker of a page.

It imports this module and that of its question. Neither should import the web framework, which takes longer than all the
rest of the start.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from kingdoms.bots import BOTS, Bot
from kingdoms.bots.sightings import Sightings
from kingdoms.core.errors import KingdomsError
from kingdoms.core.game import Game
from kingdoms.core.record import Record
from kingdoms.core.registry import load_game
from kingdoms.core.state import State
from kingdoms.core.view import View
from kingdoms.table.game import seeds
from kingdoms.texts import speaking, text

if TYPE_CHECKING:
    from kingdoms.table.game.live import LiveGame

Answer = TypeVar("Answer")


class BotFailed(KingdomsError):
    """A bot has not answered, or not with a legal action; the message says why.

    Attributes:
        trace: the traceback without the error's message, which may contain secrets of the bot's seat.
    """

    code = "bot_failed"

    def __init__(self, message: str, trace: str | None = None) -> None:
        super().__init__(message)
        self.trace = message if trace is None else trace

    def __reduce__(self) -> tuple[type[BotFailed], tuple[str, str]]:
        return BotFailed, (self.message, self.trace)

    def log_text(self, game: Game) -> str:
        """Return the text for the log, without the secrets of the game."""
        return self.trace if game.has_secrets else self.message


@dataclass(frozen=True)
class GameMoment:
    """A game up to a moment, as data for what thinks about it, which replays it."""

    game: str
    seats: tuple[str, ...]
    rulings: dict[str, Any]
    position: dict[str, Any] | None
    entries: tuple[tuple[str | None, str | None], ...]
    seed: int

    @classmethod
    def from_game(cls, live: LiveGame, number: int | None = None) -> GameMoment:
        """Return the current moment of a game, or that after a number."""
        numbers = live.record_numbers if number is None else live.record_numbers_at(number)
        entries = tuple((live.entries[n - 1].action, live.entries[n - 1].call) for n in numbers)
        header = live.header
        seed = seeds.bot_seed(header.seed, live.number if number is None else number)
        return cls(header.game, live.game.seats, dict(header.rulings), header.position, entries, seed)

    def initial_state(self) -> State:
        """Return the state at the beginning of the game."""
        game = load_game(self.game, self.seats, self.rulings)
        return game.new_initial_state() if self.position is None else game.read_position(self.position)

    def record(self) -> Record:
        """Return the record of the game so far, without the seed."""
        record = Record(load_game(self.game, self.seats, self.rulings), position=self.position)
        for action, call in self.entries:
            if call is not None:
                record.call(call)
            else:
                assert action is not None
                record.apply(action)
        return record

    def state(self, sightings: Sightings | None = None) -> State:
        """Return the state at the moment; `sightings` notes the observations on the way."""
        state = self.initial_state()
        for action, call in self.entries:
            if call is not None:
                state.game.call(state, call)
                continue
            assert action is not None
            before = None if sightings is None else sightings.snapshot(state)
            state.apply_action(action)
            if sightings is not None:
                sightings.note(before, action, state)
        return state

    def bot_and_state(self, bot: str) -> tuple[Bot, State]:
        """Return a bot for the seat to move, with all observations of the seat, and the state."""
        state = self.state()
        player = BOTS.make_own(bot, state.game, self.seed)  # unlike `make`, it never starts a program
        seat = state.game.seats[state.current_player()]
        sightings = Sightings({seat: player})
        if sightings.observers:
            self.state(sightings)
            sightings.show(seat)
        return player, state


def choose(moment: GameMoment, bot: str) -> str:
    """Return the action of a bot, given its seat's view and the legal actions; beside the table."""
    player, state = moment.bot_and_state(bot)
    return action_of(player, state, state.view(state.to_move), bot)


def action_of(player: Bot, state: State, view: View, bot: str) -> str:
    """Return the action of a bot whose name is `bot`, which sees a view of a state.

    Raises:
        BotFailed: it is not legal.
    """
    action, legal = player.choose(view, state.legal_actions()), state.legal_actions()
    if action not in legal:
        raise BotFailed(text("bot.not_one_offered", action=repr(action), bot=bot))
    return state.game.action_to_string(action)


def answer(question: Callable[..., Answer], *arguments: Any) -> Answer:
    """Call a function beside the table; any error is converted to one that can be pickled.

    Raises:
        BotFailed: the function has raised an error.
    """
    try:
        return question(*arguments)
    except BaseException as error:  # a bot may call sys.exit
        trace = "".join(traceback.format_tb(error.__traceback__)) + type(error).__name__
        raise BotFailed(traceback.format_exc(), trace) from None


def answer_in(language: str, question: Callable[..., Answer], *arguments: Any) -> Answer:
    """Call a function as `answer` does, in a language."""
    with speaking(language):
        return answer(question, *arguments)
