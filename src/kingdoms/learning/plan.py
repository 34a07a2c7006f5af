"""The plan of a training: everything that determines the net."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from kingdoms.core.errors import KingdomsError, quoted
from kingdoms.core.game import Game
from kingdoms.core.registry import load_game
from kingdoms.files import write_atomic

if TYPE_CHECKING:
    from kingdoms.nets import Saved

FILE: Final = "plan.json"
TARGETS: Final = ("search", "games")
"""What nets can learn, see `TrainingPlan`."""
ROUND_LIMIT: Final = 60
"""The limit on rounds of self-play games, if the game has such a limit."""
ROUND_STEP: Final = 1_000_000
"""The difference between the seeds of consecutive rounds, above the number of games of a round."""


COMMAND: Final = ("kingdoms", "train")
"""How the command of a training begins."""
EXPLORE: Final = ("play", "wide")
"""How much searches can explore in self-play, see `TrainingPlan`."""
PRIORS: Final = ("play", "greedy")
"""What searches can expect in self-play, see `TrainingPlan`."""
BEFORE: Final = {"match": 0, "explore": "wide", "priors": "greedy"}
"""The values of options that commands leave out because they are older than the option, where that is not today's default."""


class LearningError(KingdomsError, ValueError):
    """A training that isn't possible, or whose folder belongs to another one."""

    code, topic, clause = "learning", "request", "N.7"


@dataclass(frozen=True)
class TrainingPlan:
    """The plan of a training.

    Attributes:
        game: the name of the game.
        seats: the number of seats.
        seed: the seed of all random numbers.
        rounds: the number of rounds; from the second on, games are played and labelled by the net of the round before.
        games: the number of self-play games of a round.
        leaves: the number of positions to label by search in each game.
        simulations: the simulations of a label in the first round; later rounds, without rollouts, take three times as many.
        hidden: the number of hidden units.
        epochs: the number of passes over the samples.
        targets: what nets learn: "search", the chances that searches find, beside outcomes; or "games", what follows in games.
        start: the number of seats of the game's own net to start from; 0 to start from random weights.
        match: the most openings of the match between a new net and the best one; 0 for no match: it is always accepted.
        blend: the percentage of what the players' searches expect in the samples with outcomes of games.
        explore: how much searches explore, with the targets "search": "play", as in other games; or "wide", as when the first
            nets were trained.
        priors: what searches expect, with the targets "search": "play", as in other games; or "greedy", more from the greedy
            choice, as when the first nets were trained.

    Raises:
        LearningError: a number is out of range, or nets cannot learn the game.

    Examples:
        >>> TrainingPlan("middlesea", 2).seed_of(round_number=1, game=0)
        101000000
    """

    game: str
    seats: int = 2
    seed: int = 1
    rounds: int = 2
    games: int = 1500
    leaves: int = 5
    simulations: int = 150
    hidden: int = 32
    epochs: int = 10
    targets: str = "search"
    start: int = 0
    match: int = 100
    blend: int = 0
    explore: str = "play"
    priors: str = "play"

    def __post_init__(self) -> None:
        limits = {
            "rounds": 100,
            "games": ROUND_STEP,
            "leaves": 100,
            "simulations": 1_000_000,
            "hidden": 256,
            "epochs": 10_000,
            "match": ROUND_STEP,
            "start": 100,
            "blend": 100,
        }
        for name, most in limits.items():
            least = {"simulations": 2, "games": 2, "match": 0, "start": 0, "blend": 0}.get(name, 1)
            if not least <= getattr(self, name) <= most:
                raise LearningError(f"{name} is from {least} to {most}, not {getattr(self, name)}")
        if self.targets not in TARGETS:
            raise LearningError(f"targets are {' or '.join(TARGETS)}, not {quoted(self.targets)}")
        if self.explore not in EXPLORE:
            raise LearningError(f"explore is {' or '.join(EXPLORE)}, not {quoted(self.explore)}")
        if self.priors not in PRIORS:
            raise LearningError(f"priors are {' or '.join(PRIORS)}, not {quoted(self.priors)}")
        if self.blend and self.targets != "search":
            raise LearningError("blend is for the targets search: with games, targets mix what search expects in any case")
        rules = self.rules
        if rules.has_secrets and self.targets == "games":
            raise LearningError(f"the targets of {self.game} are search: its seats have secrets").cite(rules)
        if not rules.knowledge(rules.new_initial_state()).features():
            raise LearningError(f"nets cannot learn {self.game}: its knowledge has no features").cite(rules)

    @property
    def rules(self) -> Game:
        """The game of the training."""
        return load_game(self.game, self.seats).limited(ROUND_LIMIT)

    @property
    def command(self) -> str:
        """The command that trains the same net."""
        options = {name: value for name, value in asdict(self).items() if name != "game"}
        return " ".join(["kingdoms train", self.game, *(f"--{name} {value}" for name, value in options.items())])

    @classmethod
    def from_net(cls, saved: Saved, name: str) -> TrainingPlan:
        """Return the plan of the training that made a net, from its file.

        Args:
            saved: the net.
            name: the name of the file, for errors.

        Raises:
            LearningError: the file has no command of its training, or one with unknown options.
        """
        words = str(saved.made.get("command", "")).split()
        options = {word.removeprefix("--"): value for word, value in zip(words[3::2], words[4::2], strict=False)}
        if tuple(words[:2]) != COMMAND or words[2:3] != [saved.game] or len(words) != 3 + 2 * len(options):
            raise LearningError(f"{name} does not say which command made it")
        kinds = {field.name: field.type for field in fields(cls) if field.name != "game"}
        arguments: dict[str, Any] = dict(BEFORE)
        for option, value in options.items():
            if option not in kinds:
                raise LearningError(f"{name} was made with the option --{option}, which training no longer has")
            if kinds[option] == "int" and not value.isdigit():
                raise LearningError(f"{name} was made with --{option} {quoted(value)}, which is no whole number")
            arguments[option] = int(value) if kinds[option] == "int" else value
        return cls(saved.game, **arguments)

    def seed_of(self, round_number: int, game: int) -> int:
        """Return the seed of a game; rounds start at 1."""
        return self.seed * 100 * ROUND_STEP + round_number * ROUND_STEP + game

    def open(self, folder: Path) -> None:
        """Create the folder of the training, or check that it belongs to this plan.

        Raises:
            LearningError: the folder belongs to another plan, or cannot be used.
        """
        path = folder / FILE
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if not path.exists():
                write_atomic(path, json.dumps(asdict(self), indent=1).encode())
            data = json.loads(path.read_bytes())
        except (OSError, ValueError) as error:
            raise LearningError(f"the folder {folder} cannot be used: {error}") from None
        if isinstance(data, dict):
            data = BEFORE | data
        if data != asdict(self):
            differing = (
                [name for name, value in asdict(self).items() if data.get(name) != value] if isinstance(data, dict) else []
            )
            raise LearningError(
                f"{folder} holds a training with another plan ({', '.join(differing) or 'unreadable'} differ): "
                "give the same options, or another folder"
            )
