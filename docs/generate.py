"""Writes the parts of the documentation that follow from the code: `python docs/generate.py`.

The pages of rules and rulings come from the catalogue of clauses, the pictures from the renderer. A test sees to it that they are
up to date.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import kingdoms
from kingdoms import render_svg
from kingdoms.core.rulings import Ruling
from kingdoms.core.state import State
from kingdoms.games.middlesea.engine.rulings import RULINGS
from kingdoms.games.middlesea.words.clauses import READINGS, SECTIONS
from kingdoms.games.rivers.engine.rulings import RULINGS as RIVERS_RULINGS
from kingdoms.games.rivers.words.clauses import SECTIONS as RIVERS_SECTIONS

DOCS = Path(__file__).parent
RIVERS = ("revolt", "war")
"""The positions of Two Rivers that are drawn, besides the start."""

RULES_INTRODUCTION = """# Rules

The rules of Kingdoms of the Middle Sea by Phillip Lerche (version 1.1, 2003), clause by clause, in our own words. The ids are those
that the referee, the game in the terminal and the code cite; `kingdoms rules FT-4` prints one. How open points are settled, ids that
begin with AMB, stands under [rulings](rulings.md).

## The board

![The table at the start: the Capitals in the middle of the back rows, five sites around each](images/start.svg){ width=560 }

Each continent has a back row with the Capital `C` between `BL` and `BR`, and a front row `FL`, `FM`, `FR` by the sea: left and right as
the owner sees them. Sites side by side or corner to corner are adjacent: the Capital and `FM` are so to all others of their continent,
`BL` also to `FL`, and `BR` to `FR`. Front rows are coastal.

A garrison attacks what is adjacent to any city that own roads and ports join it to, by sea too. Here South's leader 5 in the
5-garrison attacks the port of the 2-temple beside it, which East holds:

