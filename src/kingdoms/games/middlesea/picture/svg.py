"""The table of Kingdoms of the Middle Sea as SVG."""

from __future__ import annotations

from math import atan2, cos, degrees, hypot, radians, sin
from typing import Final

from kingdoms.core.event import Event
from kingdoms.core.view import Stand
from kingdoms.drawing.svg import SERIF, group, number, tag, words
from kingdoms.games.middlesea.engine.geometry import PLACES
from kingdoms.games.middlesea.picture import pieces
from kingdoms.games.middlesea.picture.art import SUIT_OF_SEAT
from kingdoms.games.middlesea.picture.pieces import THEMES, Palette
from kingdoms.games.middlesea.table.facts import Kingdom
from kingdoms.games.middlesea.table.view import View

OUTLINES: Final = {"N": None, "E": "9 4", "S": "2.5 3.5", "W": "12 4 2.5 4"}
"""Dash patterns of the outlines around each seat's cities, so that kingdoms differ by more than colour."""

SIZE: Final = 1000
TILE: Final = 92.0
PITCH: Final = 110.0
FRONT: Final = 248.0
"""Distance from the middle of the sea to the middle of a front row."""
OFFSETS: Final = {"C": (0, 1), "BL": (-1, 1), "FL": (-1, 0), "FM": (0, 0), "FR": (1, 0), "BR": (1, 1)}
"""Offsets of the places from the owner's side: to the right, and away from the sea, in units of PITCH."""
TURNS: Final = {"S": 0, "W": 90, "N": 180, "E": 270}
"""Clockwise rotation of each seat's continent from the south, in degrees."""


def board_svg(view: View, theme: str = "light", kinds: bool = False) -> str:
    """Return the table as an SVG document.

    Args:
        view: the view to draw.
        theme: "light" or "dark".
        kinds: whether to write each city's kind at the bottom of its tile.

    Examples:
        >>> import kingdoms
        >>> picture = board_svg(kingdoms.load_game("middlesea").new_initial_state().view(None))
        >>> picture.startswith("<svg") and picture.endswith("</svg>")
        True
    """
    drawing = _Drawing(view, THEMES[theme], kinds)
    half = SIZE / 2
    title = tag("title", "Kingdoms of the Middle Sea") + tag("desc", drawing.description())
    return tag(
        "svg",
        title,
        pieces.definitions(drawing.palette),
        drawing.background(),
        group(*drawing.parts(), x=half, y=half),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {SIZE} {SIZE}",
        role="img",
        font_family=SERIF,
    )


def clash(view: View, event: Event) -> tuple[Stand, Stand] | None:
    """Return the attack or rebellion that an event ends: the base and its target, the winner first."""
    if event.kind not in ("attack_won", "attack_failed", "suppressed"):
        return None
    details = event.details
    leaders = view.kingdoms[event.seat or ""].leaders
    base = next(leader.place for leader in leaders if leader.value == details["leader"])
    strengths = details.get("attack", details.get("total")), details.get("defence", details.get("value"))
    half = SIZE / 2
    stands = []
    for site, strength in zip((base, details["site"]), strengths, strict=True):
        x, y = place_on_board(site)
        stands.append((x + half, y + half, strength))
    attacker, defender = stands
    return (defender, attacker) if event.kind == "attack_failed" else (attacker, defender)


def place_on_board(site: str) -> tuple[float, float]:
    """Return the centre of a site, relative to the middle of the board.

    Examples:
        >>> place_on_board("S.FM"), place_on_board("W.FL")
        ((0.0, 248.0), (-248.0, -110.0))
    """
    right, away = OFFSETS[site[2:]]
    return _rotate(site[0], right * PITCH, FRONT + away * PITCH)


def _rotate(seat: str, x: float, y: float) -> tuple[float, float]:
    """Return a point on the south's continent, rotated to a seat's continent."""
    turn = radians(TURNS[seat])
    return round(x * cos(turn) - y * sin(turn), 6) + 0.0, round(x * sin(turn) + y * cos(turn), 6) + 0.0


