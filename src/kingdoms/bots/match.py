"""A match between bots, in one call."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import index
from typing import Any, Final

from kingdoms.bots.crash import Crash
from kingdoms.bots.registry import BOTS
from kingdoms.bots.sightings import Sightings
from kingdoms.core.bot import Bot, BotError, Closable
from kingdoms.core.game import Game
from kingdoms.core.record import Record
from kingdoms.core.registry import load_game
from kingdoms.core.rng import Random
from kingdoms.texts import text

ROUNDS: Final = 100
"""The round limit of games that might never end, unless they have a limit of their own."""
MOST_ACTIONS: Final = 20_000
"""The maximum number of actions: in games without rounds, all players might pass for ever."""
SEED_STEP: Final = 7919
"""The difference between the seeds of consecutive seats, so that bots and chance draw different random numbers."""


def play(
    game: Game | str,
    bots: Sequence[Bot | str] | Mapping[str, Bot | str],
    seed: int = 0,
    *,
    seats: Sequence[str] | int | None = None,
    rulings: Mapping[str, Any] | None = None,
) -> Record:
    """Play one game between bots.

    Args:
        game: the game, or its name; a name stands for a game with as many seats as there are bots. A game that might never
            end stops after 100 rounds, unless it has a round limit of its own.
        bots: a bot or the name of one (see `kingdoms.bots`) for each seat, in order or by seat. External programs given by
            name are started for this game, and ended with it.
        seed: the seed of chance and bots; the same seed gives the same game.
        seats: the seats of a game given by name, such as ["E", "W"]; None for as many as there are bots.
        rulings: the rulings of a game given by name that differ from the defaults.

    Returns:
        The record of the game; `record.state` is its final state. A game that is not over after 20,000 actions stops there.

    Raises:
        BotError: the number of bots differs from the number of seats, or no bot has that name.
        SeatsError, RulingsError: the game has no such seats or rulings.
        ValueError: seats or rulings are given for a game that has its own.
        IllegalAction: a bot chose an illegal action.

    Examples:
        >>> import kingdoms
        >>> record = kingdoms.play("rivers", ["greedy", "random"], seed=1)
        >>> record.state.returns()
        [1.0, 0.0]
        >>> kingdoms.play("middlesea", ["random"] * 2, seats=["E", "W"], rulings={"round_limit": 3}).game.seats
        ('E', 'W')
    """
    seed = index(seed)
    if isinstance(game, str):
        usual = list(bots) if isinstance(bots, Mapping) else len(bots)
        game = load_game(game, usual if seats is None else seats, rulings)
    elif seats is not None or rulings is not None:
        raise ValueError("a game has its seats and rulings already: give the name of the game with them, or the game alone")
    game = game.limited(ROUNDS)
    players = _players(game, bots, seed)
    names = {seat: bot if isinstance(bot, str) else type(bot).__name__ for seat, bot in _bots_by_seat(game, bots).items()}
    record = Record(game, players=names, seed=seed)
    chance = Random(seed)
    try:
        _play(record, players, chance)
    except Crash as crash:
        crash.record = record
        raise
    finally:
        for seat, bot in _bots_by_seat(game, bots).items():
            if isinstance(bot, str):
                close(players[seat])
    return record


def _play(record: Record, players: Mapping[str, Bot], chance: Random) -> None:
    """Play the game of a record to its end, or until `MOST_ACTIONS`."""
    game, state, sightings = record.game, record.state, Sightings(players)
    while (to_move := state.to_move) is not None and len(record.entries) < MOST_ACTIONS:
        if to_move == "chance":
            action = state.draw_chance_action(chance)
        else:
            sightings.show(to_move)
            action = players[to_move].choose(state.view(to_move), state.legal_actions())
        before = sightings.snapshot(state)
        record.apply(action)
        sightings.note(before, game.action_to_string(action), state)


def close(*bots: Bot) -> None:
    """Release the resources of bots, such as processes."""
    for bot in bots:
        if isinstance(bot, Closable):
            bot.close()


def _bots_by_seat(game: Game, bots: Sequence[Bot | str] | Mapping[str, Bot | str]) -> dict[str, Bot | str]:
    if isinstance(bots, Mapping):
        if set(bots) != set(game.seats):
            raise BotError(text("bot.wrong_seats", seats=", ".join(game.seats), bots=", ".join(map(str, bots)) or "none"))
        return {seat: bots[seat] for seat in game.seats}
    if isinstance(bots, str) or len(bots) != len(game.seats):
        count = 1 if isinstance(bots, str) else len(bots)
        raise BotError(text("bot.wrong_number", title=game.title, seats=len(game.seats), value=count))
    return dict(zip(game.seats, bots, strict=True))


def _players(game: Game, bots: Sequence[Bot | str] | Mapping[str, Bot | str], seed: int) -> dict[str, Bot]:
    """Return the bots by seat, after making the ones given by name."""
    return {
        seat: BOTS.make(bot, game, seed + SEED_STEP * number) if isinstance(bot, str) else bot
        for number, (seat, bot) in enumerate(_bots_by_seat(game, bots).items(), 1)
    }
