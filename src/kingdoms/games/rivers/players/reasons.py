"""Why an action of Two Rivers may be a good one, in a sentence: what the greedy player goes by, in words."""

from __future__ import annotations

from kingdoms.core import english
from kingdoms.games.rivers.engine import codes, conflict
from kingdoms.games.rivers.engine.geometry import CELLS, COLOURS, NEIGHBOURS, OFFICES, PAIRS, POINT_NAMES, TILE_NAMES
from kingdoms.games.rivers.players import worth
from kingdoms.games.rivers.players.sight import SQUARES, Region, Sight
from kingdoms.games.rivers.words import phrases
from kingdoms.games.rivers.words.notation import SWAPS


def reason(sight: Sight, action: int) -> str:
    """Return what speaks for a legal action of the seat whose sight it is.

    Examples:
        >>> import kingdoms
        >>> seats = {"A": {"hand": {"red": 1}, "points": {"blue": 2}}, "B": {}}
        >>> position = {"game": "rivers", "phase": "action", "seats": seats, "leaders": {"A": {"red": "I6"}}}
        >>> state = kingdoms.load_game("rivers").read_position(position)
        >>> sight = Sight(state, 0, [True, False, False, False])
        >>> reason(sight, state.game.string_to_action("place red H7"))
        'It brings you a red point, and you have no colour with fewer.'
    """
    stage = sight.table.stage
    if stage == codes.COMMIT:
        return _about_commit(sight, action - codes.COMMITTED)
    if stage == codes.WAR:
        return _about_war(sight, action - codes.CHOOSE_WAR)
    if stage == codes.BUILD:
        return _about_building(sight, action)
    if stage == codes.TAKE:
        return _about_taking(sight, action - codes.TAKEN)
    if stage == codes.INCOME:
        colour = action - codes.CHOOSE_INCOME
        return f"{_fewest(sight, colour).capitalize()}." if is_weakest(sight, colour) else "It is a point like any other."
    if action >= codes.SWAP:
        return _about_swap(sight, SWAPS[action - codes.SWAP])
    if action >= codes.RUIN:
        return _about_ruin(sight, action - codes.RUIN)
    if action >= codes.LEAD:
        return _about_leader(sight, (action - codes.LEAD) // codes.CELLS, (action - codes.LEAD) % codes.CELLS)
    if action >= codes.PLACE:
        return _about_tile(sight, (action - codes.PLACE) // codes.CELLS, (action - codes.PLACE) % codes.CELLS)
    if action >= codes.WITHDRAW:
        return "It saves the leader from a conflict that it would lose."
    return "Nothing that you could do is worth an action."


def is_weakest(sight: Sight, colour: int) -> bool:
    """Say whether the seat has no colour with fewer points."""
    points = sight.table.points[4 * sight.seat : 4 * sight.seat + 4]
    return bool(points[colour] == min(points))


def _fewest(sight: Sight, colour: int) -> str:
    """Return that a colour is the one to strengthen."""
    points = sight.table.points[4 * sight.seat : 4 * sight.seat + 4]
    shared = points.count(min(points)) > 1
    return "you have no colour with fewer" if shared else f"you have fewest {POINT_NAMES[colour]}"


def _stands(sight: Sight, own: int, board: int, rival: int, colour: int) -> str:
    """Return how an attack stands: own strength against what the defender has on the board and may add."""
    if own > board + sight.most(rival, colour):
        return f"{own} against at most {board + sight.most(rival, colour)}"
    likely = round(sight.holds[rival][colour])
    return f"{own} against {board} and " + (f"probably {likely} more" if likely else "hardly any more")


# -- tiles ----------------------------------------------------------------------------------------------------------------


def _about_tile(sight: Sight, colour: int, cell: int) -> str:
    """Return what speaks for placing a tile."""
    kingdoms = [sight.regions[number] for number in sight.kingdoms_around(cell)]
    if len(kingdoms) == 2:
        return _about_joining(sight, colour, kingdoms[0], kingdoms[1])
    if not kingdoms:
        return "It makes room in your hand for another tile, and helps nobody else."
    gains: list[str] = []
    region = kingdoms[0]
    scorer = region.leaders[colour] if region.leaders[colour] >= 0 else region.leaders[codes.BLACK]
    mine = scorer == sight.seat
    if mine:
        gains.append(f"brings you a {COLOURS[colour]} point")
    joined = [sight.regions[number] for number in sight.around[cell] if not sight.regions[number].is_kingdom]
    treasures = sum(other.treasures.bit_count() for other in joined)
    if region.leaders[codes.GREEN] == sight.seat and treasures and (treasures + region.treasures.bit_count()) > 1:
        gains.append("lets your trader take treasure")
    if completes_square(sight, colour, cell):
        gains.append(f"completes a square of {TILE_NAMES[colour]}s")
    if colour == codes.RED:
        beside = [sight.what[other] - codes.LEADERS for other in NEIGHBOURS[cell]]
        guarded = [OFFICES[piece & 3] for piece in beside if piece >= 0 and piece >> 2 == sight.seat]
        if guarded:
            gains.append(f"guards your {english.listing(guarded)}")
    if not mine and not gains and region.leaders[colour] == sight.seat:
        gains.append(f"backs your {OFFICES[colour]}")
    if not gains:
        return "It prepares the ground, and no better use for the tile is at hand."
    weakest = f", and {_fewest(sight, colour)}" if mine and len(gains) == 1 and is_weakest(sight, colour) else ""
    return f"It {english.listing(gains)}{weakest}."


def completes_square(sight: Sight, colour: int, cell: int) -> bool:
    """Say whether a tile completes a square of its colour."""
    wanted = codes.TEMPLE + colour
    return any(all(one == cell or sight.what[one] == wanted for one in four) for four in SQUARES[cell])


def _about_joining(sight: Sight, colour: int, one: Region, other: Region) -> str:
    """Return what speaks for joining two kingdoms."""
    wars = [c for c in range(4) if one.leaders[c] >= 0 and other.leaders[c] >= 0]
    if not wars:
        trader = max(one.leaders[codes.GREEN], other.leaders[codes.GREEN])
        if trader == sight.seat and (one.treasures | other.treasures).bit_count() > 1:
            return "It joins two kingdoms in peace, and your trader takes treasure."
        return "It joins two kingdoms in peace."
    mine = [c for c in wars if sight.seat in (one.leaders[c], other.leaders[c])]
    if not mine:
        return "It sets others at war with each other."
    told: list[str] = []
    stands = ""
    for c in mine:
        own, rival = (one, other) if one.leaders[c] == sight.seat else (other, one)
        plan = worth.plan_war(sight, own, rival, c, sight.hand[c] - (c == colour))
        if plan.chance >= 0.5:
            told.append(f"{OFFICES[c]}s")
            stands = _stands(sight, own.tiles[c] + plan.tiles, rival.tiles[c], rival.leaders[c], c)
    if not told:
        return "What the war may bring is worth its risk."
    if len(told) == 1:
        return f"You can expect to win the war of {told[0]}, {stands}."
    return f"You can expect to win the wars of {english.listing(told)}."


# -- leaders --------------------------------------------------------------------------------------------------------------


def _about_leader(sight: Sight, colour: int, cell: int) -> str:
    """Return what speaks for placing or moving a leader."""
    _, whole, defender = sight.arrival(colour, cell)
    temples = sight.near[cell]
    if defender >= 0:
        against = sight.near[sight.stand[4 * defender + colour]]
        plan = worth.plan_revolt(sight, temples, against, defender, colour, whole)
        stands = _stands(sight, temples + plan.tiles, against, defender, codes.RED)
        sure = "You can expect to win the revolt" if plan.chance >= 0.5 else "The revolt is worth its risk"
        return f"{sure}, {stands}."
    office = OFFICES[colour]
    if colour == codes.GREEN and whole.treasures.bit_count() > 1:
        return "Your trader takes treasure there."
    if whole.monuments[colour]:
        return f"The monument there pays your {office} every turn."
    if sight.stand[4 * sight.seat + colour] >= 0:
        old = sight.near[sight.stand[4 * sight.seat + colour]]
        if temples > old:
            return f"Your {office} stands safer there: {english.count(temples, 'temple')} next to it instead of {old}."
        return f"Your {office} has better prospects there."
    if sight.hand[colour] and whole.room[colour == codes.BLUE]:
        count = sight.hand[colour]
        held = TILE_NAMES[colour] if count == 1 else english.count(count, TILE_NAMES[colour])
        return f"Your {office} can score there with the {held} in your hand."
    return f"A {office} on the board can score, one in the hand cannot."


# -- catastrophes, swaps, buildings, treasures ----------------------------------------------------------------------------


def _about_ruin(sight: Sight, cell: int) -> str:
    """Return what speaks for a catastrophe."""
    if sight.what[cell] == codes.TEMPLE:
        pieces = [(sight.what[other] - codes.LEADERS, sight.near[other]) for other in NEIGHBOURS[cell]]
        home = [phrases.leader(piece) for piece, near in pieces if piece >= 0 and near == 1]
        if home:
            return f"It drives {english.listing(home)} off the board."
    if not sight.what[cell]:
        return "It closes the gap through which a war threatens that you would lose."
    return "It cuts a kingdom in which others are stronger than you."


def _about_swap(sight: Sight, counts: tuple[int, ...]) -> str:
    """Return what speaks for a swap."""
    useless = [c for c in range(4) if counts[c] and sight.stand[4 * sight.seat + c] < 0]
    if useless and sum(counts[c] for c in useless) * 2 >= sum(counts):
        names = english.listing([f"{TILE_NAMES[c]}s" for c in useless])
        return f"You can do little with {names} now, and other tiles may serve you better."
    return "You have more of these tiles than you can use soon."


def _about_building(sight: Sight, action: int) -> str:
    """Return what speaks for a monument, the wonder, or neither."""
    if action == codes.DECLINE:
        return "A building here would cost you more tiles, or pay others more, than it brings you."
    king = sight.region_at(sight.table.placed).leaders[codes.BLACK] == sight.seat
    if action < codes.MAKE_MONUMENT:
        return "Your king draws a point of your choice from it every turn." if king else "It suits nobody else."
    colours = PAIRS[(action - codes.MAKE_MONUMENT) // codes.CELLS]
    region = sight.region_at(sight.table.placed)
    paid = [OFFICES[c] for c in colours if region.leaders[c] == sight.seat]
    return f"It pays your {english.listing(paid)} every turn." if paid else "It makes the kingdom poorer for others."


def _about_taking(sight: Sight, cell: int) -> str:
    """Return what speaks for one treasure before the others."""
    pieces = [sight.what[other] - codes.LEADERS for other in NEIGHBOURS[cell]]
    if any(piece >= 0 and piece >> 2 != sight.seat for piece in pieces):
        return f"The temple on {CELLS[cell]} serves another seat's leader, and without its treasure it can be destroyed."
    return "All treasures count the same; this one you need least where it lies."


# -- conflicts ------------------------------------------------------------------------------------------------------------


def _about_war(sight: Sight, colour: int) -> str:
    """Return what speaks for resolving a war first."""
    one, other = sight.kingdoms_at_war(colour)
    if sight.seat not in (one.leaders[colour], other.leaders[colour]):
        return "It may part the kingdoms before a war of your own comes."
    own, rival = (one, other) if one.leaders[colour] == sight.seat else (other, one)
    plan = worth.plan_war(sight, own, rival, colour, sight.hand[colour])
    if plan.chance >= 0.5:
        stands = _stands(sight, own.tiles[colour] + plan.tiles, rival.tiles[colour], rival.leaders[colour], colour)
        return f"You can expect to win it, {stands}, and it may call off the others."
    return "The other wars stand worse for you."


def _about_commit(sight: Sight, tiles: int) -> str:
    """Return what speaks for committing so many tiles."""
    table = sight.table
    colour = conflict.commits(table)
    attack, defence = (conflict.strength(table, seat) for seat in (table.attacker, table.defender))
    if sight.seat == table.attacker:
        if attack + tiles <= defence:
            if tiles:
                return "You can hardly win, but you can be rid of tiles that are of little use."
            return f"You could reach no more than {attack + sight.hand[colour]}, which hardly wins: save your tiles."
        return f"You can expect to win, {_stands(sight, attack + tiles, defence, table.defender, colour)}."
    attack += table.attack
    if defence + tiles >= attack:
        enough = "and no less would" if tiles and defence + tiles == attack else "with tiles to spare"
        return f"That holds, {defence + tiles} against {attack}, {enough}."
    if tiles:
        return "You cannot hold, but you can be rid of tiles that are of little use."
    return "You cannot hold." if defence + sight.hand[colour] < attack else "Holding is not worth so many tiles."
