"""The registry of bots, which makes bots from their names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

from kingdoms.bots.levels import LEVEL, SEARCH, level_kinds
from kingdoms.bots.one_step import OneStepBot
from kingdoms.bots.program import NAME as PROGRAM
from kingdoms.bots.program import ProgramBot
from kingdoms.bots.random_bot import RandomBot
from kingdoms.bots.wrapping import AvoidingBot, SlippingBot
from kingdoms.core.bot import Adviser, Bot, BotError, BotKind
from kingdoms.core.errors import cut, quoted, suggest
from kingdoms.core.game import Game
from kingdoms.core.registry import game_class, game_names, hint_at_game
from kingdoms.texts import LiveText, PerLanguage, shared_texts, text

ENTRY_POINTS: Final = "kingdoms.bots"
"""The entry point group for bots of installed packages; each entry point is a `BotKind` or a list of them."""
SLIPS: Final = PerLanguage(lambda: {"slips": text("parameter.slips")})
"""The parameter of all bots except the random one."""
WITHOUT: Final = PerLanguage(lambda: {"without": text("parameter.without")})
"""Another parameter of all bots except the random one, for studies of the worth of a kind of action."""

FOR_NEWCOMERS: Final = 2
"""The level for newcomers, the same as in `web/src/play/seats/bots.ts`."""

ABOUT: Final = shared_texts("bot")
GREEDY: Final = BotKind(
    "greedy", LiveText(ABOUT, "greedy_about"), OneStepBot, title=LiveText(ABOUT, "greedy"), takes_game=True, patient=True
)
"""The greedy bot of games without one of their own."""

Maker = Callable[[int], Bot]
"""A function that makes a bot from a seed."""


class Bots:
    """A registry of kinds of bots; `kingdoms.bots.BOTS` is the shared instance.

    Games have their own bots (`Game.bots`); the registry adds bots that play any game, and bots of installed packages.
    """

    def __init__(self) -> None:
        self._registered: list[BotKind] = []
        self._installed: list[BotKind] | None = None

    def register(self, kind: BotKind) -> None:
        """Register a kind of bot. Several kinds may share a name if they play different games."""
        self._registered.append(kind)

    def kinds(self, game: str) -> list[BotKind]:
        """Return the kinds of bots that play a game: its own, those from the registry, and a kind for each of its levels.

        Raises:
            UnknownGame: there is no such game.
        """
        rules = game_class(game)
        registered = [*self._registered, *self._package_kinds()]
        suitable = [kind for kind in registered if not kind.games or game in kind.games]
        return [*rules.bots(), *suitable, *_greedy(rules, suitable), *level_kinds(rules)]

    def by_game(self) -> list[BotKind]:
        """Return all kinds of bots, each with the games that it plays."""
        registered = [*self._registered, *self._package_kinds()]
        game_kinds = [
            replace(kind, games=(game,))
            for game in game_names()
            for rules in (game_class(game),)
            for kind in (*rules.bots(), *_greedy(rules, registered), *level_kinds(rules))
        ]
        return [*registered, *game_kinds]

    def names(self, game: str, patient: bool = True) -> list[str]:
        """Return the names of the bots that play a game; patient ones only if `patient` is true."""
        return sorted({kind.name for kind in self.kinds(game) if patient or not kind.patient})

    def usual(self, game: str) -> str:
        """Return the name of the game's usual bot, a sound opponent and adviser: its own first one, or else "greedy"."""
        bots = game_class(game).bots()
        return bots[0].name if bots else GREEDY.name

    def adviser(self, game: Game, seed: int) -> Adviser | None:
        """Return the usual bot of a game if it can give reasons, else None."""
        bot = self.make(self.usual(game.name), game, seed)
        return bot if isinstance(bot, Adviser) else None

    def newcomers(self, game: str) -> str:
        """Return the name of the bot for newcomers: the level that makes mistakes they can use, or the usual bot.

        Examples:
            >>> from kingdoms.bots import BOTS
            >>> BOTS.newcomers("middlesea")
            'level:2'
        """
        levels = level_kinds(game_class(game))
        return levels[min(FOR_NEWCOMERS, len(levels)) - 1].name if levels else self.usual(game)

    @staticmethod
    def parameters(kind: BotKind) -> dict[str, str]:
        """Return the parameters of a kind of bot, with their descriptions."""
        return dict(kind.parameters) if kind.make is RandomBot else {**kind.parameters, **SLIPS, **WITHOUT}

    def make(self, spec: str, game: Game, seed: int) -> Bot:
        """Make a bot.

        Args:
            spec: `name`, or `name:parameter=value`, with colons between several parameters; or `program:COMMAND`, which runs
                a program on this machine at its first decision. Accept specs only from users who may run programs on this
                machine; use `make_own` for all others.
            game: the game that it will play.
            seed: the seed of its random numbers.

        Raises:
            BotError: the game has no such bot, or the bot does not take these parameters.
            TypeError: `game` is not a game, but a name, say.

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
        """Return a function that makes such bots from seeds, for callers that make many of them.

        Args:
            spec: as in `make`; programs are accepted.
            game: the game that they will play.

        Raises:
            BotError: the game has no such bot, or the bot has no such parameters. Their values are validated only when a bot
                is made.

        Examples:
            >>> import kingdoms
            >>> from kingdoms.bots import BOTS
            >>> maker = BOTS.maker("random", kingdoms.load_game("middlesea"))
            >>> [type(maker(seed)).__name__ for seed in (1, 2)]
            ['RandomBot', 'RandomBot']
        """
        name, _, command = spec.partition(":")
        if name != PROGRAM or not isinstance(game, Game):
            return self._own_maker(spec, game)
        usual = self.usual(game.name)

        def make(seed: int) -> Bot:
            return ProgramBot(command, seed, lambda view: (usual, self.make_own(usual, view.game, seed)))

        return _quote_spec(make, spec, game)

    def make_own(self, spec: str, game: Game, seed: int) -> Bot:
        """Make a bot like `make`, but never an external program.

        Raises:
            BotError: the game has no such bot, or the bot does not take these parameters.

        Examples:
            >>> import kingdoms
            >>> from kingdoms.bots import BOTS
            >>> type(BOTS.make_own("random", kingdoms.load_game("middlesea"), seed=7)).__name__
            'RandomBot'
        """
        return self._own_maker(spec, game)(seed)

    def _own_maker(self, spec: str, game: Game) -> Maker:
        """Return a function that makes bots, like `maker`, but never external programs."""
        if not isinstance(game, Game):
            raise TypeError(f"a bot is made for a game, as load_game returns it, not for {game!r}")
        kind = self.find(spec, game.name)
        valid_parameters = self.parameters(kind)
        name, parts = kind.name, spec[len(kind.name) :].split(":")[1:]
        parameters: dict[str, Any] = {}
        for part in parts:
            key, equals, value = part.partition("=")
            if not equals or key not in valid_parameters:
                takes = "; ".join(f"{k} ({v})" for k, v in valid_parameters.items())
                fault = text("bot.no_parameter", bot=name, part=quoted(part), n=len(valid_parameters), parameters=takes)
                raise BotError(fault).cite(game)
            parameters[key] = value
        slips = parameters.pop("slips", None) if "slips" not in kind.parameters else None
        without = parameters.pop("without", None) if "without" not in kind.parameters else None
        plain = partial(kind.make, *([game] if kind.takes_game else []), **parameters)

        def make(seed: int) -> Bot:
            bot = plain(seed)
            bot = bot if slips is None else SlippingBot(bot, seed, slips)
            return bot if without is None else AvoidingBot(bot, game, without.split("+"))

        return _quote_spec(make, spec, game)

    def find(self, spec: str, game: str) -> BotKind:
        """Return the kind of bot that a spec names.

        Raises:
            BotError: the game has no such bot.
        """
        for kind in self.kinds(game):
            if spec == kind.name or spec.startswith(f"{kind.name}:"):
                return kind
        name, names = spec.partition(":")[0], self.names(game)
        if name == LEVEL:
            name = spec
        hint = hint_at_game(name) or suggest(name, names)
        error = BotError(text("bot.unknown", bot=quoted(name), game=game, hint=hint, bots=", ".join(names)))
        raise error.cite(game_class(game))

    def _package_kinds(self) -> list[BotKind]:
        """Return the kinds of bots from installed packages, which are loaded once."""
        if self._installed is None:
            from importlib.metadata import entry_points  # noqa: PLC0415  slow to import, and needed only here

            self._installed = []
            for entry in entry_points(group=ENTRY_POINTS):
                plugin = entry.load()
                self._installed += [plugin] if isinstance(plugin, BotKind) else list(plugin)
        return self._installed


def _greedy(rules: type[Game], kinds: Sequence[BotKind]) -> Sequence[BotKind]:
    """Return the greedy bot for any game, unless the game or a package has one of that name for it."""
    game_kinds = (*rules.bots(), *(kind for kind in kinds if not kind.games or rules.name in kind.games))
    return () if any(kind.name == GREEDY.name for kind in game_kinds) else (GREEDY,)


def _quote_spec(make: Maker, spec: str, game: Game) -> Maker:
    """Wrap a maker so that a `ValueError` becomes a `BotError` that quotes the spec."""

    def wrapper(seed: int) -> Bot:
        try:
            return make(seed)
        except ValueError as error:
            raise BotError(f"bot {cut(spec, 100)}: {error}").cite(game) from None

    return wrapper


BOTS = Bots()
"""The shared registry."""

BOTS.register(BotKind("random", LiveText(ABOUT, "random_about"), RandomBot, title=LiveText(ABOUT, "random")))
BOTS.register(SEARCH)
