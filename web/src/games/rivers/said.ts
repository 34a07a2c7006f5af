/** The sentences of Two Rivers, and the names of what fills their holes. */

import alert from "../../../../src/kingdoms/games/rivers/texts/en/alert.json";
import choice from "../../../../src/kingdoms/games/rivers/texts/en/choice.json";
import ending from "../../../../src/kingdoms/games/rivers/texts/en/ending.json";
import event from "../../../../src/kingdoms/games/rivers/texts/en/event.json";
import name from "../../../../src/kingdoms/games/rivers/texts/en/name.json";
import question from "../../../../src/kingdoms/games/rivers/texts/en/question.json";
import kinds from "../../../../src/kingdoms/games/rivers/texts/holes.json";
import type { Seat } from "../../api/types";
import { speechOf } from "../../play/desk/speech";
import { Catalogue, type Namer, type Telling } from "../../said/catalogue";
import { columnOf, COLUMNS, isRiver, neighboursOf, ROWS, rowOf } from "./board/geometry";
import { kingdomOf, leaderOn, ownersOf } from "./board/scene";
import type { Holes } from "./said.gen";
import { COLOURS, type CellName, type Colour, type RiversFacts } from "./types";

type RiversTelling = Telling<RiversFacts, Holes>;
type Names = Namer<RiversFacts, Holes>;

const DOWN = ["north", "", "south"] as const;
const ACROSS = ["west", "", "east"] as const;

/** Return a namer for something that exists in each colour, such as a tile. */
const byColour =
  (
    id: "name.colour" | "name.office" | "name.side" | "name.tile" | "name.piece" | "name.suit" | "name.building",
  ): Names =>
  (telling, colour: Colour) =>
    telling.tell(id, { word: colour });

/** Return the word for the part of the map that contains a cell, one of nine. */
function partOf(cell: CellName): string {
  return (
    `${DOWN[Math.floor((3 * rowOf(cell)) / ROWS)] ?? ""}${ACROSS[Math.floor((3 * columnOf(cell)) / COLUMNS)] ?? ""}` ||
    "middle"
  );
}

/** Return the owners to name of a kingdom: the reader alone if there are several others. */
export const ownersToName = (owners: Seat[], reader: Seat | null): Seat[] =>
  reader !== null && owners.includes(reader) && owners.length > 2 ? [reader] : owners;

/**
 * Return the place of a cell on the table: beside a leader or a treasure, at a kingdom, on the river, or else in a part of
 * the map. The reader's own leaders come first.
 */
function surroundings(telling: RiversTelling, facts: RiversFacts, cell: CellName): string {
  const beside = neighboursOf(cell);
  const part = partOf(cell);
  const leaders = beside.flatMap((next) => leaderOn(facts, next) ?? []);
  const leader = leaders.find(({ seat }) => seat === telling.reader) ?? leaders[0];
  if (leader) return telling.tell("name.beside", { leader: [leader.seat, leader.leader.colour] });
  const treasure = beside.find((next) => facts.cells[next]?.treasure);
  if (treasure) return telling.tell("name.beside_treasure", { part: partOf(treasure) });
  const kingdom = facts.kingdoms[beside.map((next) => kingdomOf(facts, next)).find((number) => number !== null) ?? -1];
  if (kingdom)
    return telling.tell("name.at_kingdom", { owners: ownersToName(ownersOf(facts, kingdom), telling.reader), part });
  return isRiver(facts.board, cell)
    ? telling.tell("name.on_river", { part })
    : telling.tell("name.part", { word: part });
}

const NAMERS: Record<string, Names> = {
  seat: (telling, seat: Seat) => telling.tell("name.seat", { word: seat }),
  "seat*": (telling, seat: Seat) =>
    seat === telling.reader ? telling.tell("name.you", {}) : telling.tell("name.seat", { word: seat }),
  owner: (telling, seat: Seat) => telling.tell("name.owner", { seat }),
  leader: (telling, [seat, office]: [Seat, Colour]) => telling.tell("name.leader", { seat, office }),
  colour: byColour("name.colour"),
  office: byColour("name.office"),
  side: byColour("name.side"),
  tile: byColour("name.tile"),
  piece: byColour("name.piece"),
  suit: byColour("name.suit"),
  building: byColour("name.building"),
  pair: (telling, pair: string) => {
    const [first = "", two = ""] = pair.split("-");
    return telling.tell("name.pair", { one: first, two });
  },
  points: (telling, [n, word]: [number, Colour]) => telling.tell("name.points", { n, word }),
  some: (telling, [n, word]: [number, Colour]) => telling.tell("name.some", { n, word }),
  tiles: (telling, counts: number[]) => {
    const tiles = counts.flatMap((n, at) => (n ? [[n, COLOURS[at]]] : []));
    return tiles.length ? telling.value("some*", tiles) : telling.tell("name.nothing", {});
  },
  region: (telling, cell: CellName) => telling.value("part", partOf(cell)),
  cell: (telling, cell: CellName) =>
    telling.table ? surroundings(telling, telling.table, cell) : telling.value("part", partOf(cell)),
  here: (telling) => telling.tell("name.here", {}),
  place: (telling) => telling.tell("name.place", {}),
  part: (telling, part: string) => telling.tell("name.part", { word: part }),
};

export const SAID = new Catalogue<RiversFacts, Holes>(kinds, NAMERS, { alert, choice, ending, event, name, question });

/** The parts that few readers need, loaded on first use. */
export const LATER = {
  factor: () => import("../../../../src/kingdoms/games/rivers/texts/en/factor.json"),
  refusal: () => import("../../../../src/kingdoms/games/rivers/texts/en/refusal.json"),
  reason: () => import("../../../../src/kingdoms/games/rivers/texts/en/reason.json"),
};

/** What a table says. */
export const SPEECH = speechOf(SAID, LATER);

/** Name a dynasty by its seat: "Archer". */
export const nameOfSeat = (seat: Seat): string => SAID.name("seat", seat);

/** Describe the place of a cell by what is next to it: "beside your king", "on the river in the south". */
export const placeName = (facts: RiversFacts, cell: CellName): string => SAID.name("cell", cell, facts.seat, facts);
