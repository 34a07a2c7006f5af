/** Names of cells and pieces, for screen readers and tooltips. */

import type { Seat } from "../../../api/types";
import type { Mark } from "../../../board/marks";
import { t } from "../texts";
import { nameOfSeat, SAID } from "../said";
import type { Cell, CellName, Colour, Kingdom, RiversFacts } from "../types";
import { isRiver, isSpecial, monumentOn, neighboursOf } from "./geometry";
import { buildingOn, kingdomOf, leaderOn, ownersOf, strengths } from "./scene";

/** Return the name of the piece on a cell: "temple", "catastrophe". */
export function pieceName(piece: Cell["what"]): string {
  return piece === "down" || piece === "wonder" || piece === "catastrophe"
    ? t(`board.tile_${piece}`)
    : SAID.name("piece", piece);
}

/** Return the name of a colour's civilization building. */
export function buildingName(colour: Colour): string {
  return SAID.name("building", colour);
}

/** Return a number of tiles of a colour in words: "2 temples". */
export function tilesName(colour: Colour, n: number): string {
  return SAID.name("some", [n, colour]);
}

/** Return the name of a leader: "Archer's priest", or "your priest" for its own reader. */
export function leaderName(seat: Seat, colour: Colour, reader: Seat | null = null): string {
  return SAID.name("leader", [seat, colour], reader);
}

/** Return the office of a colour's leaders: "priest". */
export function officeName(colour: Colour): string {
  return SAID.name("office", colour);
}

export function colourName(colour: Colour): string {
  return SAID.name("colour", colour);
}

export function seatName(facts: RiversFacts, seat: Seat): string {
  return facts.dynasties[seat] ? nameOfSeat(seat) : seat;
}

export function markName(mark: Mark): string {
  return t(`board.${mark}`);
}

/** Return the owners of the leaders in a kingdom in words: "Archer's and Bull's", or "your and Bull's" for a reader. */
export function ownersName(facts: RiversFacts, kingdom: Kingdom, reader: Seat | null = null): string {
  return SAID.name("owner*", ownersOf(facts, kingdom), reader);
}

function kingdomsAround(facts: RiversFacts, cell: CellName): Kingdom[] {
  const kingdoms = new Set(neighboursOf(cell).map((next) => kingdomOf(facts, next)));
  return facts.kingdoms.filter((_, i) => kingdoms.has(i));
}

function belongs(facts: RiversFacts, cell: CellName): string | null {
  const kingdom = facts.kingdoms[kingdomOf(facts, cell) ?? -1];
  return kingdom ? t("board.in_kingdom", { whose: ownersName(facts, kingdom) }) : null;
}

function touches(facts: RiversFacts, cell: CellName): string | null {
  const around = kingdomsAround(facts, cell).map((kingdom) => ownersName(facts, kingdom));
  const [only] = around;
  if (only === undefined) return null;
  if (around.length === 1) return t("board.touches_kingdom", { whose: only });
  return t("board.touches_kingdoms", { n: around.length, whose: around.join("; ") });
}

function contents(facts: RiversFacts, cell: CellName): (string | null)[] {
  const standing = leaderOn(facts, cell);
  if (standing) {
    const { seat, leader } = standing;
    const name = leaderName(seat, leader.colour);
    return [
      name,
      t("board.temples", { n: leader.temples }),
      t("board.supporters", { n: leader.supporters }),
      belongs(facts, cell),
    ];
  }
  const content = facts.cells[cell];
  if (!content) return [t(isRiver(facts.board, cell) ? "board.empty_river" : "board.empty_land"), touches(facts, cell)];
  const pair = content.what === "down" ? monumentOn(cell, facts.monuments) : null;
  const raised = buildingOn(facts, cell);
  const name = pair ? t("board.tile_down_under", { pair: SAID.name("pair", pair) }) : pieceName(content.what);
  return [
    content.treasure ? t("board.with_treasure", { what: name }) : name,
    raised ? t("board.building_on", { building: buildingName(raised) }) : null,
    isSpecial(facts.board, cell) ? t("board.special") : null,
    content.what === "catastrophe" ? null : belongs(facts, cell),
    facts.marker === cell ? t("board.marker") : null,
  ];
}

function inConflict(facts: RiversFacts, cell: CellName): (string | null)[] {
  const side = strengths(facts).find((strength) => strength.cell === cell);
  const { conflict } = facts;
  const sides = conflict ? [conflict.attacker, conflict.defender] : [];
  const sentences: (string | null)[] = sides.map((side) =>
    side.supporters.includes(cell) ? t("board.supports", { name: seatName(facts, side.seat) }) : null,
  );
  if (sides.some((side) => side.at_stake.includes(cell))) sentences.push(t("board.at_stake"));
  if (side) {
    const { board, committed, role } = side;
    const strength =
      committed === null ? t("board.strength_board", { board }) : t("board.strength_committed", { board, committed });
    sentences.push(
      t(role === "attacker" ? "board.strength" : role ? "board.strength_defends" : "board.strength_war", { strength }),
    );
  }
  return sentences;
}

/** Describe the contents and state of a cell without its name: "empty land, touches Archer's kingdom". */
export function aboutCell(facts: RiversFacts, cell: CellName): string {
  return [...contents(facts, cell), ...inConflict(facts, cell)].filter(Boolean).join(", ");
}

/** Name a cell with its contents and state: "G5, empty land, touches Archer's kingdom". */
export function cellName(facts: RiversFacts, cell: CellName): string {
  return `${cell}, ${aboutCell(facts, cell)}`;
}
