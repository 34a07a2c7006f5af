/** Natural descriptions of places: "beside Bull's king", "in the north-west". Only the text view and the records use notation. */

import type { Seat } from "../../../api/types";
import { columnOf, COLUMNS, isRiver, neighboursOf, ROWS, rowOf } from "../board/geometry";
import { leaderName, whose } from "../board/names";
import { kingdomOf, leaderOn } from "../board/scene";
import { t } from "../texts";
import type { CellName, Colour, RiversFacts } from "../types";

const CELL = "[A-P](?:1[01]|[1-9])";
/** Cells with the preposition before them. */
const PLACED = new RegExp(`\\b(?:(on the square|next to|on|to|at|around|from) )?(${CELL})\\b`, "g");
/** Lists of several cells: the map shows which they are. */
const SEVERAL = new RegExp(` (?:on|at) ${CELL}(?:, ${CELL})*,? and ${CELL}\\b`, "g");
/** The origin of a moved piece, which the map shows as well. */
const MOVED = new RegExp(` from ${CELL} to (?=${CELL})`, "g");
/** Buildings on a line of tiles: the tiles have much the same neighbours, so only the cell identifies the place. */
const IN_LINE = /^(?:put|move) the (?:library|granary|market hall|palace) /;
/** The place of a lost piece, which is gone from the map. */
const LOST = new RegExp(` on ${CELL} is lost`, "g");

const ACROSS = ["west", "", "east"] as const;
const DOWN = ["north", "", "south"] as const;

/** Return the part of the map that a cell lies in, one of nine: "in the north-west". */
export function regionWords(cell: CellName): string {
  const across = ACROSS[Math.min(2, Math.floor((3 * columnOf(cell)) / COLUMNS))] ?? "";
  const down = DOWN[Math.min(2, Math.floor((3 * rowOf(cell)) / ROWS))] ?? "";
  return t(`rivers.in_${(down + across || "middle") as "north"}`);
}

function isOwnLeader(facts: RiversFacts, cell: CellName): boolean {
  return facts.seat !== null && leaderOn(facts, cell)?.seat === facts.seat;
}

function leaderWords(facts: RiversFacts, cell: CellName, own: Seat | null): string | null {
  const standing = leaderOn(facts, cell);
  if (!standing) return null;
  const { office } = standing.leader;
  return standing.seat === own ? t(`rivers.your_${office}`) : leaderName(facts, standing.seat, office);
}

/** Describe the place of a cell by what is next to it: "beside your king", "at Archer's kingdom", "on the river in the south". */
export function cellWords(facts: RiversFacts, cell: CellName, except: Colour | null = null): string {
  const own = facts.seat;
  const beside = neighboursOf(cell).filter((next) => except === null || leaderOn(facts, next)?.leader.colour !== except);
  const ownFirst = [...beside].sort((one, other) => Number(isOwnLeader(facts, other)) - Number(isOwnLeader(facts, one)));
  const first = ownFirst.map((next) => leaderWords(facts, next, own)).find((one) => one !== null);
  if (first) return t("rivers.beside", { what: first });
  const treasure = beside.find((next) => facts.cells[next]?.treasure);
  if (treasure) return t("rivers.beside_treasure", { region: regionWords(treasure) });
  const kingdom = facts.kingdoms[beside.map((next) => kingdomOf(facts, next)).find((number) => number !== null) ?? -1];
  if (kingdom) return t("rivers.at_kingdom", { whose: whose(facts, kingdom), region: regionWords(cell) });
  return isRiver(facts.board, cell) ? t("rivers.on_river", { region: regionWords(cell) }) : regionWords(cell);
}

/**
 * Return a sentence of the server with places in words instead of cells.
 * @param facts The table that the sentence refers to; null if it has passed: then places are named by part of the map.
 */
export function inWords(text: string, facts: RiversFacts | null): string {
  if (IN_LINE.test(text)) return text;
  const short = text.replace(SEVERAL, "").replace(LOST, " is lost").replace(MOVED, " to ");
  return short.replace(PLACED, (_, lead: string | undefined, cell: CellName) => {
    const where = facts ? cellWords(facts, cell) : regionWords(cell);
    if (lead === "to") return t("rivers.moved_to", { where });
    return lead === "on the square" ? t("rivers.square_at", { where }) : where;
  });
}
