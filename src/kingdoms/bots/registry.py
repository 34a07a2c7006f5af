"""How bots are found and made from their names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, Final

from kingdoms.bots.levels import LEVEL, SEARCH, level_kinds
from kingdoms.bots.program import NAME as PROGRAM
from kingdoms.bots.program import ProgramBot
from kingdoms.bots.random_bot import RandomBot
from kingdoms.bots.slips import Slipping
from kingdoms.bots.without import Without
from kingdoms.core.bot import Bot, BotError, BotKind
from kingdoms.core.errors import cut, quoted, suggest
from kingdoms.core.game import Game
from kingdoms.core.registry import game_class, game_names

ENTRY_POINTS: Final = "kingdoms.bots"
"""The group of entry points by which an installed package adds kinds of bots, each a `BotKind` or a list of them."""
SLIPS: Final = {"slips": "how often it plays at random instead, from 0 to 1"}
"""What every bot takes that does not act at random anyway."""
WITHOUT: Final = {"without": "kinds of actions that it does not take, with + between them, unless nothing else is possible"}
"""Likewise, for studies of what something is worth."""

Maker = Callable[[int], Bot]
"""Makes a bot from the seed of its random numbers."""


class Bots:
    """A registry of kinds of bots; `kingdoms.bots.BOTS` is the one that everything uses.

    Games bring their own bots (`Game.bots`); this registry adds those that play any game, and those of installed packages.
    """

    def __init__(self) -> None:
        self._registered: list[BotKind] = []
        self._installed: list[BotKind] | None = None

    def register(self, kind: BotKind) -> None:
        """Register a kind of bot. Several kinds may share a name if they play different games."""
        self._registered.append(kind)

    def kinds(self, game: str) -> list[BotKind]:
        """Return the kinds of bots that play a game: its own, those that play any game, and a kind for each of its levels.

        Raises:
            UnknownGame: there is no such game.
        """
        rules = game_class(game)
        others = [*self._registered, *self._from_packages()]
        return [*rules.bots(), *(kind for kind in others if not kind.games or game in kind.games), *level_kinds(rules)]

    def by_game(self) -> list[BotKind]:
        """Return all kinds, each with the games that it plays."""
        own = [
            replace(kind, games=(game,))
            for game in game_names()
            for rules in (game_class(game),)
            for kind in (*rules.bots(), *level_kinds(rules))
        ]
        return [*self._registered, *self._from_packages(), *own]

    def names(self, game: str, patient: bool = True) -> list[str]:
        """Return the names of the bots that play a game; those that think for long only if `patient` is true."""
        return sorted({kind.name for kind in self.kinds(game) if patient or not kind.patient})

    def usual(self, game: str) -> str:
        """Return the name of the game's usual bot, which plays soundly, as an opponent or an adviser."""
        return self.kinds(game)[0].name

    @staticmethod
    def parameters(kind: BotKind) -> dict[str, str]:
        """Return what parameters a kind of bot takes, and what they mean."""
        return dict(kind.parameters) if kind.make is RandomBot else {**kind.parameters, **SLIPS, **WITHOUT}

    def make(self, spec: str, game: Game, seed: int) -> Bot:
        """Make a bot.

        Args:
            spec: `name`, or `name:parameter=value`, with colons between several parameters; or `program:COMMAND`, which runs
                a program on this machine when it is first asked. So accept specs only from users who may run programs here;
                use `make_own` for everybody else's.
            game: the game that it will play.
            seed: where its random numbers come from.

        Raises:
            BotError: there is no such bot for this game, or it does not take these parameters.

        Examples:
            >>> import kingdoms
            >>> from kingdoms.bots import BOTS
            >>> game = kingdoms.load_game("middlesea")
            >>> state = game.new_initial_state()
            >>> state.apply_action("first S")
            >>> bot = BOTS.make("greedy:slips=0.1", game, seed=7)
            >>> bot.choose(state.view("S"), state.legal_actions()) in state.legal_actions()
            True
        """
        return self.maker(spec, game)(seed)

    def maker(self, spec: str, game: Game) -> Maker:
        """Return what makes such bots from seeds, for whoever makes many of them.

        Args:
            spec: as in `make`; programs are accepted.
            game: the game that they will play.

        Raises:
            BotError: there is no such bot for this game, or it takes no such parameters; their values are looked at when a
                bot is made.

        Examples:
            >>> import kingdoms
            >>> from kingdoms.bots import BOTS
            >>> maker = BOTS.maker("random", kingdoms.load_game("middlesea"))
            >>> [type(maker(seed)).__name__ for seed in (1, 2)]
            ['RandomBot', 'RandomBot']
        """
        name, _, command = spec.partition(":")
        if name != PROGRAM:
            return self._own_maker(spec, game)
        usual = self.usual(game.name)

        def make(seed: int) -> Bot:
            return ProgramBot(command, seed, lambda view: (usual, self.make_own(usual, view.game, seed)))

        return _citing(make, spec, game)

    def make_own(self, spec: str, game: Game, seed: int) -> Bot:
        """Make one of the registered bots, as `make` does, but never an external program.

        Raises:
            BotError: there is no such bot for this game, or it does not take these parameters.

        Examples:
            >>> import kingdoms
            >>> from kingdoms.bots import BOTS
            >>> type(BOTS.make_own("random", kingdoms.load_game("middlesea"), seed=7)).__name__
            'RandomBot'
        """
        return self._own_maker(spec, game)(seed)

    def _own_maker(self, spec: str, game: Game) -> Maker:
        """Return what makes one of the registered bots, as `maker` does, but never an external program."""
        kind = self.find(spec, game.name)
        known = self.parameters(kind)
        name, parts = kind.name, spec[len(kind.name) :].split(":")[1:]
        parameters: dict[str, Any] = {}
        for part in parts:
            key, equals, value = part.partition("=")
            if not equals or key not in known:
                takes = "; ".join(f"{k} ({v})" for k, v in known.items()) or "none"
                raise BotError(f"bot {name}: {quoted(part)} is not a parameter=value; it takes {takes}").cite(game)
            parameters[key] = value
        slips = parameters.pop("slips", None) if "slips" not in kind.parameters else None
        without = parameters.pop("without", None) if "without" not in kind.parameters else None
        plain = partial(kind.make, *([game] if kind.takes_game else []), **parameters)

        def make(seed: int) -> Bot:
            bot = plain(seed)
            bot = bot if slips is None else Slipping(bot, seed, slips)
            return bot if without is None else Without(bot, game, without.split("+"))

        return _citing(make, spec, game)

    def find(self, spec: str, game: str) -> BotKind:
        """Return the kind of bot that a spec names.

        Raises:
            BotError: there is none for this game.
        """
        for kind in self.kinds(game):
            if spec == kind.name or spec.startswith(f"{kind.name}:"):
                return kind
        name, known = spec.partition(":")[0], self.names(game)
        if name == LEVEL:
            name = spec
        error = BotError(f"there is no bot {quoted(name)} for {game}{suggest(name, known)}; its bots are {', '.join(known)}")
        raise error.cite(game_class(game))

    def _from_packages(self) -> list[BotKind]:
        """Return the kinds that installed packages bring; looked for once."""
        if self._installed is None:
            from importlib.metadata import entry_points  # noqa: PLC0415  it takes a while, and is needed here alone

            self._installed = []
            for entry in entry_points(group=ENTRY_POINTS):
                found = entry.load()
                self._installed += [found] if isinstance(found, BotKind) else list(found)
        return self._installed


def _citing(make: Maker, spec: str, game: Game) -> Maker:
    """Return what makes the same bots, and says of which one a value is wrong."""

    def made(seed: int) -> Bot:
        try:
            return make(seed)
        except ValueError as error:
            raise BotError(f"bot {cut(spec, 100)}: {error}").cite(game) from None

    return made


BOTS = Bots()
"""All bots that the command line and other programs can ask for by name."""

BOTS.register(BotKind("random", "plays at random", RandomBot))
BOTS.register(SEARCH)
