/** Where the things of Two Rivers lie, and how its events are seen. */

import type { GameEvent, Seat } from "../../../api/types";
import type { Gain, Moves, Thing } from "../../../play/motion/moves";
import type { Side as FightSide } from "../../../play/motion/scene";
import { CATASTROPHE_KEY, leaderKey, tileKey } from "../board/types";
import { colourOf } from "../board/art";
import { t } from "../texts";
import type { CellName, Colour, RiversFacts } from "../types";

/** Return the places of a piece in front of a seat: in the visitor's own hand, or at the seat's card. */
function handOf(seat: Seat | null, ownSeat: Seat | null, key: string): string[] {
  return [...(seat === ownSeat ? [key] : []), `seat ${seat}`];
}

function onCell(cell: CellName, value: string, { seat, kind }: GameEvent, ownSeat: Seat | null): Thing[] {
  const what = value.replace("*", "");
  const colour = colourOf(what);
  const treasure: Thing[] = value.endsWith("*") ? [{ piece: `treasure ${cell}`, to: [`seat ${seat}`] }] : [];
  if (what === "catastrophe")
    return [{ piece: `catastrophe ${cell}`, from: handOf(seat, ownSeat, CATASTROPHE_KEY) }, ...treasure];
  if (what === "wonder") return [{ piece: `wonder ${cell}` }, ...treasure];
  const from = colour && kind === "place" ? handOf(seat, ownSeat, tileKey(colour)) : [];
  return [{ piece: `tile ${cell} ${what}`, from }, ...treasure];
}

function leader(seat: Seat, colour: string, value: unknown, ownSeat: Seat | null): Thing[] {
  if (value === null) return [];
  const home = handOf(seat, ownSeat, leaderKey(colour as Colour));
  return [{ piece: `leader ${seat} ${colour}`, from: home, to: home }];
}

/** A position has the values of a path by name, or the change names one of them. */
function named(key: string | undefined, value: unknown): [string, unknown][] {
  if (key !== undefined) return [[key, value]];
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}

function gain(seat: Seat | null, key: unknown, points: unknown): Gain[] {
  return typeof key === "string" && seat !== null ? [{ counter: `${key} ${seat}`, by: Number(points ?? 1) }] : [];
}

/** Return the sides of a revolt or war: the leaders, and the tiles that the map counts for each. */
function fight(event: GameEvent, facts: RiversFacts, past: readonly GameEvent[]): [FightSide, FightSide] | null {
  const { kind, seat, details } = event;
  if (kind !== "war_won" && kind !== "revolt_won") return null;
  const beginning = past.findLast(({ kind: earlier }) => earlier === "war" || earlier === "revolt");
  const { conflict } = facts;
  const attacker = conflict?.attacker.seat ?? beginning?.details["attacker"];
  const sides = (["attacker", "defender"] as const).map((role): FightSide => {
    const side = conflict?.[role];
    const total = Number(details[role === "attacker" ? "attack" : "defence"]);
    const owner = (role === "attacker") === (seat === attacker) ? seat : String(details["loser"]);
    const parts = (side?.supporters ?? []).map((cell) => ({
      piece: `tile ${cell} ${facts.cells[cell]?.what}`,
      adds: 1,
    }));
    const leader = `leader ${owner} ${String(details["colour"])}`;
    const sample = Object.keys(facts.cells).find((cell) => facts.cells[cell]?.what === conflict?.commits);
    const token = sample && `tile ${sample} ${conflict?.commits}`;
    return { seat: owner, leader, parts, total, wins: owner === seat, token };
  });
  return sides as [FightSide, FightSide];
}

/** Return which of the wars a tile has brought is over now: those since that tile, and those to come. */
function order({ kind, details }: GameEvent, facts: RiversFacts, past: readonly GameEvent[]): string | null {
  if (kind !== "war_won") return null;
  const cause = past.findLastIndex(({ kind: earlier }) => earlier === "place");
  const settled = past.slice(cause + 1).filter(({ kind: earlier }) => earlier === "war_won");
  const colours = [...settled.map((event) => event.details["colour"]), details["colour"]];
  const all = new Set([...colours, ...facts.wars.map(({ colour }) => colour)]).size;
  return all > 1 ? t("rivers.war_order", { at: colours.length, all }) : null;
}

export const MOVES: Moves<RiversFacts> = {
  looks: {
    first: "still",
    turn: "still",
    drawn: "still",
    place: "moves",
    leader: "moves",
    withdrawn: "moves",
    leader_returned: "moves",
    catastrophe: "moves",
    swap: "still",
    pass: "still",
    war_chosen: "still",
    revolt: "still",
    war: "still",
    committed: "still",
    revolt_won: "scene",
    war_won: "scene",
    raised: "moves",
    lowered: "moves",
    monument: "moves",
    wonder: "moves",
    decline: "still",
    treasure: "moves",
    income: "moves",
    game_over: "still",
  },
  things: ([field, key, colour], value, event, ownSeat) => {
    if (field === "board" && key && typeof value === "string") return onCell(key, value, event, ownSeat);
    if (field === "leaders" && key)
      return named(colour, value).flatMap(([name, cell]) => leader(key, name, cell, ownSeat));
    if (field === "monuments")
      return named(key, value).flatMap(([pair, cell]) =>
        cell === null ? [] : [{ piece: `monument ${pair}`, rises: true }],
      );
    if (field === "buildings")
      return named(key, value).flatMap(([name, cell]) =>
        cell === null ? [] : [{ piece: `building ${name}`, rises: true }],
      );
    if (field === "wonder" && typeof value === "string") return [{ piece: `wonder ${value}`, rises: true }];
    return [];
  },
  fight,
  order,
  way: (facts, winner) => {
    const { leaders, gains } = facts.dynasties[winner] ?? {};
    const weakest = (gains?.weakest ?? []).map((colour) => `counter ${colour} ${winner}`);
    return [...Object.keys(leaders ?? {}).map((colour) => `leader ${winner} ${colour}`), ...weakest];
  },
  gains: ({ kind, seat, details: { colour, scores, points } }) => {
    if (kind === "place" && typeof scores === "string") return gain(scores, colour, points);
    if (kind === "war_won" || kind === "income") return gain(seat, colour, points);
    if (kind === "revolt_won") return gain(seat, "red", points);
    return kind === "treasure" ? gain(seat, "treasures", 1) : [];
  },
};
