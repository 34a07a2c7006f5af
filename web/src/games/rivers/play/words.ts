/** Places on the map as people say them: "beside Bull's king", "in the north-west". Notation is for the text view and the records. */

import type { Seat } from "../../../api/types";
import { columnOf, COLUMNS, isRiver, neighboursOf, ROWS, rowOf } from "../board/geometry";
import { leaderName, whose } from "../board/names";
import { kingdomOf, leaderOn } from "../board/scene";
import { t } from "../texts";
import type { CellName, Colour, RiversFacts } from "../types";

const CELL = "[A-P](?:1[01]|[1-9])";
/** Cells with the word that leads to them. */
const PLACED = new RegExp(`\\b(?:(on the square|next to|on|to|at|around|from) )?(${CELL})\\b`, "g");
/** Several cells in a row: which they are is seen on the map. */
const SEVERAL = new RegExp(` (?:on|at) ${CELL}(?:, ${CELL})*,? and ${CELL}\\b`, "g");
/** Where a piece came from is seen on the map, too. */
const MOVED = new RegExp(` from ${CELL} to (?=${CELL})`, "g");
/** The tiles of a line have much the same beside them: which of them gets the building, only the cell says. */
const IN_LINE = /^(?:put|move) the (?:library|granary|market hall|palace) /;
/** What is lost is gone from the map. */
const LOST = new RegExp(` on ${CELL} is lost`, "g");

const ACROSS = ["west", "", "east"] as const;
const DOWN = ["north", "", "south"] as const;

/** The part of the map that a cell lies in, of nine: "in the north-west". */
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

/** Where a cell lies, by what is beside it: "beside your king", "at Archer's kingdom", "on the river in the south". */
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
 * A sentence of the server's with places in words instead of cells.
 * @param facts The table that the sentence speaks of; null where that has passed: then the part of the map has to do.
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
