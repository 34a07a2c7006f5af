"""The games for OpenSpiel: importing this module registers each of them as "kingdoms_NAME". It needs OpenSpiel (`open-spiel`).

Players' actions have the numbers of the fixed encoding, those of chance the game's own. Chance is explicit.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from kingdoms.bots.match import MOST_ACTIONS, ROUNDS
from kingdoms.core.game import Game
from kingdoms.core.registry import game_class, game_names
from kingdoms.core.rng import Random
from kingdoms.core.rulings import Ruling
from kingdoms.core.state import State
from kingdoms.env.moments import LinkedMoment
from kingdoms.env.past import Past

try:
    import pyspiel
except ModuleNotFoundError:
    raise ModuleNotFoundError("kingdoms.env.openspiel needs OpenSpiel: pip install open-spiel", name="pyspiel") from None

PREFIX: Final = "kingdoms_"
"""The beginning of the games' names in OpenSpiel, which has games of its own with common names."""
HISTORY: Final = 512
"""The default number of actions in the tensor of an information state: more than games between good players have."""
RESOLUTION: Final = 1 << 30
"""The number of different seeds for a resampled state."""


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A game for OpenSpiel; `pyspiel.load_game` makes it, such as "kingdoms_rivers(players=2)".

    The parameters are `players`, the number of seats; `history`, the number of actions in the tensor of an information state;
    and the rulings by their names. Numbers that a ruling leaves open are 0: `round_limit=0` is the usual limit of 100 rounds,
    without which a game might never end. After `MOST_ACTIONS` decisions the score decides.

    Each game has a subclass. OpenSpiel keeps it until the process ends, which other callables would not survive.

    Args:
        parameters: the parameters that were given, with the defaults of all others.

    Attributes:
        name: the name of the game.
        kind: its type.
        ours: the game.
        encoding: the encoding of observations and actions.
        past: the encoding of past actions.

    Raises:
        ValueError: `history` is negative.
    """

    name: ClassVar[str]
    kind: ClassVar[Any]

    def __init__(self, parameters: Mapping[str, Any]) -> None:
        cls = game_class(self.name)
        rulings = {
            ruling.name: value_of(ruling, parameters[ruling.name]) for ruling in rulings_of(cls) if ruling.name in parameters
        }
        self.ours: Game = cls(int(parameters["players"]), rulings).limited(ROUNDS)
        self.encoding = self.ours.encoding()
        self.past = Past(self.encoding, int(parameters["history"]))
        info = pyspiel.GameInfo(
            num_distinct_actions=self.encoding.actions,
            max_chance_outcomes=self.past.outcomes,
            num_players=self.ours.num_players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=MOST_ACTIONS,
        )
        super().__init__(self.kind, info, dict(parameters))

    def __reduce__(self) -> tuple[Any, ...]:
        """Support pickling: a game is loaded again by its parameters."""
        return load, (str(self),)

    def new_initial_state(self, _: str | None = None) -> SpielState:
        """Return the state at the beginning."""
        return SpielState(self, LinkedMoment(self.ours.new_initial_state()))

    def make_py_observer(self, kind: Any = None, parameters: Any = None) -> SpielObserver:
        """Return an object that makes observations."""
        return SpielObserver(self, kind or pyspiel.IIGObservationType(perfect_recall=False), parameters)

    def max_chance_nodes_in_history(self) -> int:
        """Return a bound on the number of chance nodes in a game."""
        return MOST_ACTIONS


class SpielState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A state of a game for OpenSpiel.

    Args:
        game: the game.
        moment: the state, with the way to it.

    Attributes:
        moment: as above. It is replaced, never changed, so that clones share it.
    """

    def __init__(self, game: SpielGame, moment: LinkedMoment) -> None:
        super().__init__(game)
        self.moment = moment

    @property
    def table(self) -> State:
        """The state as one of ours, which must not be changed."""
        return self.moment.table

    def current_player(self) -> int:
        """Return the player to move, or OpenSpiel's number for chance or the end."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.table.is_chance_node() else self.table.current_player()

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.table.is_terminal() or self.moment.decisions >= MOST_ACTIONS

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the actions of chance with their probabilities."""
        return self.table.chance_outcomes()

    def returns(self) -> list[float]:
        """Return each player's share of the victory; 0 for all while the game lasts."""
        cut = self.is_terminal() and not self.table.is_terminal()
        return self.table.returns_by_score() if cut else self.table.returns()

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """Return a random state that agrees with all that a player has seen.

        `history()` is still that of this state, so the new one is for search, and not to be replayed.
        """
        sampled = self.clone()
        sampled.moment = self.moment.resample(player, Random(int(sampler() * RESOLUTION)))
        return sampled  # type: ignore[no-any-return]

    def __str__(self) -> str:
        return self.table.serialize()

    # -- called by OpenSpiel ------------------------------------------------------------------------------------------------

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.get_game().encoding.legal_numbers(self.table))

    def _apply_action(self, number: int) -> None:
        table = self.table
        chance = table.is_chance_node()
        action = number if chance else self.get_game().encoding.decode(number, table.current_player())
        self.moment = self.moment.child(table.checked(action), int(not chance))

    def _action_to_string(self, player: int, number: int) -> str:
        game: SpielGame = self.get_game()
        action = number if player == pyspiel.PlayerId.CHANCE else game.encoding.decode(number, player)
        return game.ours.action_to_string(action)


