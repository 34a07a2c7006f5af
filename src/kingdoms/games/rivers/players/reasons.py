"""Why an action of Two Rivers may be a good one, in a sentence: what the greedy player goes by, in words."""

from __future__ import annotations

from kingdoms.core import english
from kingdoms.games.rivers.engine import codes, conflict
from kingdoms.games.rivers.engine.geometry import (
    CELLS,
    COLOURS,
    NEIGHBOURS,
    OFFICES,
    PAIRS,
    TILE_NAMES,
    square,
)
from kingdoms.games.rivers.engine.state import State
from kingdoms.games.rivers.players import deciding, limits, worth
from kingdoms.games.rivers.players import sight as eyes
from kingdoms.games.rivers.players.sight import Sight
from kingdoms.games.rivers.words import phrases
from kingdoms.games.rivers.words.notation import SWAPS


def reason(sight: Sight, table: State, action: int) -> str:
    """Return what speaks for a legal action of the seat whose sight it is.

    Examples:
        >>> import kingdoms
        >>> seats = {"A": {"hand": {"red": 1}, "points": {"blue": 2}}, "B": {}}
        >>> position = {"game": "rivers", "phase": "action", "seats": seats, "leaders": {"A": {"red": "I6"}}}
        >>> state = kingdoms.load_game("rivers").read_position(position)
        >>> sight = Sight()
        >>> eyes.look(sight, state, 0, 0b0001)
        >>> reason(sight, state, state.game.string_to_action("place red H7"))
        'It brings you a red point, and you have no colour with fewer.'
    """
    return Advocate(sight, table).reason(action)