![South's garrison attacks a port next to it](images/attack.svg){ width=560 }
"""

RULINGS_INTRODUCTION = """# Rulings

Where the rulebook leaves a point open or contradicts itself, one reading has to hold. Some readings can be chosen, game by game;
the first value is the default:

```
kingdoms play --rulings attack_port=any,round_limit=20
```
"""

OWN_READINGS = """## Readings beyond these

Where neither the rulebook nor the list above decides, this is how it is done here.

- Under `production = choice` the Capital produces by itself and is not asked about; cities are asked about one by one in the order of
  sites N.BL to W.BR, each credited at once.
- `missionary_reach = adjacent` replaces the reach of missionaries, not the port they need: which port it takes is for
  `attack_port` to say.
- `suppress_reach = adjacent` asks for adjacency only, not for the port that attacks abroad need. Other cities in rebellion still lend
  adjacency, the rebelling city itself does not.
- A game that is won at the end of a round is won by conquest if any of its winners meets the conquest victory, else by trade. If the time
  and the round limit come together, it is the time.
- When a Capital or king falls, the attacking leader is turned and stays where it is; no unrest changes.
- Positions may hold up to 1,000,000 goods and gold. Nothing in the rules depends on it.
"""


RIVERS_INTRODUCTION = """# Two Rivers

The rules of Tigris & Euphrates by Reiner Knizia, clause by clause, in our own words. They are those of the 2015 edition, on its standard
board; the [wonder](#options) can be switched on. The advanced board of that edition, with its 14 treasures, and the civilization
buildings are left out. The ids are those that the referee, the game in the terminal and the code cite;
`kingdoms rules --game rivers F-7` prints one.

## The board

![The board at the start: ten temples, each with a treasure](images/rivers-start.svg){ width=720 }

Rivers run through the land. Ten cells begin with a temple that bears a treasure; four of them have a special border. Cells that share a
side are adjacent, whether they are river or not.

## A revolt

Pot has placed its king on I5, into the kingdom that Bull's king on F5 rules. Pot has three temples beside its king, Bull two; each may
commit temples from its hand, Pot first. If they are equal in the end, Bull holds the kingdom.

![Two kings in one kingdom, with the temples beside them](images/rivers-revolt.svg){ width=720 }

## A war

Lion has joined two kingdoms by the settlement on G5, which is marked. The traders are at war, and so are the kings; Lion has chosen the
traders' war first, in which the markets on either side count. If Pot's trader loses, its markets go too, the kings are apart again, and
there is no second war.

![A marked tile between two kingdoms, and the strengths of their traders](images/rivers-war.svg){ width=720 }
"""

RIVERS_READINGS = """## Readings

Where the clauses leave something open, this is how it is done here.

- The tiles of a swap that the bag cannot supply leave the hand; then the game ends, and the action counts as begun.
- Whether a refill can be supplied is judged for all hands together before its first tile; in the deal too.
- When both ends come together, since few treasures are left and the refill cannot be supplied, the reason is the bag.
- Committed tiles have left the game: they do not count when a position is checked for more tiles than exist.
- The outcome in a position that is over has to agree with what the seats have.
- The game knows no limit of turns. If everybody passes for ever it never ends; whoever drives games breaks them off, and decides by
  score.
"""


def clauses_of(sections: Mapping[str, Mapping[str, str]]) -> list[str]:
    """Return chapters of rules, each clause with an anchor."""
    parts = []
    for title, clauses in sections.items():
        parts.append(f"## {title}\n")
        parts += [f"**{name}**{{ #{name} }} {text}\n" for name, text in clauses.items()]
    return parts


def table_of(rulings: Sequence[Ruling]) -> list[str]:
    """Return the table of a game's rulings."""
    parts = ["| ruling | values | about | point |", "| --- | --- | --- | --- |"]
    for ruling in rulings:
        values = ", ".join(f"`{json.dumps(value).strip(chr(34))}`" for value in ruling.values)
        more = " or a whole number >= 1" if ruling.counts else ""
        parts.append(f"| `{ruling.name}` | {values}{more} | {ruling.about} | [{ruling.clauses}](#{ruling.clauses}) |")
    return parts


def rules_page() -> str:
    """Return the page of rules."""
    return "\n".join([RULES_INTRODUCTION, *clauses_of(SECTIONS)])


def rulings_page() -> str:
    """Return the page of rulings."""
    parts = [RULINGS_INTRODUCTION, *table_of(RULINGS)]
    parts.append("\nA line for each as the program has it: `kingdoms rulings`.\n\n## Open points, and how they are settled\n")
    parts += [f"**{name}**{{ #{name} }} {text}\n" for name, text in READINGS.items()]
    return "\n".join([*parts, OWN_READINGS])


def rivers_page() -> str:
    """Return the page of Two Rivers."""
    options = ["## Options\n", *table_of(RIVERS_RULINGS), ""]
    return "\n".join([RIVERS_INTRODUCTION, *clauses_of(RIVERS_SECTIONS), *options, RIVERS_READINGS])


def pictures() -> dict[str, str]:
    """Return the pictures, by file name."""
    table: State = kingdoms.read_position(json.loads((DOCS / "images/board.json").read_text()))
    start = kingdoms.load_game("middlesea").new_initial_state()
    attack = table.clone()
    attack.apply_action("attack 5 S.FR")
    rivers = {name: kingdoms.read_position(json.loads((DOCS / f"images/rivers-{name}.json").read_text())) for name in RIVERS}
    rivers["start"] = kingdoms.load_game("rivers").new_initial_state()
    return {
        **{f"rivers-{name}.svg": render_svg(state.view(None)) for name, state in rivers.items()},
        "board.svg": render_svg(table.view(None)),
        "board-dark.svg": render_svg(table.view(None), theme="dark"),
        "start.svg": render_svg(start.view(None)),
        "attack.svg": render_svg(attack.view(None), kinds=True),
    }


def generated() -> dict[Path, str]:
    """Return all that is generated, by file."""
    return {
        DOCS / "rules.md": rules_page(),
        DOCS / "rulings.md": rulings_page(),
        DOCS / "rivers.md": rivers_page(),
        **{DOCS / "images" / name: picture for name, picture in pictures().items()},
    }


if __name__ == "__main__":
    for path, text in generated().items():
        path.write_text(text)
        print("wrote", path.relative_to(DOCS.parent))
