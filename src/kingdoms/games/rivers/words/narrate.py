"""Narration of actions: typed events, each with a sentence and the changes it made.

The rules do not log. The narrator replays an action on a copy of the state, one automatic step at a time, and compares the JSON
data before and after each step: the position for a full narration, or one seat's view for a narration to that seat.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from kingdoms import english
from kingdoms.core.changes import find_changes
from kingdoms.core.event import Change, Event
from kingdoms.games.rivers.engine import codes, conflict, course, pieces
from kingdoms.games.rivers.engine.geometry import BUILDING_NAMES, CELLS, COLOURS, OFFICES, SEATS, TILE_NAMES, treasure_cells
from kingdoms.games.rivers.engine.state import State
from kingdoms.games.rivers.table.holding import draws_by_itself, is_held
from kingdoms.games.rivers.table.view import View
from kingdoms.games.rivers.words import phrases
from kingdoms.games.rivers.words.notation import SWAPS, action_to_string

Picture = Callable[[State], dict[str, Any]]


def narrate(before: State, action: int, after: State) -> list[Event]:
    """Return the events of a legal action that leads from `before` to `after`; neither state is changed."""
    return _play(Narrator(before.clone(), lambda state: state.position(), holds=is_held(after)), action)


def tell(before: State, action: str, after: State, seat: str | None) -> tuple[str | None, list[Event]]:
    """Return an action (None if secret) and its events as known to a seat, or to an onlooker if `seat` is None (B-1)."""
    narrator = Narrator(before.clone(), lambda state: View(state, seat).to_json(), seat, holds=is_held(after))
    kind = action.split(" ", 1)[0]
    mover = SEATS[course.seat_to_move(before)]
    events = _play(narrator, before.game.string_to_action(action))
    return None if kind in ("draw", "swap") and mover != seat else action, events


def settle(state: State) -> list[Event]:
    """Apply automatic steps to `state` until the next decision, and return their events."""
    narrator = Narrator(state, lambda state: state.position())
    narrator.settle()
    return narrator.finish()


def _play(narrator: Narrator, action: int) -> list[Event]:
    """Apply an action and the automatic steps after it, and return their events."""
    narrator.act(action)
    narrator.settle()
    return narrator.finish()


class Narrator:
    """Plays a state forward and narrates the changes.

    Args:
        state: the state to play on; changed in place.
        picture: returns the JSON data that is compared between steps.
        viewer: the seat the narration is for, None for an onlooker; "all" includes hidden information.
        holds: whether to stop before a draw from a bag with only one colour.

    Attributes:
        events: the events so far.
        changes: changes that no event has yet; the next event gets them.
    """

    def __init__(self, state: State, picture: Picture, viewer: str | None = "all", *, holds: bool = False) -> None:
        self.state = state
        self.before = state
        self.picture = picture
        self.viewer = viewer
        self.holds = holds
        self.seen = picture(state)
        self.events: list[Event] = []
        self.changes: list[Change] = []

    def may_know(self, seat: int) -> bool:
        """Return whether the viewer may know the tiles a seat draws and swaps."""
        return self.viewer in ("all", SEATS[seat])

    def watch(self, step: Callable[[State], None]) -> None:
        """Apply a step to the state and record its changes."""
        self.before = self.state.clone()
        step(self.state)
        seen = self.picture(self.state)
        self.changes += find_changes(self.seen, seen)
        self.seen = seen

    def add(self, kind: str, by: int | None, text: str, **details: Any) -> None:
        """Add an event with all recorded changes."""
        name = None if by is None else SEATS[by]
        self.events.append(Event(kind, name, text[0].upper() + text[1:], details, tuple(self.changes)))
        self.changes = []

    def finish(self) -> list[Event]:
        """Return the events, with the remaining changes attached to the last one."""
        if self.changes:
            last = self.events.pop() if self.events else Event("goes_on", None, "The game goes on.")
            self.events.append(replace(last, changes=last.changes + tuple(self.changes)))
            self.changes = []
        return self.events

    # -- actions ------------------------------------------------------------------------------------------------------

    def act(self, action: int) -> None:
        """Apply an action and narrate it."""
        kind, *rest = action_to_string(action).split(" ")
        mover = course.seat_to_move(self.state)
        self.watch(lambda state: course.act(state, action))
        colour = COLOURS.index(rest[0]) if rest and rest[0] in COLOURS else 0
        name = phrases.seat(mover)
        if kind == "first":
            self.add("first", SEATS.index(rest[0]), f"{phrases.seat(SEATS.index(rest[0]))} starts.")
        elif kind == "draw":
            self.add_draw(mover, colour)
        elif kind == "place":
            self.add_tile(mover, colour, CELLS.index(rest[1]))
        elif kind == "leader":
            self.add_leader(mover, colour, rest[1])
        elif kind == "withdraw":
            self.add("withdrawn", mover, f"{name} takes the {OFFICES[colour]} back.", colour=rest[0])
        elif kind == "catastrophe":
            self.add("catastrophe", mover, f"{name} puts a catastrophe on {rest[0]}.", cell=rest[0])
            self.add_homeless()
        elif kind == "swap":
            self.add_swap(mover, SWAPS[action - codes.SWAP])
        elif kind == "pass":
            self.add("pass", mover, f"{name} passes.")
        elif kind == "war":
            self.add("war_chosen", mover, f"{name} resolves the war of the {OFFICES[colour]}s next.", colour=rest[0])
            self.add_conflict()
        elif kind == "commit":
            self.add_commit(mover, int(rest[0]))
        elif kind == "raise":
            self.add_raised(mover, rest[0])
        elif kind in ("build", "wonder", "decline"):
            self.add_building(mover, kind, rest)
        elif kind == "take":
            self.add("treasure", mover, f"{name} takes the treasure on {rest[0]}.", cell=rest[0])
        else:
            self.add("income", mover, f"{name} gets 1 {rest[0]} point from the wonder.", colour=rest[0], points=1)

    def add_draw(self, seat: int, colour: int) -> None:
        """Narrate a draw; the tile's colour only if the viewer may know it."""
        if self.may_know(seat):
            self.add("drawn", seat, f"{phrases.seat(seat)} draws {phrases.a_tile(colour)}.", colour=COLOURS[colour])
        else:
            self.add("drawn", seat, f"{phrases.seat(seat)} draws a tile.")

    def add_swap(self, seat: int, counts: tuple[int, ...]) -> None:
        """Narrate a swap; the colours only if the viewer may know them."""
        number = sum(counts)
        if self.may_know(seat):
            tiles = dict(zip(COLOURS, counts, strict=True))
            self.add("swap", seat, f"{phrases.seat(seat)} swaps {phrases.tiles(counts)}.", count=number, tiles=tiles)
        else:
            self.add("swap", seat, f"{phrases.seat(seat)} swaps {english.count(number, 'tile')}.", count=number)
        self.add_end()

    def add_tile(self, seat: int, colour: int, cell: int) -> None:
        """Narrate a tile placed, and its points or that it joins two kingdoms."""
        text = f"{phrases.seat(seat)} places {phrases.a_tile(colour)} on {CELLS[cell]}"
        where = {"colour": COLOURS[colour], "cell": CELLS[cell]}
        if self.state.marker >= 0:
            self.add("place", seat, f"{text}, which joins two kingdoms.", **where)
            return
        gains = [n for n in range(16) if self.state.points[n] > self.before.points[n]]
        if gains:
            owner, gained = gains[0] // 4, self.state.points[gains[0]] - self.before.points[gains[0]]
            text += f": {phrases.points(gained, colour)} for {phrases.seat(owner)}."
            details = {"scores": SEATS[owner]} | ({"points": gained} if gained > 1 else {})
            self.add("place", seat, text, **where, **details)
        else:
            self.add("place", seat, f"{text}.", **where)

    def add_leader(self, seat: int, colour: int, cell: str) -> None:
        """Narrate a leader placed or moved, and the revolt it starts, if any."""
        start = self.before.stand[4 * seat + colour]
        details = {"colour": COLOURS[colour], "cell": cell, "from": None if start < 0 else CELLS[start]}
        office = OFFICES[colour]
        verb = f"places the {office} on" if start < 0 else f"moves the {office} from {CELLS[start]} to"
        self.add("leader", seat, f"{phrases.seat(seat)} {verb} {cell}.", **details)
        if self.state.stage == codes.COMMIT:
            self.add_conflict()

    def add_conflict(self) -> None:
        """Narrate the start of a conflict, with the strength of each side."""
        state = self.state
        attacker, defender = (4 * seat + state.colour for seat in (state.attacker, state.defender))
        strengths = [conflict.strength(state, state.attacker), conflict.strength(state, state.defender)]
        kind, verb = ("revolt", "revolts against") if state.revolt else ("war", "goes to war with")
        text = f"{phrases.leader(attacker)} ({strengths[0]}) {verb} {phrases.leader(defender)} ({strengths[1]})."
        sides = {"attacker": SEATS[state.attacker], "defender": SEATS[state.defender]}
        self.add(kind, state.attacker, text, colour=COLOURS[state.colour], attack=strengths[0], defence=strengths[1], **sides)

    def add_commit(self, seat: int, number: int) -> None:
        """Narrate committed tiles, and the result once both sides have committed."""
        before = self.before
        colour = conflict.commits(before)
        what = english.count(number, TILE_NAMES[colour]) if number else "nothing"
        self.add("committed", seat, f"{phrases.seat(seat)} commits {what}.", count=number, colour=COLOURS[colour])
        if before.attack >= 0:
            attack = conflict.strength(before, before.attacker) + before.attack
            self.add_result(attack, conflict.strength(before, before.defender) + number)

    def add_result(self, attack: int, defence: int) -> None:
        """Narrate the winner of a conflict, the points and the losses."""
        before, state = self.before, self.state
        winner, loser = (before.attacker, before.defender) if attack > defence else (before.defender, before.attacker)
        colour = codes.RED if before.revolt else before.colour
        gained = state.points[4 * winner + colour] - before.points[4 * winner + colour]
        gone = [CELLS[cell] for cell in range(codes.CELLS) if pieces.is_tile(before.what[cell]) and not state.what[cell]]
        lost = f" {phrases.leader(4 * loser + before.colour)} goes home."
        if gone:
            tiles, are = ("tile", "is") if len(gone) == 1 else ("tiles", "are")
            lost += f" The {tiles} on {english.listing(gone)} {are} lost."
        text = f"{phrases.seat(winner)} wins, {attack} to {defence}: {phrases.points(gained, colour)}." + lost
        details = {"attack": attack, "defence": defence, "loser": SEATS[loser], "colour": COLOURS[before.colour]}
        kind = "revolt_won" if before.revolt else "war_won"
        self.add(kind, winner, text, **details, points=gained, removed=gone)

    def add_building(self, seat: int, kind: str, rest: list[str]) -> None:
        """Narrate a monument or the wonder built, or any building declined."""
        name = phrases.seat(seat)
        if kind == "decline":
            what = "leaves the building where it is" if self.before.stage == codes.RAISE else "builds nothing"
            self.add("decline", seat, f"{name} {what}.")
            return
        if kind == "build":
            self.add("monument", seat, f"{name} builds the {rest[0]} monument at {rest[1]}.", pair=rest[0], cell=rest[1])
        else:
            self.add("wonder", seat, f"{name} builds the wonder around {rest[0]}.", cell=rest[0])
        for colour, start in enumerate(self.before.raised):
            if start >= 0 > self.state.raised[colour]:
                text = f"The {BUILDING_NAMES[colour]} on {CELLS[start]} leaves the board."
                self.add("lowered", None, text, colour=COLOURS[colour], cell=CELLS[start])
        self.add_homeless()

    def add_raised(self, seat: int, cell: str) -> None:
        """Narrate a civilization building put on the board or moved."""
        colour = self.before.what[self.before.placed] - codes.TEMPLE
        start = self.before.raised[colour]
        verb, to = ("puts", "on") if start < 0 else ("moves", f"from {CELLS[start]} to")
        details = {"colour": COLOURS[colour], "cell": cell, "from": None if start < 0 else CELLS[start]}
        self.add("raised", seat, f"{phrases.seat(seat)} {verb} the {BUILDING_NAMES[colour]} {to} {cell}.", **details)

    def add_homeless(self) -> None:
        """Narrate the return of leaders without an adjacent temple (D-7)."""
        for piece in range(codes.PIECES):
            start = self.before.stand[piece]
            if start >= 0 > self.state.stand[piece]:
                text = f"{phrases.leader(piece)} has no temple left and goes home."
                self.add("leader_returned", piece // 4, text, colour=COLOURS[piece % 4], cell=CELLS[start])

    # -- automatic steps ----------------------------------------------------------------------------------------------

    def settle(self) -> None:
        """Apply automatic steps until the next decision, and narrate them."""
        while not self.state.asked and not (self.holds and draws_by_itself(self.state)):
            stage, phase = self.state.stage, self.state.phase
            drawer = course.seat_to_move(self.state)
            self.watch(course.step)
            if stage == codes.WAR:
                if self.state.stage == codes.COMMIT:
                    self.add_conflict()
            elif stage == codes.DRAW:
                self.add_drawing(drawer, phase)
            elif stage == codes.TAKE:
                self.add_taking()
            elif stage == codes.TURN_END:
                self.add_income()

    def add_drawing(self, seat: int, phase: int) -> None:
        """Narrate an automatic step of a deal or refill: a draw of the only colour left, the next turn, or the end."""
        drawn = [colour for colour in range(4) if self.state.hand[4 * seat + colour] > self.before.hand[4 * seat + colour]]
        if drawn:
            self.add_draw(seat, drawn[0])
        elif self.state.phase == codes.ACTION != phase:
            self.add("turn", self.state.turn, f"{phrases.seat(self.state.turn)}'s turn.")
        self.add_end()

    def add_taking(self) -> None:
        """Narrate a treasure taken automatically."""
        for seat in range(4):
            if self.state.taken[seat] > self.before.taken[seat]:
                gone = self.before.treasures & ~self.state.treasures
                cell = CELLS[treasure_cells(gone)[0]]
                self.add("treasure", seat, f"{phrases.seat(seat)} takes the treasure on {cell}.", cell=cell)

    def add_income(self) -> None:
        """Narrate the income from monuments."""
        for place in range(codes.PIECES):
            gained = self.state.points[place] - self.before.points[place]
            if gained:
                text = f"{phrases.seat(place // 4)} gets {phrases.points(gained, place % 4)} from monuments."
                self.add("income", place // 4, text, colour=COLOURS[place % 4], points=gained)

    def add_end(self) -> None:
        """Narrate the end of the game, if it is over."""
        outcome = self.state.outcome()
        if outcome is None:
            return
        why = {"treasures": "few treasures are left", "bag": "the bag has too few tiles to refill a hand"}[outcome.reason]
        names = english.listing([phrases.seat(SEATS.index(seat)) for seat in outcome.winners])
        verb = "wins" if len(outcome.winners) == 1 else "win together"
        self.add("game_over", None, f"The game is over, since {why}. {names} {verb}.", **outcome.to_json())
