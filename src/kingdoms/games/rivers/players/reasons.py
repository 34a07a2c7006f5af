"""Reasons for actions of Two Rivers, as messages, based on the greedy player's evaluation."""

from __future__ import annotations

from typing import Final

from kingdoms.core.message import Message
from kingdoms.games.rivers.engine import codes, conflict
from kingdoms.games.rivers.engine.geometry import CELLS, COLOURS, NEIGHBOURS, PAIRS, square
from kingdoms.games.rivers.engine.state import State
from kingdoms.games.rivers.players.values import deciding, limits, worth
from kingdoms.games.rivers.players.values import sight as eyes
from kingdoms.games.rivers.players.values.sight import Sight
from kingdoms.games.rivers.texts import say
from kingdoms.games.rivers.words import phrases
from kingdoms.games.rivers.words.notation import SWAPS

UPSETS: Final = 0.3
"""How often an attack is won against a hand that should hold: defenders don't always commit what they could."""
LOSSES: Final = 0.1
"""How often one is lost against a hand that should fall: hands are no random draws. Both are fitted by `benchmarks/wars.py`."""


def reason(sight: Sight, table: State, action: int) -> Message:
    """Return the reason for a legal action of the seat that `sight` belongs to.

    Examples:
        >>> import kingdoms
        >>> seats = {"A": {"hand": {"red": 1}, "points": {"blue": 2}}, "B": {}}
        >>> position = {"game": "rivers", "phase": "action", "seats": seats, "leaders": {"A": {"red": "I6"}}}
        >>> state = kingdoms.load_game("rivers").read_position(position)
        >>> sight = Sight()
        >>> eyes.look(sight, state, 0, 0b0001)
        >>> print(reason(sight, state, state.game.string_to_action("place red H7")))
        It brings you a red point, and you have no colour with fewer points.
    """
    return Advocate(sight, table).reason(action)


