/** What the form of a new game holds, what is wrong with it, and the request it comes to. */

import type { CatalogueGame, NewGame, NewSeat, Seat, SeatKind } from "../api/types";
import { newcomersBot, ratedBot, usualBot, usualStandIn } from "../play/bots";
import { t } from "../texts/lobby";
import { clockFault, clockOf, newClock, type ClockDraft } from "./clockDraft";

/** Who sits somewhere; a seat at which nobody sits is not in the game. */
export type DraftKind = SeatKind | "nobody";

export interface SeatDraft {
  seat: Seat;
  kind: DraftKind;
  bot: string;
  name: string;
}

/** A file to go on from. */
export type Source = { file: string; game: string } & (
  | { kind: "record"; content: string }
  | { kind: "position"; content: Record<string, unknown> }
);

export interface Draft {
  game: string;
  seats: SeatDraft[];
  rulings: Record<string, unknown>;
  timed: boolean;
  minutes: number | null;
  clock: ClockDraft;
  public: boolean;
  /** Whether hints are allowed though people play each other. */
  advice: boolean;
  /** The bot that plays for a person who stays away. */
  standIn: string;
  source: Source | null;
  /** Whether it counts for ratings, and how many points from one's own others may be; null: any. */
  rated: boolean;
  near: number | null;
}

export const NAME_LENGTH = 30;
/** What the server takes, less room for the rest of the request. */
const FILE_LIMIT = 990_000;
const MINUTES = { least: 10, most: 600, usual: 60 };

/** The numbers of players that a game can have, ascending. */
export const playerCounts = (game: CatalogueGame): number[] => Object.keys(game.players).map(Number).sort((a, b) => a - b);

const emptySeat = (game: CatalogueGame, seat: Seat): SeatDraft => ({ seat, kind: "nobody", bot: usualBot(game), name: "" });

/** The seats that are in the game. */
export const taken = (seats: SeatDraft[]): SeatDraft[] => seats.filter((one) => one.kind !== "nobody");

/** A new form: the visitor against bots at a full table. */
export function newDraft(game: CatalogueGame): Draft {
  const empty = game.seats.map((seat) => emptySeat(game, seat));
  const full = withPlayers(empty, game, playerCounts(game).at(-1) ?? 0);
  const first = taken(full)[0];
  return {
    game: game.name,
    seats: first ? seatGiven(full, first.seat, "me") : full,
    rulings: {},
    timed: false,
    minutes: MINUTES.usual,
    clock: newClock(),
    public: false,
    advice: false,
    standIn: usualStandIn(game),
    source: null,
    rated: false,
    near: null,
  };
}

/** The usual seats for a number of players: bots come in where nobody sat, and the visitor moves when their seat is left out. */
export function withPlayers(seats: SeatDraft[], game: CatalogueGame, players: number): SeatDraft[] {
  const wanted = game.players[players] ?? [];
  const seated = seats.map((one): SeatDraft => {
    if (!wanted.includes(one.seat)) return { ...one, kind: "nobody" };
    return one.kind === "nobody" ? { ...one, kind: "bot" } : one;
  });
  const left = seats.some((one) => one.kind === "me") && !seated.some((one) => one.kind === "me");
  return left && wanted[0] !== undefined ? seatGiven(seated, wanted[0], "me") : seated;
}

/** The seats of a file, with the visitor on the first. */
export function seatsOfFile(game: CatalogueGame, names: Seat[]): SeatDraft[] {
  const known = game.seats.filter((seat) => names.includes(seat));
  return known.map((seat, at): SeatDraft => ({ ...emptySeat(game, seat), kind: at === 0 ? "me" : "bot" }));
}

/** Give a seat to somebody else; the visitor sits on one only, the seat that was theirs goes to a bot. */
export function seatGiven(seats: SeatDraft[], at: Seat, kind: DraftKind): SeatDraft[] {
  return seats.map((one): SeatDraft => {
    if (one.seat === at) return { ...one, kind };
    return kind === "me" && one.kind === "me" ? { ...one, kind: "bot" } : one;
  });
}

/** Give all seats but the visitor's to the same kind of player; seats at which nobody sits stay so. */
export function allOthers(seats: SeatDraft[], kind: SeatKind): SeatDraft[] {
  const mine = seats.find((one) => one.kind === "me")?.seat ?? taken(seats)[0]?.seat;
  return seats.map((one) => (one.kind === "nobody" ? one : { ...one, kind: one.seat === mine ? "me" : kind }));
}

/** Whether people sit at screens of their own, so that one may stay away while others wait. */
export const someMayStayAway = (seats: SeatDraft[]): boolean => seats.some((one) => one.kind === "open" || one.kind === "program");

/** Whether the table can have a clock: others play who could keep somebody waiting, and no time is agreed on for all. */
export const mayHaveClock = ({ seats, timed }: Pick<Draft, "seats" | "timed">): boolean =>
  !timed && seats.some((seat) => seat.kind === "open" || seat.kind === "shared" || seat.kind === "program");

/** Whether a game can be rated: of people at screens of their own, and perhaps bots, from its beginning. */
export const canBeRated = ({ seats, source }: Draft): boolean =>
  source === null && seats.some((one) => one.kind === "open") && taken(seats).every((one) => ["me", "open", "bot"].includes(one.kind));

