"""The parts of a game that are imported on first use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Generic

from kingdoms.core.setup import Setup
from kingdoms.core.view import PlainFacts

if TYPE_CHECKING:
    from pathlib import Path

    from _typeshed import DataclassInstance
    from typing_extensions import TypeVar

    from kingdoms.core.bot import BotKind
    from kingdoms.core.factor import Factor
    from kingdoms.core.knowledge import Knowledge
    from kingdoms.core.level import Level
    from kingdoms.core.measures import Measures
    from kingdoms.core.piecepack import Piecepack
    from kingdoms.core.printing import Printing
    from kingdoms.core.state import State
    from kingdoms.core.view import Drawing

    S = TypeVar("S", bound=State, default=Any)
else:
    from typing import TypeVar

    S = TypeVar("S")
P = TypeVar("P")


class Parts(Setup, Generic[S]):
    """The parts of a game beside its rules: bots, levels, drawings, knowledge. `kingdoms.Game` inherits them.

    A game names its parts in the attribute `parts`, and overrides a method only where that is not enough.
    """

    parts: ClassVar[Mapping[str, str]] = {}

    @classmethod
    def part(cls, name: str, default: P) -> P:
        """Return the part with this name in `parts`, or else the default."""
        return load(cls.parts[name]) if name in cls.parts else default

    @classmethod
    def bots(cls) -> Sequence[BotKind]:
        """Return the game's own bots, the recommended one first."""
        return cls.part("bots", ())

    @classmethod
    def levels(cls) -> Sequence[Level]:
        """Return the levels of play, from the weakest to the strongest."""
        from kingdoms.core.level import PLAIN_LEVELS

        return cls.part("levels", PLAIN_LEVELS)

    @classmethod
    def search_options(cls) -> Mapping[str, float]:
        """Return the best search options for this game, if they differ from the defaults of `kingdoms.search.tree.Tree`."""
        return {}

    @classmethod
    def nets(cls) -> Mapping[int, Path]:
        """Return the files of the game's nets by number of seats; see `kingdoms.nets`."""
        return cls.part("nets", {})

    @classmethod
    def factors(cls) -> Sequence[Factor]:
        """Return the groups of a net's features that have words, to say what makes one position better than another."""
        return cls.part("factors", ())

    def net_file(self) -> Path | None:
        """Return the file of the net that has learned the game with these seats and rulings, or None.

        By default, nets are used with the default rulings only.
        """
        return None if self.changed_rulings() else self.nets().get(self.num_players)

    @classmethod
    def drawing(cls) -> Drawing | None:
        """Return the functions that draw tables, or None if tables are shown as text only."""
        return cls.part("drawing", None)

    @classmethod
    def piecepack(cls) -> Piecepack | None:
        """Return the arrangement of piecepack pieces on the table, for Portable Piecepack Notation; None for any other game."""
        layout = cls.part("piecepack", None)
        return None if layout is None else layout()

    @classmethod
    def printing(cls) -> Printing:
        """Return what the printed rules have beside the clauses: diagrams, a card, a board, pieces. The default has nothing."""
        from kingdoms.core.printing import Printing

        return cls.part("printing", Printing)()

    @classmethod
    def facts_type(cls) -> type[DataclassInstance]:
        """Return the return type of `View.facts`, for programs that publish its schema."""
        return cls.part("facts_type", PlainFacts)

    @classmethod
    def forecast_type(cls) -> type | None:
        """Return the return type of `forecast`, a TypedDict; None if it has no fixed shape."""
        return cls.part("forecast_type", None)

    def knowledge(self, state: S) -> Knowledge:
        """Return the game's knowledge of good play, for search and fast bots.

        The default, for games without such knowledge, has uniform priors and random playouts to the end of the game.
        """
        from kingdoms.core.knowledge import PlainKnowledge

        return self.part("knowledge", PlainKnowledge)(state)

    @classmethod
    def shorthand(cls) -> str:
        """Return JSON data of typical positions, or views in a game with secrets, to shorten `kingdoms.position_text`.

        It must never change, or texts that have been shared could no longer be read. Texts are longer without it.
        """
        return cls.part("shorthand", "")

    @classmethod
    def measures(cls) -> Measures:
        """Return the measures that studies record. The default only counts rounds."""
        from kingdoms.core.measures import Measures

        return cls.part("measures", Measures)()


def load(reference: str) -> Any:
    """Return the object at "module:name", importing the module if necessary."""
    module, _, name = reference.partition(":")
    return getattr(import_module(module), name)
