"""The table of Two Rivers as text, at most 80 columns wide."""

from __future__ import annotations

from textwrap import wrap
from typing import Final

from rich.text import Text

from kingdoms.games.rivers.engine.geometry import BOARDS, CELLS, COLOURS, COLUMNS, ROWS, TILE_NAMES
from kingdoms.games.rivers.table.facts import Conflict, Dynasty, Facts, Leader, Side, War
from kingdoms.games.rivers.table.view import View
from kingdoms.games.rivers.texts import fault, say
from kingdoms.texts import listing

LETTERS: Final = {colour: name[0].upper() for colour, name in zip(COLOURS, TILE_NAMES, strict=True)}
"""The letters of tiles: T(emple), F(arm), M(arket), S(ettlement)."""
BUILDINGS: Final = dict(zip(COLOURS, '"&%^', strict=True))
"""The signs of civilization buildings, shown before the letter of the tile."""
STYLES: Final = {
    "red": "bold #fff6e2 on #a33d28",
    "blue": "bold #fff6e2 on #2f5f9e",
    "green": "bold #fff6e2 on #4d6f2d",
    "black": "bold #fff6e2 on #57504a",
    "down": "#4a3113 on #c79d6e",
    "wonder": "bold #5d3c08 on #efe2c4",
    "catastrophe": "bold #e08a4a on #3a2d25",
}
"""The styles of the contents of cells, legible on dark and light terminals."""
INKS: Final = {"red": "#e0644f", "blue": "#5b93d8", "green": "#7fa84f", "black": "#9a9087"}
"""The four colours as text colours."""
WATER: Final = "#3f8f96"


def table_text(view: View, colour: bool = True) -> Text:
    """Return the whole table: the map, the current conflict, and the dynasties."""
    return facts_text(view.facts(), colour)


def facts_text(facts: Facts, colour: bool = True) -> Text:
    """Return the table in `facts` as text."""
    treasure, special = "◆◈" if colour else "*+"
    legend = f"    {fault('board.legend', treasure=treasure, special=special)}\n"
    if facts.buildings is not None:
        signs = "  ".join(f"{sign} {say('name.building', word=colour)}" for colour, sign in BUILDINGS.items())
        legend += f"    {fault('board.legend_buildings', signs=signs)}\n"
    return Text.assemble(
        board_text(facts, colour), (legend, "dim" if colour else ""), _state(facts, colour), dynasties_text(facts, colour)
    )


# -- the map ----------------------------------------------------------------------------------------------------------


def board_text(facts: Facts, colour: bool = True) -> Text:
    """Return the map with the names of columns and rows, each cell three characters wide.

    Tiles are letters: T(emple), F(arm), M(arket), S(ettlement). A leader is the letter of its dynasty and the lower-case
    letter of its office: `Ak` is Archer's king. `##` is a face-down tile, `WW` the wonder, `xx` a catastrophe. After a tile,
    `*` is a treasure, `+` a treasure on a special border, and `!` marks the tile that joined two kingdoms. Before a tile, a
    sign is a civilization building: `"` the library, `&` the granary, `%` the market hall, `^` the palace.

    Args:
        facts: the facts that the viewer may know.
        colour: use colours and special characters; otherwise plain ASCII.

    Examples:
        >>> import kingdoms
        >>> text = board_text(kingdoms.load_game("rivers").new_initial_state().view(None).facts(), colour=False)
        >>> print(text.plain.splitlines()[2])
          2  .   T+  .   .  ~~~  .   .   .   .   .   .   .  ~~~  .   .   T+   2
    """
    text = Text(no_wrap=True)
    head = "    " + "".join(f" {chr(65 + column)}  " for column in range(COLUMNS)).rstrip() + "\n"
    quiet = "dim" if colour else None
    standing = {leader.cell: (seat, leader) for seat, dynasty in facts.dynasties.items() for leader in dynasty.leaders.values()}
    text.append(head, quiet)
    for row in range(ROWS):
        text.append(f"{row + 1:3} ", quiet)
        for number in range(COLUMNS * row, COLUMNS * (row + 1)):
            content, style = _cell(facts, number, standing.get(CELLS[number]), colour)
            text.append(content, style if colour else None)
            text.append(" ")
        text.append(f"{row + 1:3}\n", quiet)
    text.append(head, quiet)
    return text


def _cell(facts: Facts, number: int, standing: tuple[str, Leader] | None, colour: bool) -> tuple[str, str]:
    """Return the contents of a cell as three characters, and their style."""
    cell = CELLS[number]
    if standing is not None:
        seat, leader = standing
        return f" {seat}{leader.office[0]}", f"bold {INKS[leader.colour]} reverse"
    content = facts.cells.get(cell)
    if content is None:
        land, water = (" · ", "≈≈≈") if colour else (" . ", "~~~")
        return (water, WATER) if BOARDS[facts.board].river[number] else (land, "dim")
    after = " "
    if cell == facts.marker:
        after = "!"
    elif content.treasure:
        special = number in BOARDS[facts.board].special_temples
        after = ("◈" if special else "◆") if colour else ("+" if special else "*")
    sign = {"down": "##", "wonder": "WW", "catastrophe": "xx"}.get(content.what) or f" {LETTERS[content.what]}"
    if facts.buildings and facts.buildings.get(content.what) == cell:
        sign = BUILDINGS[content.what] + sign[1]
    return sign + after, STYLES[content.what]