class Advocate:
    """Speaks for the actions of a seat.

    Args:
        sight: the table as the seat sees it.
        table: what it shows; what is hidden from the seat is not looked at.
    """

    def __init__(self, sight: Sight, table: State) -> None:
        self.sight, self.table, self.seat = sight, table, sight.seat
        self.what, self.near, self.stand = list(table.what), list(table.near), list(table.stand)
        self.hand, self.points = list(sight.hand), list(table.points[4 * sight.seat : 4 * sight.seat + 4])
        self.tiles, self.leaders, self.pays = list(sight.tiles), list(sight.leaders), list(sight.pays)
        self.of, self.treasures = list(sight.of), list(sight.treasures)

    def reason(self, action: int) -> str:
        """Return what speaks for a legal action."""
        stage = self.table.stage
        if stage == codes.COMMIT:
            return self._about_commit(action - codes.COMMITTED)
        if stage == codes.WAR:
            return self._about_war(action - codes.CHOOSE_WAR)
        if stage == codes.RAISE:
            return self._about_raising(action)
        if stage == codes.BUILD:
            return self._about_building(action)
        if stage == codes.TAKE:
            return self._about_taking(action - codes.TAKEN)
        if stage == codes.INCOME:
            colour = action - codes.CHOOSE_INCOME
            return f"{self._fewest(colour).capitalize()}." if self.is_weakest(colour) else "It's a point like any other."
        if action >= codes.SWAP:
            return self._about_swap(SWAPS[action - codes.SWAP])
        if action >= codes.RUIN:
            return self._about_ruin(action - codes.RUIN)
        if action >= codes.LEAD:
            return self._about_leader((action - codes.LEAD) // codes.CELLS, (action - codes.LEAD) % codes.CELLS)
        if action >= codes.PLACE:
            return self._about_tile((action - codes.PLACE) // codes.CELLS, (action - codes.PLACE) % codes.CELLS)
        if action >= codes.WITHDRAW:
            return "It saves the leader from a conflict that it would lose."
        return "Nothing you could do is worth an action."

    # -- what the sight says ------------------------------------------------------------------------------------------

    def is_weakest(self, colour: int) -> bool:
        """Say whether the seat has no colour with fewer points."""
        return bool(self.points[colour] == min(self.points))

    def leader(self, region: int, colour: int) -> int:
        """Return the seat whose leader of a colour is in a region, -1 for none."""
        return self.leaders[4 * region + colour]

    def around(self, cell: int) -> list[int]:
        """Return the regions that a free cell touches, kingdoms first."""
        return list(dict.fromkeys(sorted((self.of[other] for other in NEIGHBOURS[cell] if self.of[other]), key=_is_wild)))

    def _fewest(self, colour: int) -> str:
        """Return that a colour is the one to strengthen."""
        shared = self.points.count(min(self.points)) > 1
        return "you have no colour with fewer" if shared else f"{COLOURS[colour]} is the colour you have the fewest points in"

    def _stands(self, own: int, board: int, rival: int, colour: int) -> str:
        """Return how an attack stands: own strength against what the defender has on the board and may add."""
        most = eyes.most(self.sight, rival, colour)
        if own > board + most:
            return f"{own} against at most {board + most}"
        likely = round(self.sight.holds[4 * rival + colour])
        return f"{own} against {board} and " + (f"probably {likely} more" if likely else "hardly any more")

    def _beside(self, cell: int) -> list[int]:
        """Return the leaders beside a cell, as 4 * seat + colour."""
        return [self.what[other] - codes.LEADERS for other in NEIGHBOURS[cell] if self.what[other] >= codes.LEADERS]

    # -- tiles --------------------------------------------------------------------------------------------------------

    def _about_tile(self, colour: int, cell: int) -> str:
        """Return what speaks for placing a tile."""
        around = self.around(cell)
        kingdoms = [number for number in around if not _is_wild(number)]
        if len(kingdoms) == 2:
            return self._about_joining(colour, kingdoms[0], kingdoms[1])
        if not kingdoms:
            return "It makes room for another tile in your hand, and helps nobody else."
        region = kingdoms[0]
        mine = eyes.scorer(self.sight, region, colour) == self.seat
        doubled = self.sight.built[colour] in around
        gains = [f"brings you {f'two {COLOURS[colour]} points' if doubled else f'a {COLOURS[colour]} point'}"] if mine else []
        treasures = sum(self.treasures[number].bit_count() for number in around[1:])
        if self.leader(region, codes.GREEN) == self.seat and treasures and treasures + self.treasures[region].bit_count() > 1:
            gains.append("lets your trader take treasure")
        if self.completes_square(colour, cell):
            gains.append(f"completes a square of {TILE_NAMES[colour]}s")
        guarded = [OFFICES[piece & 3] for piece in self._beside(cell) if piece >> 2 == self.seat]
        if colour == codes.RED and guarded:
            gains.append(f"guards your {english.listing(guarded)}")
        if not gains and self.leader(region, colour) == self.seat:
            gains.append(f"backs your {OFFICES[colour]}")
        if not gains:
            return "It prepares the ground, and there is no better use for the tile right now."
        weakest = f", and {self._fewest(colour)}" if mine and len(gains) == 1 and self.is_weakest(colour) else ""
        return f"It {english.listing(gains)}{weakest}."

    def completes_square(self, colour: int, cell: int) -> bool:
        """Say whether a tile completes a square of its colour."""
        wanted = codes.TEMPLE + colour
        squares = [four for corner in (cell - 17, cell - 16, cell - 1, cell) if corner >= 0 and (four := square(corner))]
        return any(cell in four and all(one == cell or self.what[one] == wanted for one in four) for four in squares)

    def _about_joining(self, colour: int, one: int, other: int) -> str:
        """Return what speaks for joining two kingdoms."""
        wars = [c for c in range(4) if self.leader(one, c) >= 0 and self.leader(other, c) >= 0]
        if not wars:
            trader = max(self.leader(one, codes.GREEN), self.leader(other, codes.GREEN))
            if trader == self.seat and (self.treasures[one] | self.treasures[other]).bit_count() > 1:
                return "It joins two kingdoms in peace, and your trader takes treasure."
            return "It joins two kingdoms in peace."
        if not any(self.seat in (self.leader(one, c), self.leader(other, c)) for c in wars):
            return "It sets others at war with each other."
        told: list[str] = []
        stands = ""
        for c in wars:
            stand = self._war_stands(one, other, c, self.hand[c] - (c == colour))
            if stand:
                told.append(f"{OFFICES[c]}s")
                stands = stand
        if not told:
            return "What the war may bring is worth the risk."
        if len(told) == 1:
            return f"You can expect to win the war of {told[0]}, {stands}."
        return f"You can expect to win the wars of {english.listing(told)}."

    def _war_stands(self, one: int, other: int, colour: int, tiles: int) -> str:
        """Return how a war between two regions stands that the seat can expect to win; nothing if it cannot, or has no part."""
        if self.seat not in (self.leader(one, colour), self.leader(other, colour)):
            return ""
        own, rival = (one, other) if self.leader(one, colour) == self.seat else (other, one)
        worth.plan_war(self.sight, self.table, own, rival, colour, tiles)
        if self.sight.plan_chance < 0.5:
            return ""
        strength = self.tiles[4 * own + colour] + self.sight.plan_tiles
        return self._stands(strength, self.tiles[4 * rival + colour], self.leader(rival, colour), colour)

    # -- leaders ------------------------------------------------------------------------------------------------------

    def _about_leader(self, colour: int, cell: int) -> str:
        """Return what speaks for placing or moving a leader."""
        around, temples = self.around(cell), self.near[cell]
        rivals = [self.leader(number, colour) for number in around if self.leader(number, colour) not in (-1, self.seat)]
        if rivals:
            return self._about_revolt(colour, temples, max(rivals), around)
        office = OFFICES[colour]
        if colour == codes.GREEN and sum(self.treasures[number].bit_count() for number in around) > 1:
            return "Your trader takes treasure there."
        if any(self.pays[4 * number + colour] for number in around):
            return f"The monument there pays your {office} every turn."
        here = self.stand[4 * self.seat + colour]
        if here >= 0 and temples > self.near[here]:
            beside = f"{english.count(temples, 'temple')} next to it instead of {self.near[here]}"
            return f"Your {office} is safer there: {beside}."
        if here >= 0:
            return f"Your {office} has better prospects there."
        count = self.hand[colour]
        if count and any(self.sight.room[2 * number + (colour == codes.BLUE)] for number in around):
            held = TILE_NAMES[colour] if count == 1 else english.count(count, TILE_NAMES[colour])
            return f"Your {office} can score there with the {held} in your hand."
        return f"A {office} on the board can score; one in hand can't."

    def _about_revolt(self, colour: int, temples: int, defender: int, around: list[int]) -> str:
        """Return what speaks for a revolt."""
        against = self.near[self.stand[4 * defender + colour]]
        whole = limits.WHOLE
        eyes.copy(self.sight, around[0], whole)
        for number in around[1:]:
            eyes.join(self.sight, number, whole)
        worth.plan_revolt(self.sight, self.table, temples, against, defender, colour, whole)
        stands = self._stands(temples + self.sight.plan_tiles, against, defender, codes.RED)
        sure = "You can expect to win the revolt" if self.sight.plan_chance >= 0.5 else "The revolt is worth the risk"
        return f"{sure}, {stands}."

    # -- catastrophes, swaps, buildings, treasures --------------------------------------------------------------------

    def _about_ruin(self, cell: int) -> str:
        """Return what speaks for a catastrophe."""
        if self.what[cell] == codes.TEMPLE:
            home = [phrases.leader(piece) for piece in self._beside(cell) if self.near[self.stand[piece]] == 1]
            if home:
                return f"It drives {english.listing(home)} off the board."
        if not self.what[cell]:
            return "It closes the gap that threatens you with a war you would lose."
        return "It cuts up a kingdom where others are stronger than you."

    def _about_swap(self, counts: tuple[int, ...]) -> str:
        """Return what speaks for a swap."""
        useless = [c for c in range(4) if counts[c] and self.stand[4 * self.seat + c] < 0]
        if useless and sum(counts[c] for c in useless) * 2 >= sum(counts):
            names = english.listing([f"{TILE_NAMES[c]}s" for c in useless])
            return f"You can do little with {names} now, and other tiles may serve you better."
        return "You have more of these tiles than you can use soon."

    def _about_building(self, action: int) -> str:
        """Return what speaks for a monument, the wonder, or neither."""
        if action == codes.DECLINE:
            return "Building here would cost you more tiles, or pay others more, than it's worth to you."
        region = self.of[self.table.placed]
        if action < codes.MAKE_MONUMENT:
            king = self.leader(region, codes.BLACK) == self.seat
            return "Your king gets a point of your choice from it every turn." if king else "It helps nobody else."
        colours = PAIRS[(action - codes.MAKE_MONUMENT) // codes.CELLS]
        paid = [OFFICES[c] for c in colours if self.leader(region, c) == self.seat]
        return f"It pays your {english.listing(paid)} every turn." if paid else "It makes the kingdom poorer for others."

    def _about_raising(self, action: int) -> str:
        """Return what speaks for a civilization building on a line, or against it."""
        colour = self.table.what[self.table.placed] - codes.TEMPLE
        if action == codes.DECLINE:
            return "The building serves you better where it is."
        region = self.of[self.table.placed]
        if region and eyes.scorer(self.sight, region, colour) == self.seat:
            return f"A {COLOURS[colour]} tile in this kingdom brings you two points as long as it stands there."
        return "Where it is now, it pays somebody else."

    def _about_taking(self, cell: int) -> str:
        """Return what speaks for one treasure before the others."""
        if any(piece >> 2 != self.seat for piece in self._beside(cell)):
            return f"The temple on {CELLS[cell]} serves another seat's leader, and without its treasure it can be destroyed."
        return "All treasures count the same; this is the one you need least where it is."

    # -- conflicts ----------------------------------------------------------------------------------------------------

    def _about_war(self, colour: int) -> str:
        """Return what speaks for resolving a war first."""
        one, other = divmod(deciding.kingdoms_at_war(self.sight, self.table, colour), 32)
        if self.seat not in (self.leader(one, colour), self.leader(other, colour)):
            return "It may split the kingdoms before it comes to a war of your own."
        stands = self._war_stands(one, other, colour, self.hand[colour])
        if stands:
            return f"You can expect to win it, {stands}, and it may call off the others."
        return "Your chances in the other wars are worse."

    def _about_commit(self, tiles: int) -> str:
        """Return what speaks for committing so many tiles."""
        table = self.table
        colour = conflict.commits(table)
        attack, defence = (conflict.strength(table, seat) for seat in (table.attacker, table.defender))
        if self.seat == table.attacker:
            if attack + tiles <= defence:
                if tiles:
                    return "You can hardly win, but you can get rid of tiles of little use."
                return f"You could reach {attack + self.hand[colour]} at most, which would hardly win: save your tiles."
            return f"You can expect to win, {self._stands(attack + tiles, defence, table.defender, colour)}."
        attack += table.attack
        if defence + tiles >= attack:
            enough = "and nothing less would" if tiles and defence + tiles == attack else "with tiles to spare"
            return f"That holds, {defence + tiles} against {attack}, {enough}."
        if tiles:
            return "You can't hold, but you can get rid of tiles of little use."
        return "You can't hold." if defence + self.hand[colour] < attack else "Holding is not worth so many tiles."


def _is_wild(region: int) -> bool:
    """Say whether a region has no leader."""
    return region > 16