class _Drawing:
    def __init__(self, view: View, palette: Palette, kinds: bool) -> None:
        self.view = view
        self.palette = palette
        self.kinds = kinds

    def colour(self, seat: str) -> str:
        return self.palette.suits[SUIT_OF_SEAT[seat]]

    def description(self) -> str:
        """Return a short description of the picture, for screen readers."""
        view = self.view
        holdings = [f"{kingdom.name} holds {len(kingdom.cities)} cities" for kingdom in view.kingdoms.values()]
        return f"Round {view.round}, {view.phase}. {'; '.join(holdings)}."

    def background(self) -> str:
        """Return paper, sea and waves."""
        palette, half = self.palette, SIZE / 2
        reach = FRONT + PITCH * 1.5 + 8
        paper = tag("rect", width=SIZE, height=SIZE, rx=14, fill=palette.paper)
        sea = tag("circle", cx=half, cy=half, r=reach * 0.935, fill=palette.sea)
        ring = tag("circle", cx=half, cy=half, r=reach * 0.945, fill="none", stroke=palette.ink, stroke_width=1.2, opacity=0.55)
        rim = tag("circle", cx=half, cy=half, r=reach * 0.957, fill="none", stroke=palette.ink, stroke_width=0.5, opacity=0.5)
        waves = []
        for x, y in (
            (-262, -262),
            (262, -258),
            (-258, 264),
            (262, 262),
            (-150, -128),
            (140, 150),
            (150, -150),
            (-138, 140),
            (0, -158),
        ):
            path = "M-22 0 q5.5 -8 11 0 t11 0 t11 0 t11 0"
            waves.append(group(tag("path", d=path), x=half + x, y=half + y))
        inked = tag("g", *waves, fill="none", stroke=palette.deep, stroke_width=2, stroke_linecap="round")
        return paper + sea + ring + rim + inked

    def parts(self) -> list[str]:
        """Return everything on the table, from the bottom layer to the top."""
        view = self.view
        parts = [self.continent(seat) for seat in view.seats]
        parts += [self.site(f"{seat}.{place}") for seat in view.seats for place in PLACES]
        for kingdom in view.kingdoms.values():
            parts += [self.port(kingdom.seat, site, piers) for site, piers in kingdom.ports.items()]
            parts += [self.road(kingdom.seat, *road.split("-")) for road in kingdom.roads]
        for kingdom in view.kingdoms.values():
            parts += self.leaders(kingdom)
            parts.append(self.reserve(kingdom))
        parts += [self.stacks(), self.dominance(), self.caption()]
        if view.attack is not None:
            parts.append(self.attack(*view.attack))
        return parts

    def continent(self, seat: str) -> str:
        """Return the land under a continent's sites."""
        x, y = _rotate(seat, 0, FRONT + PITCH / 2)
        width, depth = PITCH * 3 - 4, PITCH * 2 - 4
        if seat in "EW":
            width, depth = depth, width
        frame = {"x": x - width / 2, "y": y - depth / 2, "width": width, "height": depth, "rx": 22}
        return tag("rect", **frame, fill=self.palette.land, stroke=self.palette.ink, stroke_width=1, stroke_opacity=0.45)

    def site(self, site: str) -> str:
        """Return a Capital, a city with its holder's outline, or an empty site."""
        x, y = place_on_board(site)
        half = TILE / 2
        if site[2:] == "C":
            return group(pieces.capital(self.palette, SUIT_OF_SEAT[site[0]], TILE), x=x, y=y)
        city = self.view.cities.get(site)
        if city is None:
            frame = {"x": -half, "y": -half, "width": TILE, "height": TILE, "rx": 7}
            dots = tag(
                "rect", **frame, fill="none", stroke=self.palette.ink, stroke_width=1.4, stroke_dasharray="1.5 6", opacity=0.5
            )
            return group(dots, words(site[2:], 0, 5, 15, fill=self.palette.ink, opacity=0.4), x=x, y=y)
        parts = [pieces.tile(self.palette, city.suit, city.value, TILE, city.kind if self.kinds else None)]
        if city.holder is not None:
            colour, edge = self.colour(city.holder), half - 1.5
            frame = {"x": -edge, "y": -edge, "width": 2 * edge, "height": 2 * edge, "rx": 6}
            dashes = OUTLINES[city.holder]
            parts.append(tag("rect", **frame, fill="none", stroke=colour, stroke_width=4.5, stroke_dasharray=dashes))
            if city.holder != site[0]:
                badge = tag("circle", r=12, fill=self.palette.coin, stroke=colour, stroke_width=2)
                sign = pieces.suit(SUIT_OF_SEAT[city.holder], 15, colour)
                parts.append(group(badge, sign, x=half - 13, y=-half + 13))
        if site in self.view.rebelling:
            parts.append(
                tag("circle", r=half * 0.86, fill="none", stroke=self.palette.alarm, stroke_width=4, stroke_dasharray="3 7")
            )
        return group(*parts, x=x, y=y)

    def road(self, seat: str, start: str, end: str) -> str:
        """Return a matchstick between two places."""
        (x1, y1), (x2, y2) = place_on_board(start), place_on_board(end)
        length = 34 if hypot(x2 - x1, y2 - y1) < PITCH * 1.2 else 44  # covers only the edges of both tiles, not their print
        stick = pieces.match(self.palette, self.colour(seat), length, degrees(atan2(y2 - y1, x2 - x1)))
        return group(stick, x=(x1 + x2) / 2, y=(y1 + y2) / 2)

    def port(self, seat: str, site: str, piers: int) -> str:
        """Return a port's piers, reaching out into the sea."""
        right, _ = OFFSETS[site[2:]]
        parts = []
        for i in range(piers):
            x = right * PITCH + (i - (piers - 1) / 2) * 15
            at = _rotate(site[0], x, FRONT - TILE / 2 - 12)
            parts.append(group(pieces.match(self.palette, self.colour(seat), 34, TURNS[site[0]] - 90), x=at[0], y=at[1]))
        return "".join(parts)

    def leaders(self, kingdom: Kingdom) -> list[str]:
        """Return a seat's king and the leaders in its cities."""
        name, parts = SUIT_OF_SEAT[kingdom.seat], []
        for leader in kingdom.leaders:
            if leader.place == "king":
                x, y = place_on_board(f"{kingdom.seat}.C")
                parts.append(group(pieces.king(self.palette, name, leader.value, 15.5), x=x + 20, y=y + 20))
            elif leader.place != "reserve":
                x, y = place_on_board(leader.place)
                piece = pieces.coin(self.palette, name, leader.value, 16.5, leader.active)
                parts.append(group(piece, x=x + TILE / 2 - 20, y=y + TILE / 2 - 20))
        return parts

    def reserve(self, kingdom: Kingdom) -> str:
        """Return the row behind a Capital: name, leaders in the reserve, unrest, goods and gold."""
        palette, seat = self.palette, kingdom.seat
        name, colour = SUIT_OF_SEAT[seat], self.colour(seat)
        waiting = [leader for leader in kingdom.leaders if leader.place == "reserve"]
        things = [(words(kingdom.name, 0, 6, 21, fill=colour, font_weight="700"), 78.0, 34.0)]
        things += [(pieces.coin(palette, name, leader.value, 13.5), 31.0, 31.0) for leader in waiting]
        things.append((pieces.die(palette, name, kingdom.unrest, 27), 40.0, 40.0))
        for sign, amount in ((pieces.bundle(palette, 30), kingdom.goods), (pieces.pennies(palette, 25), kingdom.gold)):
            figure = words(str(amount), 5, 7, 20, fill=palette.ink, font_weight="600", text_anchor="start")
            things.append((group(sign, x=-12) + figure, 64.0, 42.0))
        across = seat in "NS"
        x, y = _rotate(seat, 0, FRONT + PITCH * 1.5 + 46)
        at = -sum(width if across else height for _, width, height in things) / 2
        parts = []
        for thing, width, height in things:
            step = width if across else height
            parts.append(group(thing, x=x + at + step / 2, y=y) if across else group(thing, x=x, y=y + at + step / 2))
            at += step
        return "".join(parts)

    def stacks(self) -> str:
        """Return the four stacks in the middle of the sea."""
        palette, parts = self.palette, []
        for (suit, tiles), (x, y) in zip(self.view.stacks.items(), ((-44, -44), (44, -44), (-44, 44), (44, 44)), strict=True):
            size = 74.0
            if not tiles:
                frame = {"x": -size / 2, "y": -size / 2, "width": size, "height": size, "rx": 6}
                empty = tag(
                    "rect", **frame, fill="none", stroke=palette.ink, stroke_width=1.2, stroke_dasharray="1.5 5", opacity=0.5
                )
                parts.append(group(empty, pieces.suit(suit, 24, palette.ink, opacity=0.25), x=x, y=y))
                continue
            edges = [
                tag(
                    "rect",
                    x=-size / 2,
                    y=size / 2 - 5 + 3 * depth,
                    width=size,
                    height=6,
                    rx=3,
                    fill=palette.wood_dark,
                    stroke=palette.ink,
                )
                for depth in range(len(tiles) - 1, 0, -1)
            ]
            below = group(*edges, stroke_width="0.6")
            parts.append(group(below, pieces.tile(palette, suit, int(tiles[0][1]), size), x=x, y=y - 4))
        return "".join(parts)

    def dominance(self) -> str:
        """Return the pawns in order, the first one marked."""
        palette, parts = self.palette, []
        order = self.view.order
        for rank, seat in enumerate(order):
            x = (rank - (len(order) - 1) / 2) * 38
            mark = tag("circle", cy=22, r=4, fill=palette.gold, stroke=palette.ink, stroke_width=0.8) if rank == 0 else ""
            parts.append(group(pieces.pawn(palette, SUIT_OF_SEAT[seat], 36), mark, x=x, y=124))
        return "".join(parts)

    def caption(self) -> str:
        """Return round and phase, and a compass."""
        view, ink = self.view, self.palette.ink
        left = -SIZE / 2 + 26
        parts = [words(f"Round {view.round}", left, left + 20, 26, fill=ink, text_anchor="start", font_weight="600")]
        phase = "game over" if view.phase == "over" else f"{view.phase} phase" if view.phase != "start" else "start"
        parts.append(words(phase, left, left + 44, 18, fill=ink, text_anchor="start", opacity=0.8))
        if view.outcome is not None:
            names = " and ".join(view.kingdoms[seat].name for seat in view.outcome.winners)
            verb = "wins" if len(view.outcome.winners) == 1 else "win"
            parts.append(words(f"{names} {verb}", left, left + 66, 18, fill=ink, text_anchor="start", font_weight="600"))
        corner = SIZE / 2 - 62
        parts.append(group(pieces.compass(self.palette, 36), x=corner, y=corner, opacity="0.75"))
        return "".join(parts)

    def attack(self, base: str, target: str) -> str:
        """Return the current attack as an arrow."""
        (x1, y1), (x2, y2) = place_on_board(base), place_on_board(target)
        turn = degrees(atan2(y2 - y1, x2 - x1))
        length = hypot(x2 - x1, y2 - y1) - TILE * 0.55
        tip, barb = number(length), number(length - 16)
        arrow = f"M{number(TILE * 0.35)} 0 L{number(length - 12)} 0 M{barb} -9 L{tip} 0 L{barb} 9"
        line = tag(
            "path", d=arrow, fill="none", stroke=self.palette.alarm, stroke_width=5, stroke_linecap="round", opacity=0.85
        )
        return group(line, x=x1, y=y1, turn=turn)