# -- progress of the game ---------------------------------------------------------------------------------------------


def _state(facts: Facts, colour: bool) -> Text:
    """Return the turn, the monuments and buildings, and the current conflict or wars."""
    lines = [_headline(facts)]
    monuments = ((pair.split("-"), corner) for pair, corner in facts.monuments.items())
    built = [
        fault("board.monument", pair=str(say("name.pair", one=one, two=two)), cell=corner) for (one, two), corner in monuments
    ]
    if facts.wonder is not None:
        built.append(fault("board.wonder", cell=facts.wonder))
    if facts.buildings:
        named = ((str(say("name.building", word=colour)), cell) for colour, cell in facts.buildings.items())
        built += [fault("board.building", building=name, cell=cell) for name, cell in named]
    if built:
        lines.append(fault("board.built", things=listing(built)))
    if facts.conflict is not None:
        lines += _conflict(facts.conflict)
    elif facts.wars:
        wars = " ".join(_war(facts, war) for war in facts.wars)
        lines.append(fault("board.joined", cell=facts.marker, wars=wars))
    text = Text()
    for i, line in enumerate(lines):
        style = ("bold" if i == 0 else None) if colour else None
        text.append("\n".join(wrap(line, 78, subsequent_indent="  ")) + "\n", style)
    return text


def _headline(facts: Facts) -> str:
    """Return the turn or the winners, and the number of treasures left."""
    left = fault("board.left", n=facts.treasures_left)
    if facts.outcome is not None:
        names = [facts.dynasties[seat].name for seat in facts.outcome["winners"]]
        return fault("board.over", winners=listing(names), n=len(names), left=left)
    if facts.turn is None:
        return fault("board.begins", left=left)
    key = "board.actions" if facts.phase == "action" else "board.turn"
    return fault(key, seat=facts.dynasties[facts.turn].name, n=facts.actions_left, left=left)


def _conflict(conflict: Conflict) -> list[str]:
    lines = [fault(f"board.{conflict.kind}", tiles=say("name.suit", word=conflict.commits))]
    for side, key in ((conflict.attacker, "board.attacks"), (conflict.defender, "board.defends")):
        leader = _leader(side.seat, conflict.colour)
        sentence = fault(key, leader=leader, cell=side.cell, strength=_strength(side))
        stake = fault("board.stake", side=sentence, cells=" ".join(side.at_stake)) if side.at_stake else sentence
        lines.append(f"  {stake}")
    return lines


def _strength(side: Side) -> str:
    """Return the strength of a side: on the board, and with the tiles it has committed."""
    if side.committed is None:
        return str(side.board)
    return fault("board.committed", board=side.board, n=side.committed, sum=side.board + side.committed)


def _war(facts: Facts, war: War) -> str:
    strengths = {seat: facts.dynasties[seat].leaders[war.colour].supporters for seat in war.seats}
    first, second = (fault("board.war_side", leader=_leader(seat, war.colour), n=n) for seat, n in strengths.items())
    return fault("board.war_between", one=first, other=second)


def _leader(seat: str, colour: str) -> str:
    return str(say("name.leader", seat=seat, office=colour))


# -- the dynasties ----------------------------------------------------------------------------------------------------


def dynasties_text(facts: Facts, colour: bool = True) -> Text:
    """Return a table of the dynasties, without what is hidden."""
    text = Text(no_wrap=True)
    text.append(f"    {fault('board.head')}\n", "dim" if colour else None)
    for seat in facts.seats:
        _append_dynasty(text, facts, facts.dynasties[seat], colour)
    return text


def _append_dynasty(text: Text, facts: Facts, dynasty: Dynasty, colour: bool) -> None:
    text.append("> " if facts.to_move == dynasty.seat else "  ", "bold" if colour else None)
    text.append(f"{dynasty.seat} {dynasty.name:7} {dynasty.hand_count:5} ", "bold" if colour else None)
    for name in COLOURS:
        count = "-" if dynasty.hand is None else str(dynasty.hand[name])
        text.append(f"{count:>2}", INKS[name] if colour else None)
    text.append(f"{dynasty.catastrophes:7}       ")
    for name in COLOURS:
        count = "-" if dynasty.points is None else str(dynasty.points[name])
        text.append(f"{count:>3}", INKS[name] if colour else None)
    treasures = "-" if dynasty.treasures is None else str(dynasty.treasures)
    score = "-" if dynasty.score is None else str(dynasty.score[0])
    text.append(f"{treasures:>7}{score:>6} ")
    for leader in dynasty.leaders.values():
        if leader.cell is None:
            text.append(f" {leader.office[0]}", INKS[leader.colour] if colour else None)
    text.append("\n")
