/** Where the things of Kingdoms of the Middle Sea lie, and how its events are seen. */

import type { GameEvent, Seat } from "../../../api/types";
import type { Moves, Thing } from "../../../play/motion/moves";
import type { Side } from "../../../play/motion/scene";
import { suitOfTile } from "../board/pieces";
import type { SeaFacts, Site } from "../types";

const MONEY = ["goods", "gold", "unrest"];

function tile(code: unknown): Thing[] {
  if (typeof code !== "string") return [];
  const stack = [`stack ${suitOfTile(code)}`];
  return [{ piece: `tile ${code}`, from: stack, to: stack }];
}

/** Return the pieces of a seat that a field of it stands for. */
function ofSeat(seat: Seat, field: string, key: string | undefined, value: unknown): Thing[] {
  const from = [`counter goods ${seat}`];
  if (field === "leaders" && key) return [{ piece: `coin ${seat} ${key}` }];
  if (field === "roads" && Array.isArray(value))
    return value.map((road) => ({ piece: `road ${seat} ${String(road)}`, from }));
  if (field === "ports" && typeof value === "object" && value !== null)
    return Object.entries(value).flatMap(([site, piers]) =>
      Array.from({ length: Number(piers) }, (_, at) => ({ piece: `pier ${seat} ${site} ${at}`, from })),
    );
  if (field === "ports" && key && typeof value === "number") return ofSeat(seat, field, undefined, { [key]: value });
  return [];
}

/** Return the piece of a city and its value. */
function city(facts: SeaFacts, site: Site | undefined): Side["parts"] {
  const { tile: code, value = 0 } = facts.cities[site ?? ""] ?? {};
  return code === undefined ? [] : [{ piece: `tile ${code}`, adds: value }];
}

/** Return the sides of an attack or of a rebellion: a leader in its base against a city and its guard. */
function fight({ kind, seat, details }: GameEvent, facts: SeaFacts): [Side, Side] | null {
  if (!["attack_won", "attack_failed", "suppressed"].includes(kind) || seat === null) return null;
  const { leader: value, site } = details;
  const defender = typeof details["defender"] === "string" ? details["defender"] : null;
  const leader = `coin ${seat} ${String(value)}`;
  const base = facts.kingdoms[seat]?.leaders.find((candidate) => candidate.value === value)?.place;
  const [target] = city(facts, String(site));
  if (!target) return null;
  const guard = facts.kingdoms[defender ?? ""]?.leaders.find(({ place, active }) => place === site && active);
  const parts = [{ piece: leader, adds: Number(value) }, ...city(facts, base)];
  const wins = kind !== "attack_failed";
  return [
    { seat, leader, parts, total: Number(details["attack"] ?? details["total"]), wins },
    {
      seat: defender,
      leader: target.piece,
      parts: [target, ...(guard ? [{ piece: `coin ${defender} ${guard.value}`, adds: guard.value }] : [])],
      total: Number(details["defence"] ?? details["value"]),
      wins: !wins,
    },
  ];
}

export const MOVES: Moves<SeaFacts> = {
  looks: {
    first: "still",
    round: "still",
    turn: "still",
    end: "still",
    control: "still",
    control_paid: "moves",
    rebel_named: "flash",
    rebellion: "flash",
    suppressed: "scene",
    conceded: "still",
    city_lost: "flash",
    unrest: "moves",
    dominance: "still",
    ranked: "still",
    production: "moves",
    explored: "moves",
    explored_under: "moves",
    road: "moves",
    port: "moves",
    exchange: "moves",
    king: "moves",
    leader_activated: "moves",
    leader_moved: "moves",
    attack: "flash",
    hired: "moves",
    defended: "moves",
    attack_won: "scene",
    attack_failed: "scene",
    time_called: "still",
    game_over: "still",
  },
  things: ([field, key = "", name, part], value) => {
    if (field === "sites") return tile(value);
    if (field === "stacks" && Array.isArray(value)) return value.flatMap(tile);
    return field === "seats" && name !== undefined ? ofSeat(key, name, part, value) : [];
  },
  fight,
  way: (facts, winner) => {
    const { cities = [], leaders = [] } = facts.kingdoms[winner] ?? {};
    const tiles = cities.flatMap((site) => city(facts, site).map(({ piece }) => piece));
    return [...tiles, ...leaders.filter(({ active }) => active).map(({ value }) => `coin ${winner} ${value}`)];
  },
  gains: ({ changes }) =>
    changes.flatMap(({ path: [field, seat = "", name = ""], before, after }) =>
      field === "seats" && MONEY.includes(name)
        ? [{ counter: `${name} ${seat}`, by: Number(after) - Number(before) }]
        : [],
    ),
};
