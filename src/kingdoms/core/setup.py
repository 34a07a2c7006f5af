"""The seats and rulings of a game, which are chosen before it begins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from kingdoms import texts
from kingdoms.core.errors import SeatsError, citing, quoted
from kingdoms.core.rulings import Ruling, accept_rulings
from kingdoms.texts import text


class Setup:
    """The seats and rulings of a game: the part of `kingdoms.Game` that games hardly ever override.

    `kingdoms.Game` describes the attributes.
    """

    name: ClassVar[str]
    known_rulings: ClassVar[Sequence[Ruling]] = ()
    variants: ClassVar[Sequence[Ruling]] = ()
    seat_names: ClassVar[Mapping[str, str]] = {}
    near_seat: ClassVar[str] = ""
    player_counts: ClassVar[Sequence[int]] = (2,)
    usual_length: ClassVar[Mapping[int, int]] = {}
    error_clauses: ClassVar[Mapping[str, str]] = {}

    def __init__(self, seats: Sequence[str] | int | None = None, rulings: Mapping[str, Any] | None = None) -> None:
        """Choose seats and rulings.

        Args:
            seats: the seats, in any order; or the number of players, for the usual seats; None for the maximum.
            rulings: the rulings that differ from the defaults.

        Raises:
            SeatsError: the game does not allow these seats.
            RulingsError: an unknown ruling or an invalid value.
        """
        with citing(type(self)):
            self.seats: tuple[str, ...] = self.accept_seats(seats)
            self.rulings: Mapping[str, Any] = accept_rulings(self.known_rulings, rulings, self.variants)

    @property
    def num_players(self) -> int:
        """The number of seats."""
        return len(self.seats)

    @property
    def usual_rounds(self) -> int:
        """The number of rounds in a usual game, four if the game doesn't say.

        Examples:
            >>> import kingdoms
            >>> [kingdoms.load_game("rivers", seats).usual_rounds for seats in (2, 4)]
            [29, 14]
        """
        return self.usual_length.get(self.num_players, 4)

    @property
    def usual_seat(self) -> str:
        """The seat of a single person among bots: `near_seat` if it is in the game, else the first.

        Examples:
            >>> import kingdoms
            >>> kingdoms.load_game("middlesea", seats=2).usual_seat
            'S'
        """
        return self.near_seat if self.near_seat in self.seats else self.seats[0]

    def changed_rulings(self) -> dict[str, Any]:
        """Return the rulings and variants that differ from the defaults.

        Examples:
            >>> import kingdoms
            >>> kingdoms.load_game("middlesea", rulings={"attack_port": "any", "round_limit": None}).changed_rulings()
            {'attack_port': 'any'}
        """
        usual = {ruling.name: ruling.default for ruling in (*self.known_rulings, *self.variants)}
        return {name: value for name, value in self.rulings.items() if value != usual[name]}

    @classmethod
    def accept_seats(cls, seats: Sequence[str] | int | None) -> tuple[str, ...]:
        """Return the chosen seats in the game's order. By default, any of `seat_names`, if `player_counts` has their number.

        Raises:
            SeatsError: the game does not allow these seats.
        """
        names = tuple(cls.seat_names)
        return cls.choose_seats(seats, names, {count: names[:count] for count in cls.player_counts})

    @classmethod
    def choose_seats(
        cls, seats: Sequence[str] | int | None, all_seats: Sequence[str], usual: Mapping[int, tuple[str, ...]]
    ) -> tuple[str, ...]:
        """Return the chosen seats in the game's order; a helper for `accept_seats`.

        Args:
            seats: as `accept_seats` takes them.
            all_seats: all seats of the game, in order.
            usual: number of players -> the seats to use if only the number is given.

        Raises:
            SeatsError: a number of players that is not in `usual`, or unknown or repeated seats.
        """
        if seats is None:
            return usual[max(usual)]
        if isinstance(seats, int) and not isinstance(seats, bool):
            if seats not in usual:
                raise SeatsError(text("seats.wrong_number", numbers=_number_phrase(usual), seats=quoted(seats))).cite(cls)
            return usual[seats]
        if isinstance(seats, str | bool) or not isinstance(seats, Sequence):
            example = ", ".join(f'"{seat}"' for seat in usual[min(usual)])
            raise SeatsError(text("seats.not_a_list", example=example, seats=quoted(seats))).cite(cls)
        for seat in seats:
            if seat not in all_seats:
                raise SeatsError(text("seats.unknown", seat=quoted(seat), seats=texts.listing(all_seats))).cite(cls)
        chosen = tuple(seat for seat in all_seats if seat in seats)
        if len(chosen) != len(seats):
            raise SeatsError(text("seats.twice")).cite(cls)
        if len(chosen) not in usual:
            raise SeatsError(text("seats.numbers", numbers=_number_phrase(usual))).cite(cls)
        return chosen

    @classmethod
    def seat_name(cls, seat: str) -> str:
        """Return the display name of a seat."""
        return cls.seat_names[seat]

    def accept_viewer(self, seat: object) -> str | None:
        """Return `seat` if it is a seat of the game, or None for an onlooker.

        Raises:
            SeatsError: it is neither.
        """
        if seat is None or (isinstance(seat, str) and seat in self.seats):
            return seat
        message = text("seats.no_view", seats=texts.listing(self.seats), seat=quoted(seat))
        raise SeatsError(message, topic="view").cite(self)

    def __reduce__(self) -> tuple[Any, ...]:
        """Support copying and pickling: a game is recreated from its seats and rulings."""
        return type(self), (self.seats, dict(self.rulings))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Setup):
            return NotImplemented
        return (self.name, self.seats, self.rulings) == (other.name, other.seats, other.rulings)

    def __hash__(self) -> int:
        return hash((self.name, self.seats))  # without the rulings: their values may be lists

    def __repr__(self) -> str:
        changed = self.changed_rulings()
        return f"load_game({self.name!r}, seats={list(self.seats)!r}, rulings={changed!r})"


def _number_phrase(usual: Mapping[int, object]) -> str:
    return texts.listing([str(number) for number in usual], "or")