class Advocate:
    """Finds reasons for the actions of a seat.

    Args:
        sight: the table as the seat sees it.
        table: the table; information hidden from the seat is not read.
    """

    def __init__(self, sight: Sight, table: State) -> None:
        self.sight, self.table, self.seat = sight, table, sight.seat
        self.contents, self.near, self.stand = list(table.contents), list(table.near), list(table.stand)
        self.hand, self.points = list(sight.hand), list(table.points[4 * sight.seat : 4 * sight.seat + 4])
        self.tiles, self.leaders, self.pays = list(sight.tiles), list(sight.leaders), list(sight.pays)
        self.region, self.treasures = list(sight.region), list(sight.treasures)

    def reason(self, action: int) -> Message:
        """Return the reason for a legal action."""
        stage = self.table.stage
        if stage == codes.COMMIT:
            return self._commit_reason(action - codes.COMMITTED)
        if stage == codes.WAR:
            return self._war_reason(action - codes.CHOOSE_WAR)
        if stage == codes.RAISE:
            return self._raising_reason(action)
        if stage == codes.BUILD:
            return self._building_reason(action)
        if stage == codes.TAKE:
            return self._taking_reason(action - codes.TAKEN)
        if stage == codes.INCOME:
            return self._income_reason(action - codes.CHOOSE_INCOME)
        if action >= codes.SWAP:
            return self._swap_reason(SWAPS[action - codes.SWAP])
        if action >= codes.RUIN:
            return self._ruin_reason(action - codes.RUIN)
        if action >= codes.LEAD:
            return self._leader_reason((action - codes.LEAD) // codes.CELLS, (action - codes.LEAD) % codes.CELLS)
        if action >= codes.PLACE:
            return self._tile_reason((action - codes.PLACE) // codes.CELLS, (action - codes.PLACE) % codes.CELLS)
        if action >= codes.WITHDRAW:
            return say("reason.withdraw")
        return say("reason.pass")

    # -- lookups ------------------------------------------------------------------------------------------------------

    def is_weakest(self, colour: int) -> bool:
        """Return whether the seat has no colour with fewer points."""
        return bool(self.points[colour] == min(self.points))

    def leader(self, region: int, colour: int) -> int:
        """Return the seat whose leader of a colour is in a region, or -1."""
        return self.leaders[4 * region + colour]

    def neighbours(self, cell: int) -> list[int]:
        """Return the regions that an empty cell touches, kingdoms first."""
        return list(
            dict.fromkeys(
                sorted((self.region[neighbour] for neighbour in NEIGHBOURS[cell] if self.region[neighbour]), key=_is_leaderless)
            )
        )

    def _weakest_reason(self, code: str, colour: int, **holes: list[Message]) -> Message:
        """Return the reason for a gain in the weakest colour, or in one of several equally weak."""
        if self.points.count(min(self.points)) > 1:
            return say(f"reason.{code}_weakest_shared", **holes)
        return say(f"reason.{code}_weakest", colour=COLOURS[colour], **holes)

    def _attack_odds(self, strength: int, board: int, rival: int, colour: int) -> tuple[str, dict[str, int]]:
        """Return the end of the code for an attack, and its numbers.

        The code ends in "most" if `strength` beats even the defender's maximum. Otherwise it ends in "odds": how many times in
        10 such attacks are won against the defender's strength `board` and its hidden hand.
        """
        most = eyes.most_tiles(self.sight, rival, colour)
        if strength > board + most:
            return "most", {"own": strength, "most": board + most}
        chance = eyes.chance_below(self.sight, rival, colour, strength - board)
        return "odds", {"times": round(10 * (UPSETS + (1 - LOSSES - UPSETS) * chance)), "own": strength, "board": board}

    def _leaders_beside(self, cell: int) -> list[int]:
        """Return the leaders next to a cell, as 4 * seat + colour."""
        return [
            self.contents[neighbour] - codes.LEADERS
            for neighbour in NEIGHBOURS[cell]
            if self.contents[neighbour] >= codes.LEADERS
        ]

    # -- tiles --------------------------------------------------------------------------------------------------------

    def _tile_reason(self, colour: int, cell: int) -> Message:
        around = self.neighbours(cell)
        kingdoms = [number for number in around if not _is_leaderless(number)]
        if len(kingdoms) == 2:
            return self._joining_reason(colour, kingdoms[0], kingdoms[1])
        if not kingdoms:
            return say("reason.tile_apart")
        region, named = kingdoms[0], COLOURS[colour]
        scores = eyes.scorer(self.sight, region, colour) == self.seat
        doubled = self.sight.built[colour] in around
        gains = [say("reason.points_two" if doubled else "reason.point", colour=named)] if scores else []
        treasures = sum(self.treasures[number].bit_count() for number in around[1:])
        if self.leader(region, codes.GREEN) == self.seat and treasures and treasures + self.treasures[region].bit_count() > 1:
            gains.append(say("reason.treasure"))
        if self.completes_square(colour, cell):
            gains.append(say("reason.square", suit=named))
        guarded = [COLOURS[piece & 3] for piece in self._leaders_beside(cell) if piece >> 2 == self.seat]
        if colour == codes.RED and guarded:
            gains.append(say("reason.guards", offices=guarded))
        if not gains and self.leader(region, colour) == self.seat:
            gains.append(say("reason.backs", office=named))
        if not gains:
            return say("reason.tile_prepares")
        if scores and len(gains) == 1 and self.is_weakest(colour):
            return self._weakest_reason("gains", colour, gains=gains)
        return say("reason.gains", gains=gains)

    def completes_square(self, colour: int, cell: int) -> bool:
        """Return whether a tile completes a square of its colour."""
        content = codes.TEMPLE + colour
        squares = [four for corner in (cell - 17, cell - 16, cell - 1, cell) if corner >= 0 and (four := square(corner))]
        return any(
            cell in four and all(square_cell == cell or self.contents[square_cell] == content for square_cell in four)
            for four in squares
        )

    def _joining_reason(self, colour: int, first_kingdom: int, second_kingdom: int) -> Message:
        wars = [c for c in range(4) if self.leader(first_kingdom, c) >= 0 and self.leader(second_kingdom, c) >= 0]
        if not wars:
            trader = max(self.leader(first_kingdom, codes.GREEN), self.leader(second_kingdom, codes.GREEN))
            if trader == self.seat and (self.treasures[first_kingdom] | self.treasures[second_kingdom]).bit_count() > 1:
                return say("reason.peace_treasure")
            return say("reason.peace")
        if not any(self.seat in (self.leader(first_kingdom, c), self.leader(second_kingdom, c)) for c in wars):
            return say("reason.wars_others")
        odds = {c: self._war_odds(first_kingdom, second_kingdom, c, self.hand[c] - (c == colour)) for c in wars}
        winnable = [(COLOURS[c], war_odds) for c, war_odds in odds.items() if war_odds]
        if not winnable:
            return say("reason.wars_risk")
        if len(winnable) == 1:
            [(named, (how, numbers))] = winnable
            return say(f"reason.war_of_{how}", side=named, **numbers)
        sides, times = [named for named, _ in winnable], [numbers.get("times") for _, (_, numbers) in winnable]
        uncertain = [number for number in times if number is not None]
        return say("reason.wars_odds", sides=sides, times=min(uncertain)) if uncertain else say("reason.wars_most", sides=sides)

    def _war_odds(self, first_region: int, second_region: int, colour: int, tiles: int) -> tuple[str, dict[str, int]] | None:
        """Return `_attack_odds` of a war between two regions, or None if the seat has no part in it or will probably lose."""
        if self.seat not in (self.leader(first_region, colour), self.leader(second_region, colour)):
            return None
        attacker_region, defender_region = first_region, second_region
        if self.leader(first_region, colour) != self.seat:
            attacker_region, defender_region = second_region, first_region
        worth.plan_war(self.sight, self.table, attacker_region, defender_region, colour, tiles)
        if self.sight.plan_chance < 0.5:
            return None
        strength = self.tiles[4 * attacker_region + colour] + self.sight.plan_tiles
        return self._attack_odds(
            strength, self.tiles[4 * defender_region + colour], self.leader(defender_region, colour), colour
        )

    # -- leaders ------------------------------------------------------------------------------------------------------

    def _leader_reason(self, colour: int, cell: int) -> Message:
        around, temples = self.neighbours(cell), self.near[cell]
        rivals = [self.leader(number, colour) for number in around if self.leader(number, colour) not in (-1, self.seat)]
        if rivals:
            return self._revolt_reason(colour, temples, max(rivals), around)
        named = COLOURS[colour]
        if colour == codes.GREEN and sum(self.treasures[number].bit_count() for number in around) > 1:
            return say("reason.leader_treasure")
        if any(self.pays[4 * number + colour] for number in around):
            return say("reason.leader_monument", office=named)
        leader_cell = self.stand[4 * self.seat + colour]
        if leader_cell >= 0 and temples > self.near[leader_cell]:
            return say("reason.leader_safer", office=named, n=temples, before=self.near[leader_cell])
        if leader_cell >= 0:
            return say("reason.leader_prospects", office=named)
        count = self.hand[colour]
        if count and any(self.sight.room[2 * number + (colour == codes.BLUE)] for number in around):
            return say("reason.leader_scores", office=named, held=[count, named])
        return say("reason.leader_on_board", office=named)

    def _revolt_reason(self, colour: int, temples: int, defender: int, around: list[int]) -> Message:
        against = self.near[self.stand[4 * defender + colour]]
        eyes.copy(self.sight, around[0], limits.SCRATCH)
        for number in around[1:]:
            eyes.join(self.sight, number, limits.SCRATCH)
        worth.plan_revolt(self.sight, self.table, temples, against, defender, colour, limits.SCRATCH)
        strength = temples + self.sight.plan_tiles
        if strength <= against:
            return say("reason.revolt_vain", own=strength, board=against)
        how, numbers = self._attack_odds(strength, against, defender, codes.RED)
        return say(f"reason.revolt_{how}", **numbers)

    # -- catastrophes, swaps, buildings, treasures --------------------------------------------------------------------

    def _ruin_reason(self, cell: int) -> Message:
        if self.contents[cell] == codes.TEMPLE:
            home = [piece for piece in self._leaders_beside(cell) if self.near[self.stand[piece]] == 1]
            if home:
                return say("reason.ruin_home", leaders=[phrases.leader(piece) for piece in home])
        if not self.contents[cell]:
            return say("reason.ruin_gap")
        return say("reason.ruin_cuts")

    def _swap_reason(self, counts: tuple[int, ...]) -> Message:
        useless = [c for c in range(4) if counts[c] and self.stand[4 * self.seat + c] < 0]
        if useless and sum(counts[c] for c in useless) * 2 >= sum(counts):
            return say("reason.swap_useless", suits=[COLOURS[c] for c in useless])
        return say("reason.swap_many")

    def _building_reason(self, action: int) -> Message:
        if action == codes.DECLINE:
            return say("reason.build_nothing")
        region = self.region[self.table.placed]
        if action < codes.MAKE_MONUMENT:
            return say("reason.wonder_king" if self.leader(region, codes.BLACK) == self.seat else "reason.wonder_nobody")
        colours = PAIRS[(action - codes.MAKE_MONUMENT) // codes.CELLS]
        paid = [COLOURS[c] for c in colours if self.leader(region, c) == self.seat]
        return say("reason.monument_pays", offices=paid) if paid else say("reason.monument_poorer")

    def _raising_reason(self, action: int) -> Message:
        """Return the reason for placing or moving a civilization building, or for declining."""
        colour = self.table.contents[self.table.placed] - codes.TEMPLE
        if action == codes.DECLINE:
            return say("reason.raise_stays")
        region = self.region[self.table.placed]
        if region and eyes.scorer(self.sight, region, colour) == self.seat:
            return say("reason.raise_points", tile=COLOURS[colour])
        return say("reason.raise_away")

    def _taking_reason(self, cell: int) -> Message:
        if any(piece >> 2 != self.seat for piece in self._leaders_beside(cell)):
            return say("reason.take_guard", cell=CELLS[cell])
        return say("reason.take_any")

    def _income_reason(self, colour: int) -> Message:
        return self._weakest_reason("income", colour) if self.is_weakest(colour) else say("reason.income")

    # -- conflicts ----------------------------------------------------------------------------------------------------

    def _war_reason(self, colour: int) -> Message:
        first_kingdom, second_kingdom = divmod(deciding.kingdoms_at_war(self.sight, self.table, colour), 32)
        if self.seat not in (self.leader(first_kingdom, colour), self.leader(second_kingdom, colour)):
            return say("reason.war_others")
        odds = self._war_odds(first_kingdom, second_kingdom, colour, self.hand[colour])
        return say(f"reason.war_{odds[0]}", **odds[1]) if odds else say("reason.war_worse")

    def _commit_reason(self, tiles: int) -> Message:
        table = self.table
        colour = conflict.commits(table)
        attack, defence = (conflict.strength(table, seat) for seat in (table.attacker, table.defender))
        if self.seat == table.attacker:
            if attack + tiles <= defence:
                return say("reason.attack_rid") if tiles else say("reason.attack_save", most=attack + self.hand[colour])
            how, numbers = self._attack_odds(attack + tiles, defence, table.defender, colour)
            return say(f"reason.attack_{how}", **numbers)
        attack += table.attack
        if defence + tiles >= attack:
            just = tiles and defence + tiles == attack
            return say("reason.hold_just" if just else "reason.hold_spare", own=defence + tiles, attack=attack)
        if tiles:
            return say("reason.lost_rid")
        return say("reason.lost" if defence + self.hand[colour] < attack else "reason.lost_price")


def _is_leaderless(region: int) -> bool:
    return region > 16
