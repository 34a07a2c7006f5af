/** The facts as pieces with keys and positions. A piece keeps its key, and so its element, while it is on the map. */

import type { Seat } from "../../../api/types";
import { COLOURS, type CellName, type Colour, type Kingdom, type Leader, type Pair, type RiversFacts } from "../types";
import { colourOf } from "./art";
import { type Chart, PRINTED } from "./chart";
import { CELL, centreOf, CELLS, type Point, squareCentre } from "./geometry";

export interface TilePiece extends Point {
  key: string;
  cell: CellName;
  colour: Colour | "down";
}

interface LeaderPiece extends Point {
  key: string;
  seat: Seat;
  colour: Colour;
  cell: CellName;
}

/** Return face-up and face-down tiles, row by row. */
export function tilePieces(facts: RiversFacts): TilePiece[] {
  return CELLS.flatMap((cell) => {
    const piece = facts.cells[cell]?.what;
    const colour = piece === undefined ? null : piece === "down" ? piece : colourOf(piece);
    return colour === null ? [] : [{ key: `${cell} ${colour}`, cell, colour, ...centreOf(cell) }];
  });
}

export function catastrophes(facts: RiversFacts): CellName[] {
  return CELLS.filter((cell) => facts.cells[cell]?.what === "catastrophe");
}

/** Return the cells with treasures. */
export function treasureCells(facts: RiversFacts): CellName[] {
  return CELLS.filter((cell) => facts.cells[cell]?.treasure);
}

export function leaderPieces(facts: RiversFacts): LeaderPiece[] {
  return facts.seats.flatMap((seat) =>
    Object.values(facts.dynasties[seat]?.leaders ?? {}).flatMap(({ colour, cell }) =>
      cell === null ? [] : [{ key: `${seat} ${colour}`, seat, colour, cell, ...centreOf(cell) }],
    ),
  );
}

export function monumentPieces(facts: RiversFacts): (Point & { pair: Pair })[] {
  return Object.entries(facts.monuments).map(([pair, corner]) => ({ pair, ...squareCentre(corner) }));
}

/** Return the civilization buildings on the map. */
export function buildingPieces(facts: RiversFacts): (Point & { colour: Colour; cell: CellName })[] {
  return COLOURS.flatMap((colour) => {
    const cell = facts.buildings?.[colour];
    return cell === undefined ? [] : [{ colour, cell, ...centreOf(cell) }];
  });
}

/** Return the colour of the civilization building on a cell, or null. */
export function buildingOn(facts: RiversFacts, cell: CellName): Colour | null {
  return COLOURS.find((colour) => facts.buildings?.[colour] === cell) ?? null;
}

/** Return the leader on a cell with its seat, or null. */
export function leaderOn(facts: RiversFacts, cell: CellName): { seat: Seat; leader: Leader } | null {
  for (const seat of facts.seats)
    for (const leader of Object.values(facts.dynasties[seat]?.leaders ?? {}))
      if (leader.cell === cell) return { seat, leader };
  return null;
}

/** Return the number of the kingdom that a cell belongs to, or null. */
export function kingdomOf(facts: RiversFacts, cell: CellName): number | null {
  const index = facts.kingdoms.findIndex(({ cells }) => cells.includes(cell));
  return index < 0 ? null : index;
}

/** Return the seats that have leaders in a kingdom. */
export function ownersOf(facts: RiversFacts, kingdom: Kingdom): Seat[] {
  return facts.seats.filter((seat) => kingdom.leaders.some(([owner]) => owner === seat));
}

/** The strength of a leader in the current conflict or in a pending war. */
export interface Strength {
  key: string;
  cell: CellName;
  colour: Colour;
  role: "attacker" | "defender" | null;
  board: number;
  committed: number | null;
  /** Whether it is of a war that comes after the current one. */
  later: boolean;
}

const ABOVE = -37;
const BENEATH = 40;

/** Places for a label around its leader, nearest first, in cells. */
const AROUND = [1, 2, 3].flatMap((far) => [
  [0, -far],
  [0, far],
  [far, 0],
  [-far, 0],
  [far, -far],
  [-far, -far],
  [far, far],
  [-far, far],
]);

/** Place labels of a scale with all strengths, each on free cells near its leader; without any, above it, or below it where another label is in the way. */
export function labelled(facts: RiversFacts, scale = 1, chart: Chart = PRINTED): (Strength & Point)[] {
  const labels = strengths(facts);
  const placements: (Strength & Point)[] = [];
  if (labels.length === 0) return placements;
  const obstacles = CELLS.filter((cell) => cell in facts.cells || leaderOn(facts, cell) !== null).map((cell) =>
    chart.draw(centreOf(cell)),
  );
  for (const label of labels) {
    const { x, y } = chart.draw(centreOf(label.cell));
    const [wide, high] = [halfOf(label) * scale, 15 * scale];
    const clear = (at: Point) =>
      Math.abs(at.x - chart.width / 2) + wide <= chart.width / 2 &&
      Math.abs(at.y - chart.height / 2) + high <= chart.height / 2 &&
      !obstacles.some(
        (obstacle) =>
          Math.abs(obstacle.x - at.x) < wide + CELL / 2 - 4 && Math.abs(obstacle.y - at.y) < high + CELL / 2 - 4,
      ) &&
      !placements.some(
        (label) => Math.abs(label.x - at.x) < wide + halfOf(label) * scale && Math.abs(label.y - at.y) < 2 * high,
      );
    const position = AROUND.map(([right = 0, down = 0]) => ({ x: x + right * CELL, y: y + down * CELL })).find(clear);
    const inTheWay = (at: number) =>
      placements.some((label) => Math.abs(label.x - x) < 2 * CELL && Math.abs(label.y - at) < 30);
    const top = y + ABOVE < 0 || inTheWay(y + ABOVE);
    const beside = { x: Math.min(Math.max(x, wide), chart.width - wide), y: top ? y + BENEATH : y + ABOVE };
    placements.push({ ...label, ...(position ?? beside) });
  }
  return placements.map((label) => ({ ...label, ...chart.find(label) }));
}

/** Return the text of a label: the strength on the map, and the tiles committed to it. */
export function figureOf({ board, committed }: Pick<Strength, "board" | "committed">): string {
  return committed === null ? String(board) : `${board} + ${committed}`;
}

/** Return half the width of a label. */
export function halfOf(label: Pick<Strength, "board" | "committed">): number {
  return 21 + figureOf(label).length * 5.4;
}

/** Return the strengths of both sides of a conflict, then of all other pending wars. */
export function strengths(facts: RiversFacts): Strength[] {
  const { conflict } = facts;
  const current = (conflict ? (["attacker", "defender"] as const) : []).flatMap((role): Strength[] => {
    if (!conflict) return [];
    const { seat, cell, board, committed } = conflict[role];
    return [{ key: `${seat} ${role}`, cell, colour: conflict.commits, role, board, committed, later: false }];
  });
  const others = facts.wars
    .filter(({ colour }) => conflict?.kind !== "war" || colour !== conflict.colour)
    .flatMap(({ colour, seats, strengths: figures }) =>
      seats.flatMap((seat, at): Strength[] => {
        const cell = facts.dynasties[seat]?.leaders[colour].cell ?? null;
        if (cell === null) return [];
        const board = figures[at] ?? 0;
        return [
          { key: `${seat} ${colour}`, cell, colour, role: null, board, committed: null, later: conflict !== null },
        ];
      }),
    );
  return [...current, ...others];
}
