"""Narration of actions: typed events, each with a message and the changes it made.

The rules do not log. The narrator replays an action on a copy of the state, one automatic step at a time, and compares the JSON
data before and after each step: the position for a full narration, or one seat's view for a narration to that seat.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from kingdoms.core.changes import find_changes
from kingdoms.core.event import Change, Event
from kingdoms.core.message import Message
from kingdoms.games.rivers.engine import codes, conflict, course, pieces, regions
from kingdoms.games.rivers.engine.geometry import CELLS, COLOURS, SEATS, treasure_cells
from kingdoms.games.rivers.engine.state import State
from kingdoms.games.rivers.table.holding import draws_by_itself, is_held
from kingdoms.games.rivers.table.view import View
from kingdoms.games.rivers.texts import say
from kingdoms.games.rivers.words import phrases
from kingdoms.games.rivers.words.notation import SWAPS, action_to_string

Picture = Callable[[State], dict[str, Any]]


def narrate(before: State, action: int, after: State) -> list[Event]:
    """Return the events of a legal action that leads from `before` to `after`; neither state is changed."""
    return _play(Narrator(before.clone(), lambda state: state.position(), holds=is_held(after)), action)


def tell(before: State, action: str, after: State, seat: str | None) -> tuple[str | None, list[Event]]:
    """Return an action (None if secret) and its events as known to a seat, or to an onlooker if `seat` is None (B-1)."""
    narrator = Narrator(before.clone(), lambda state: View(state, seat).to_json(), seat, holds=is_held(after))
    return visible_action(before, action, after, seat), _play(narrator, before.game.string_to_action(action))


def visible_action(before: State, action: str, after: State, seat: str | None) -> str | None:  # noqa: ARG001  the contract's
    """Return an action, or None if it is secret from a seat: the tiles that others draw and swap (B-1)."""
    is_secret = action.startswith(("draw ", "swap ")) and SEATS[course.seat_to_move(before)] != seat
    return None if is_secret else action


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
        picture = self.picture(self.state)
        self.changes += find_changes(self.seen, picture)
        self.seen = picture

    def add(self, kind: str, seat: str | None, message: Message, **details: Any) -> None:
        """Add an event with all recorded changes."""
        self.events.append(Event(kind, seat, message, details, tuple(self.changes)))
        self.changes = []

    def hold(self, is_later: Callable[[Change], bool]) -> list[Change]:
        """Remove some of the recorded changes and return them, for an event that comes later."""
        later = [change for change in self.changes if is_later(change)]
        self.changes = [change for change in self.changes if change not in later]
        return later

    def finish(self) -> list[Event]:
        """Return the events, with the remaining changes attached to the last one."""
        if self.changes:
            last = self.events.pop() if self.events else Event("goes_on", None, say("event.goes_on"))
            self.events.append(replace(last, changes=last.changes + tuple(self.changes)))
            self.changes = []
        return self.events

    # -- actions ------------------------------------------------------------------------------------------------------

    def act(self, action: int) -> None:
        """Apply an action and narrate it."""
        kind, *rest = action_to_string(action).split(" ")
        word = rest[0] if rest else ""
        mover = course.seat_to_move(self.state)
        seat = SEATS[mover]
        self.watch(lambda state: course.act(state, action))
        match kind:
            case "first":
                self.add("first", word, say("event.first", seat=word))
            case "draw":
                self.add_draw(mover, word)
            case "place":
                self.add_tile(seat, word, rest[1])
            case "leader":
                self.add_leader(mover, word, rest[1])
            case "withdraw":
                self.add("withdrawn", seat, say("event.withdrawn", seat=seat, office=word), colour=word)
            case "catastrophe":
                later = self.hold(_moves_leader)
                self.add("catastrophe", seat, say("event.catastrophe", seat=seat, region=word), cell=word)
                self.add_homeless(later)
            case "swap":
                self.add_swap(mover, SWAPS[action - codes.SWAP])
            case "pass":
                self.add("pass", seat, say("event.pass", seat=seat))
            case "war":
                self.add("war_chosen", seat, say("event.war_chosen", seat=seat, side=word), colour=word)
                self.add_conflict()
            case "commit":
                self.add_commit(seat, int(word))
            case "raise":
                self.add_raised(seat, word)
            case "build" | "wonder" | "decline":
                self.add_building(seat, kind, rest)
            case "take":
                self.add("treasure", seat, say("event.treasure", seat=seat, region=word), cell=word)
            case _:
                self.add("income", seat, say("event.income_wonder", seat=seat, points=[1, word]), colour=word, points=1)

    def add_draw(self, number: int, colour: str) -> None:
        """Narrate a draw; the tile's colour only if the viewer may know it."""
        seat = SEATS[number]
        if self.may_know(number):
            self.add("drawn", seat, say("event.drawn", seat=seat, tile=colour), colour=colour)
        else:
            self.add("drawn", seat, say("event.drawn_hidden", seat=seat))

    def add_swap(self, number: int, counts: tuple[int, ...]) -> None:
        """Narrate a swap; the colours only if the viewer may know them."""
        seat, count = SEATS[number], sum(counts)
        if self.may_know(number):
            tiles = dict(zip(COLOURS, counts, strict=True))
            self.add("swap", seat, say("event.swap", seat=seat, tiles=counts), count=count, tiles=tiles)
        else:
            self.add("swap", seat, say("event.swap_hidden", seat=seat, n=count), count=count)
        self.add_end()

    def add_tile(self, seat: str, colour: str, cell: str) -> None:
        """Narrate a tile placed, and its points or that it joins two kingdoms."""
        holes, details = {"seat": seat, "tile": colour, "region": cell}, {"colour": colour, "cell": cell}
        if self.state.marker >= 0:
            self.add("place", seat, say("event.place_joins", **holes), **details)
            return
        points, before = self.state.points, self.before.points
        scored = next((place for place in range(codes.PIECES) if points[place] > before[place]), None)
        if scored is None:
            self.add("place", seat, say("event.place", **holes), **details)
            return
        scorer, gained = SEATS[scored // 4], points[scored] - before[scored]
        message = say("event.place_gain", **holes, points=[gained, colour], scorer=scorer)
        self.add("place", seat, message, **details, scores=scorer, **({"points": gained} if gained > 1 else {}))

    def add_leader(self, number: int, colour: str, cell: str) -> None:
        """Narrate a leader placed or moved, and the revolt it starts, if any."""
        start, seat = self.before.stand[4 * number + COLOURS.index(colour)], SEATS[number]
        message = say("event.leader" if start < 0 else "event.leader_moved", seat=seat, office=colour, region=cell)
        self.add("leader", seat, message, **_origin(colour, cell, start))
        if self.state.stage == codes.COMMIT:
            self.add_conflict()

    def add_conflict(self) -> None:
        """Narrate the start of a conflict, with the strength of each side."""
        state = self.state
        kind, colour = "revolt" if state.revolt else "war", COLOURS[state.colour]
        attacker, defender = SEATS[state.attacker], SEATS[state.defender]
        figures = {"attack": conflict.strength(state, state.attacker), "defence": conflict.strength(state, state.defender)}
        message = say(_CONFLICTS[kind], leader=[attacker, colour], rival=[defender, colour], **figures)
        self.add(kind, attacker, message, colour=colour, **figures, attacker=attacker, defender=defender)

    def add_commit(self, seat: str, number: int) -> None:
        """Narrate committed tiles, and the result once both sides have committed."""
        before = self.before
        colour = conflict.commits(before)
        message = say("event.committed", seat=seat, tiles=phrases.tile_counts(number, colour))
        later = self.hold(lambda change: not _leaves_hand(change)) if before.attack >= 0 else []
        self.add("committed", seat, message, count=number, colour=COLOURS[colour])
        if before.attack >= 0:
            self.changes = later
            attack = conflict.strength(before, before.attacker) + before.attack
            self.add_result(attack, conflict.strength(before, before.defender) + number)

    def add_result(self, attack: int, defence: int) -> None:
        """Narrate the winner of a conflict, the points and the losses."""
        before, state = self.before, self.state
        attacker_wins = attack > defence
        winner, loser = (before.attacker, before.defender) if attacker_wins else (before.defender, before.attacker)
        colour = codes.RED if before.revolt else before.colour
        gained = state.points[4 * winner + colour] - before.points[4 * winner + colour]
        losses = [
            CELLS[cell] for cell in range(codes.CELLS) if pieces.is_tile(before.contents[cell]) and not state.contents[cell]
        ]
        spared = _spared_supporter(before, loser)
        seat, beaten = SEATS[winner], phrases.leader(4 * loser + before.colour)
        strength, against = (attack, defence) if attacker_wins else (defence, attack)
        result = {"seat": seat, "own": strength, "against": against, "points": [gained, COLOURS[colour]], "leader": beaten}
        message = say("event.won_tiles", **result, n=len(losses)) if losses else say("event.won", **result)
        details = {"attack": attack, "defence": defence, "loser": beaten[0], "colour": beaten[1], "points": gained}
        if before.revolt:
            self.add("revolt_won", seat, message, **details, removed=losses)
            return
        if spared:
            message = say("event.won_spared", won=message, building=beaten[1], region=spared[0])
        self.add("war_won", seat, message, **details, removed=losses, spared=spared)

    def add_building(self, seat: str, kind: str, rest: list[str]) -> None:
        """Narrate a monument or the wonder built, or any building declined."""
        if kind == "decline":
            key = "event.decline_raise" if self.before.stage == codes.RAISE else "event.decline"
            self.add("decline", seat, say(key, seat=seat))
            return
        homeless, lowered = self.hold(_moves_leader), self.hold(_moves_building)
        if kind == "build":
            pair, cell = rest
            self.add("monument", seat, say("event.monument", seat=seat, pair=pair, region=cell), pair=pair, cell=cell)
        else:
            self.add("wonder", seat, say("event.wonder", seat=seat, region=rest[0]), cell=rest[0])
        for colour, start in zip(COLOURS, self.before.raised, strict=True):
            if start >= 0 > self.state.raised[COLOURS.index(colour)]:
                self.changes += [change for change in lowered if change.path[1] == colour]
                self.add("lowered", None, say("event.lowered", building=colour), colour=colour, cell=CELLS[start])
        self.add_homeless(homeless)

    def add_raised(self, seat: str, cell: str) -> None:
        """Narrate a civilization building put on the board or moved."""
        number = self.before.contents[self.before.placed] - codes.TEMPLE
        colour, start = COLOURS[number], self.before.raised[number]
        message = say("event.raised" if start < 0 else "event.raised_moved", seat=seat, building=colour, region=cell)
        self.add("raised", seat, message, **_origin(colour, cell, start))

    def add_homeless(self, changes: list[Change]) -> None:
        """Narrate the return of leaders without an adjacent temple (D-7), each with its own change."""
        for piece in range(codes.PIECES):
            start = self.before.stand[piece]
            if start >= 0 > self.state.stand[piece]:
                seat, colour = leader = phrases.leader(piece)
                message = say("event.leader_returned", leader=leader)
                # The change is to this leader, or to all of the seat's leaders if the last one goes.
                leader_changes = [change for change in changes if list(change.path[1:]) == leader[: len(change.path) - 1]]
                changes = [change for change in changes if change not in leader_changes]
                self.changes += leader_changes
                self.add("leader_returned", seat, message, colour=colour, cell=CELLS[start])

    # -- automatic steps ----------------------------------------------------------------------------------------------

    def settle(self) -> None:
        """Apply automatic steps until the next decision, and narrate them."""
        while not self.state.is_asked and not (self.holds and draws_by_itself(self.state)):
            stage, phase = self.state.stage, self.state.phase
            drawer = course.seat_to_move(self.state)
            self.watch(course.step)
            match stage:
                case codes.WAR if self.state.stage == codes.COMMIT:
                    self.add_conflict()
                case codes.DRAW:
                    self.add_drawing(drawer, phase)
                case codes.TAKE:
                    self.add_taking()
                case codes.TURN_END:
                    self.add_income()

    def add_drawing(self, seat: int, phase: int) -> None:
        """Narrate an automatic step of a deal or refill: a draw of the only colour left, the next turn, or the end."""
        drawn = [colour for colour in range(4) if self.state.hand[4 * seat + colour] > self.before.hand[4 * seat + colour]]
        if drawn:
            self.add_draw(seat, COLOURS[drawn[0]])
        elif self.state.phase == codes.ACTION != phase:
            self.add("turn", SEATS[self.state.turn], say("event.turn", seat=SEATS[self.state.turn]))
        self.add_end()

    def add_taking(self) -> None:
        """Narrate a treasure taken automatically."""
        for number, seat in enumerate(SEATS):
            if self.state.treasures_taken[number] > self.before.treasures_taken[number]:
                treasure = self.before.treasures & ~self.state.treasures
                cell = CELLS[treasure_cells(treasure)[0]]
                self.add("treasure", seat, say("event.treasure", seat=seat, region=cell), cell=cell)

    def add_income(self) -> None:
        """Narrate the income from monuments."""
        for place in range(codes.PIECES):
            gained = self.state.points[place] - self.before.points[place]
            if gained:
                seat, colour = SEATS[place // 4], COLOURS[place % 4]
                message = say("event.income", seat=seat, points=[gained, colour])
                self.add("income", seat, message, colour=colour, points=gained)

    def add_end(self) -> None:
        """Narrate the end of the game, if it is over."""
        outcome = self.state.outcome()
        if outcome is None:
            return
        alone, shared = _ENDS[outcome.reason]
        winners = outcome.winners
        message = say(alone, seat=winners[0]) if len(winners) == 1 else say(shared, winners=winners)
        self.add("game_over", None, message, **outcome.to_json())


_CONFLICTS: Final = {"revolt": "event.revolt", "war": "event.war"}
"""Kind of conflict -> the message of its start."""
_ENDS: Final = {
    "treasures": ("event.over_treasures", "event.over_treasures_shared"),
    "bag": ("event.over_bag", "event.over_bag_shared"),
}
"""Reason for the end of the game -> the messages for one winner and for several."""


def _moves_leader(change: Change) -> bool:
    return change.path[0] == "leaders"


def _moves_building(change: Change) -> bool:
    return change.path[0] == "buildings"


def _leaves_hand(change: Change) -> bool:
    return change.path[0] == "seats" and change.path[2] != "points"


def _spared_supporter(before: State, loser: int) -> list[str]:
    """Return the cell of the loser's supporter that a war leaves because a building stands on it (CB-10), if there is one."""
    building = before.raised[before.colour]
    if building < 0 or before.contents[building] != codes.TEMPLE + before.colour:
        return []
    regions.survey(before)
    return [CELLS[building]] if before.kingdom[building] == before.kingdom[before.stand[4 * loser + before.colour]] else []


def _origin(colour: str, cell: str, start: int) -> dict[str, Any]:
    """Return the details of a piece placed on a cell or moved there."""
    return {"colour": colour, "cell": cell, "from": None if start < 0 else CELLS[start]}