/** The seats with bots that can sit at a rated table; null where there are none for so many seats. */
export function withRatedBots(seats: SeatDraft[], game: CatalogueGame): SeatDraft[] | null {
  const count = taken(seats).length;
  const found = seats.map((one) => {
    const bot = one.kind === "bot" ? ratedBot(game, one.bot, count) : one.bot;
    return bot === null ? null : { ...one, bot };
  });
  return found.some((one) => one === null) ? null : found.filter((one) => one !== null);
}

/** What is wrong with a form, in plain words; nothing when it can be sent. */
export function faults(draft: Draft, game: CatalogueGame): string[] {
  const found: string[] = [];
  if (!draft.source) {
    const names = new Map<string, number>();
    for (const one of draft.seats.filter((other) => other.kind === "shared")) {
      const name = one.name.trim() || (game.seat_names[one.seat] ?? one.seat);
      names.set(name, (names.get(name) ?? 0) + 1);
    }
    for (const [name, times] of names) if (times > 1) found.push(t("lobby.fault_same_name", { name }));
  }
  const count = taken(draft.seats).length;
  const counts = playerCounts(game);
  if (!draft.source && !counts.includes(count)) {
    found.push(t("lobby.fault_players", { least: counts[0] ?? 0, most: counts.at(-1) ?? 0, count }));
  }
  const minutes = draft.minutes ?? Number.NaN;
  if (draft.timed && !(Number.isInteger(minutes) && minutes >= MINUTES.least && minutes <= MINUTES.most)) {
    found.push(t("lobby.fault_minutes"));
  }
  const clock = mayHaveClock(draft) ? clockFault(draft.clock) : null;
  if (clock !== null) found.push(clock);
  return found;
}

/** The rulings that differ from the defaults, and the variants that are played. */
export function changedRulings(rulings: Record<string, unknown>, game: CatalogueGame): Record<string, unknown> {
  const known = new Map([...game.rulings, ...game.variants].map((ruling) => [ruling.name, ruling.default]));
  return Object.fromEntries(Object.entries(rulings).filter(([name, value]) => known.has(name) && value !== known.get(name)));
}

function seatBody({ seat, kind, bot, name }: SeatDraft, own: string): NewSeat[] {
  if (kind === "nobody") return [];
  if (kind === "bot") return [{ seat, kind, bot }];
  if (kind === "shared") return [{ seat, kind, ...(name.trim() ? { name: name.trim() } : {}) }];
  return [kind === "me" && own ? { seat, kind, name: own } : { seat, kind }];
}

/** The request that a form comes to. */
export function requestOf(draft: Draft, game: CatalogueGame, own = ""): NewGame {
  const clock = mayHaveClock(draft) ? clockOf(draft.clock) : null;
  const atRated = draft.rated && canBeRated(draft) ? withRatedBots(draft.seats, game) : null;
  const rated = atRated !== null;
  const common: NewGame = {
    seats: (atRated ?? draft.seats).flatMap((seat) => seatBody(seat, own.trim())),
    minutes: draft.timed ? draft.minutes : null,
    ...(clock ? { clock } : {}),
    public: draft.public,
    advice: draft.advice && !rated && draft.seats.some((seat) => seat.kind === "open"),
    ...(someMayStayAway(draft.seats) && !rated ? { stand_in: draft.standIn } : {}),
    ...(rated ? { rated, ...(draft.near === null ? {} : { near: draft.near }) } : {}),
  };
  const { source } = draft;
  if (source?.kind === "record") return { ...common, record: source.content };
  if (source) return { ...common, position: source.content };
  return { ...common, game: draft.game, rulings: changedRulings(draft.rulings, game) };
}

/** The visitor against bots at a full table, everything as usual. */
export const againstBots = (game: CatalogueGame): NewGame => requestOf(newDraft(game), game);

/** Return the request for a newcomer's first table: a game for two against a bot of the newcomers' level. */
export function firstTable(game: CatalogueGame): NewGame {
  const draft = newDraft(game);
  const seats = withPlayers(draft.seats, game, 2).map((one) => ({ ...one, bot: newcomersBot(game) }));
  return requestOf({ ...draft, seats }, game);
}

/** Whether a file is too large to be sent: quotes count twice, as they travel inside a text. */
export const tooLarge = (text: string): boolean => new TextEncoder().encode(JSON.stringify(text)).length > FILE_LIMIT;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function seatsIn(value: unknown): Seat[] {
  if (Array.isArray(value)) return value.filter((one): one is Seat => typeof one === "string");
  return isObject(value) ? Object.keys(value) : [];
}

/**
 * Tell a record from a position by what a file holds, and who sits in it.
 * @returns null when it is neither.
 */
export function readSource(file: string, text: string): { source: Source; seats: Seat[] } | null {
  const position = parsed(text);
  if (isObject(position) && typeof position["game"] === "string" && isObject(position["seats"])) {
    return { source: { file, kind: "position", game: position["game"], content: position }, seats: seatsIn(position["seats"]) };
  }
  const header = parsed(text.split("\n", 1)[0] ?? "");
  if (!isObject(header) || typeof header["game"] !== "string") return null;
  return { source: { file, kind: "record", game: header["game"], content: text }, seats: seatsIn(header["seats"]) };
}