class SpielObserver:
    """What a player sees, as numbers and as text.

    Usually it is the player's view: `tensor` is the observation of the game's encoding with numbers from 0 to 1, `dict` has its
    fields by name, and the text is the view as JSON. With perfect recall, the text is the same exactly if the player has seen
    the same, and past actions follow the observation in `tensor`; in `dict` they are "past". Without private information,
    there is only a text, the view of an onlooker.

    Args:
        game: the game.
        kind: which information is wanted.
        parameters: none are known.

    Raises:
        ValueError: an observation of another kind is wanted.
    """

    def __init__(self, game: SpielGame, kind: Any, parameters: Any = None) -> None:
        if parameters:
            raise ValueError(f"observations have no parameters, and {parameters} were given")
        private = pyspiel.PrivateInfoType
        self.recalls, self.is_private = kind.perfect_recall, kind.private_info == private.SINGLE_PLAYER
        if not kind.public_info or kind.private_info == private.ALL_PLAYERS or (self.recalls and not self.is_private):
            raise ValueError(
                "an observation has public information, and a single player's private information or none; "
                "with perfect recall, it has a single player's"
            )
        self.game = game
        self.tensor: NDArray[np.float32] | None = None
        self.dict: dict[str, NDArray[np.float32]] = {}
        if self.is_private:
            self.tensor = np.zeros(game.encoding.size + self.recalls * game.past.size, np.float32)
            self.dict = dict(_parts(game, self.tensor))
            if self.recalls and game.past.shape[0]:
                self.dict["past"] = self.tensor[game.encoding.size :].reshape(game.past.shape)

    def set_from(self, state: SpielState, player: int) -> None:
        """Write to `tensor` and `dict` what a player sees."""
        if self.tensor is not None:
            self.game.encoding.observe(state.table, player, self.tensor[: self.game.encoding.size])
            if "past" in self.dict:
                past = self.game.past
                past.write(state.moment.latest_actions(player, past.shape[0]), player, self.dict["past"])

    def string_from(self, state: SpielState, player: int) -> str:
        """Return what a player sees as a text."""
        seat = self.game.ours.seats[player]
        if self.recalls:
            return f"{seat} {state.moment.observation_digest(player).hex()}"
        return json.dumps(state.table.view(seat if self.is_private else None).to_json(), sort_keys=True)


def _parts(game: SpielGame, tensor: NDArray[np.float32]) -> Iterator[tuple[str, NDArray[np.float32]]]:
    """Yield the fields of an observation: views of the tensor, with their names and shapes."""
    at = 0
    for field in game.encoding.observation:
        yield field.name, tensor[at : at + field.size].reshape(field.shape)
        at += field.size


def rulings_of(game: type[Game]) -> tuple[Ruling, ...]:
    """Return the rulings and variants of a game."""
    return (*game.known_rulings, *game.variants)


def parameter(ruling: Ruling) -> bool | int | str:
    """Return the default of a ruling as OpenSpiel's parameter, whose type is that of all values.

    It is a truth value, a whole number (0 for null), a word, or else JSON.
    """
    kinds = {type(value) for value in ruling.values}
    if ruling.counts and kinds <= {int, type(None)}:
        return int(ruling.default or 0)
    return ruling.default if kinds in ({bool}, {int}, {str}) else json.dumps(ruling.default)


def value_of(ruling: Ruling, argument: Any) -> Any:
    """Return the value of a ruling from OpenSpiel's parameter."""
    if ruling.counts and argument == 0 and None in ruling.values:
        return None
    if isinstance(argument, str) and not all(isinstance(value, str) for value in ruling.values):
        return json.loads(argument)
    return argument


def load(game: str) -> Any:
    """Return a game by its name and parameters; unlike OpenSpiel's own function, this also works in a process without games."""
    return pyspiel.load_game(game)


def register() -> None:
    """Register each game with OpenSpiel, such as "kingdoms_rivers". Importing this module does so.

    Call it again after registering a game of your own with `kingdoms.register`.

    Examples:
        >>> import pyspiel
        >>> register()
        >>> game = pyspiel.load_game("kingdoms_middlesea(players=2,round_limit=20)")
        >>> state = game.new_initial_state()
        >>> state.is_chance_node(), state.child(0).current_player(), state.child(0).observation_tensor().__len__()
        (True, 0, 616)
    """
    spiel_names = set(pyspiel.registered_names())
    for name in game_names():
        if PREFIX + name not in spiel_names:
            cls = game_class(name)
            information = pyspiel.GameType.Information
            kind = pyspiel.GameType(
                short_name=PREFIX + name,
                long_name=cls.title,
                dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
                chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
                information=information.IMPERFECT_INFORMATION if cls.has_secrets else information.PERFECT_INFORMATION,
                utility=pyspiel.GameType.Utility.CONSTANT_SUM,
                reward_model=pyspiel.GameType.RewardModel.TERMINAL,
                max_num_players=max(cls.player_counts),
                min_num_players=min(cls.player_counts),
                provides_information_state_string=True,
                provides_information_state_tensor=True,
                provides_observation_string=True,
                provides_observation_tensor=True,
                parameter_specification={
                    "players": max(cls.player_counts),
                    "history": HISTORY,
                    **{ruling.name: parameter(ruling) for ruling in rulings_of(cls)},
                },
            )
            pyspiel.register_game(kind, type(f"{cls.__name__}ForOpenSpiel", (SpielGame,), {"name": name, "kind": kind}))


register()
