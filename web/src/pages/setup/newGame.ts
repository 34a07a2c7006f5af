/** The form of a new game: its state, its faults, and the request that it makes. */

import type { CatalogueGame, NewGame, NewSeat, Seat, SeatKind } from "../../api/types";
import { isDevice } from "../../home";
import { listing } from "../../said/words";
import { newcomersBot, ratedBot, usualBot, usualStandIn } from "../../play/seats/bots";
import { t } from "../../texts/lobby";
import { clockFault, clockOf, newClock, type ClockDraft } from "./clockDraft";

/** The kind of a seat's player; a seat with "nobody" is not in the game. */
export type DraftKind = SeatKind | "nobody";

export interface SeatDraft {
  seat: Seat;
  kind: DraftKind;
  bot: string;
  name: string;
}

/** A file to continue from. */
type Source = { file: string; game: string } & (
  { kind: "record"; content: string } | { kind: "position"; content: Record<string, unknown> }
);

export interface Draft {
  game: string;
  seats: SeatDraft[];
  rulings: Record<string, unknown>;
  timed: boolean;
  minutes: number | null;
  clock: ClockDraft;
  public: boolean;
  /** Whether hints are allowed in a game between people. */
  advice: boolean;
  /** The bot that plays for an absent person. */
  standIn: string;
  source: Source | null;
  /** Whether the game is rated. `near` limits the difference to the others' ratings, in points; null for no limit. */
  rated: boolean;
  near: number | null;
}

export const NAME_LENGTH = 30;
/** The server's limit in bytes, less room for the rest of the request. */
const FILE_LIMIT = 990_000;
export const MINUTES = { least: 10, most: 600, usual: 60 };

/** Return the possible numbers of players, ascending. */
export const playerCounts = (game: CatalogueGame): number[] =>
  Object.keys(game.players)
    .map(Number)
    .sort((a, b) => a - b);

const emptySeat = (game: CatalogueGame, seat: Seat): SeatDraft => ({
  seat,
  kind: "nobody",
  bot: usualBot(game),
  name: "",
});

/** Return the seats that are in the game. */
export const takenSeats = (seats: SeatDraft[]): SeatDraft[] => seats.filter((seat) => seat.kind !== "nobody");

/** Return which of the seats is the visitor's by default: the one at the bottom of the board, else the first. */
const usualSeat = (game: CatalogueGame, seats: readonly Seat[]): Seat | undefined =>
  seats.includes(game.near_seat) ? game.near_seat : seats[0];

const seatNames = (seats: SeatDraft[]): Seat[] => seats.map(({ seat }) => seat);

/** Return a new form: the visitor against bots at a full table. */
export function newDraft(game: CatalogueGame): Draft {
  const empty = game.seats.map((seat) => emptySeat(game, seat));
  const full = withPlayers(empty, game, playerCounts(game).at(-1) ?? 0);
  const ownSeat = usualSeat(game, seatNames(takenSeats(full)));
  return {
    game: game.name,
    seats: ownSeat === undefined ? full : seatGiven(full, ownSeat, "me"),
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

/** Return the usual seats for a number of players. Bots fill empty seats, and a visitor whose seat is dropped moves to the usual one. */
export function withPlayers(seats: SeatDraft[], game: CatalogueGame, players: number): SeatDraft[] {
  const seatNames = game.players[players] ?? [];
  const seated = seats.map((seat): SeatDraft => {
    if (!seatNames.includes(seat.seat)) return { ...seat, kind: "nobody" };
    return seat.kind === "nobody" ? { ...seat, kind: "bot" } : seat;
  });
  const left = seats.some((seat) => seat.kind === "me") && !seated.some((seat) => seat.kind === "me");
  const ownSeat = usualSeat(game, seatNames);
  return left && ownSeat !== undefined ? seatGiven(seated, ownSeat, "me") : seated;
}

/** Return the seats of a file, with the visitor on the usual one and bots on the others. */
export function seatsOfFile(game: CatalogueGame, names: Seat[]): SeatDraft[] {
  const knownSeats = game.seats.filter((seat) => names.includes(seat));
  const ownSeat = usualSeat(game, knownSeats);
  return knownSeats.map((seat): SeatDraft => ({ ...emptySeat(game, seat), kind: seat === ownSeat ? "me" : "bot" }));
}

/** Change the kind of a seat. The visitor has only one seat: when they move, a bot takes the old one. */
export function seatGiven(seats: SeatDraft[], at: Seat, kind: DraftKind): SeatDraft[] {
  return seats.map((seat): SeatDraft => {
    if (seat.seat === at) return { ...seat, kind };
    return kind === "me" && seat.kind === "me" ? { ...seat, kind: "bot" } : seat;
  });
}

/** Change all seats but the visitor's to one kind. Empty seats stay empty. */
export function allOthers(game: CatalogueGame, seats: SeatDraft[], kind: SeatKind): SeatDraft[] {
  const ownSeat = seats.find((seat) => seat.kind === "me")?.seat ?? usualSeat(game, seatNames(takenSeats(seats)));
  return seats.map((seat) => (seat.kind === "nobody" ? seat : { ...seat, kind: seat.seat === ownSeat ? "me" : kind }));
}

/** Return whether some players are at other screens, so that others may have to wait for an absent one. */
export const someMayStayAway = (seats: SeatDraft[]): boolean =>
  seats.some((seat) => seat.kind === "open" || seat.kind === "program");

/** Return whether the players can choose that a game is decided when a seat's time is up: not at a rated table with several opponents. */
export const choosesThen = (draft: Draft): boolean =>
  !(draft.rated && canBeRated(draft) && takenSeats(draft.seats).length > 2);

/** Return whether the visitor has opponents other than bots. */
export const hasCompany = (seats: SeatDraft[]): boolean =>
  seats.some((seat) => seat.kind === "open" || seat.kind === "shared" || seat.kind === "program");

/** Return whether the table can have a clock: it has other players than bots, and no fixed length. */
export const mayHaveClock = ({ seats, timed }: Pick<Draft, "seats" | "timed">): boolean => !timed && hasCompany(seats);

/** The usual ways to play, by the kind of the other seats. */
export const PRESETS = (["bot", "open", "shared"] as const).filter((kind) => !isDevice || kind !== "open");

/** Return which of the usual ways a table has; null for a mixture. */
export function presetOf(seats: SeatDraft[]): (typeof PRESETS)[number] | null {
  const kinds = new Set(takenSeats(seats).flatMap(({ kind }) => (kind === "me" ? [] : [kind])));
  return PRESETS.find((kind) => kinds.size === 1 && kinds.has(kind)) ?? null;
}

/** Return whether a game can be rated: all people have their own screens, the rest are bots, and it starts from the beginning. */
export const canBeRated = ({ seats, source }: Draft): boolean =>
  source === null &&
  seats.some((seat) => seat.kind === "open") &&
  takenSeats(seats).every((seat) => ["me", "open", "bot"].includes(seat.kind));

/** Return the seats with bots that can play rated games; null if there are none for this number of seats. */
export function withRatedBots(seats: SeatDraft[], game: CatalogueGame): SeatDraft[] | null {
  const count = takenSeats(seats).length;
  const bots = seats.map((seat) => {
    const bot = seat.kind === "bot" ? ratedBot(game, seat.bot, count) : seat.bot;
    return bot === null ? null : { ...seat, bot };
  });
  return bots.some((bot) => bot === null) ? null : bots.filter((bot) => bot !== null);
}

/** Return what is wrong with the names of the people at this screen; nothing if the visitor is alone. `own`: the visitor's name. */
function nameFaults(draft: Draft, game: CatalogueGame, ownName: string): string[] {
  if (!draft.seats.some(({ kind }) => kind === "shared")) return [];
  const people = draft.seats.filter(({ kind }) => kind === "me" || kind === "shared");
  const names = people.map(({ kind, name }) => (kind === "me" ? ownName : name).trim());
  const nameless = people.filter((_, at) => !names[at]).map(({ seat }) => game.seat_names[seat] ?? seat);
  const repeated = new Set(names.filter((name, at) => name && names.indexOf(name) < at));
  return [
    ...(nameless.length ? [t("lobby.fault_no_name", { seats: listing(nameless) })] : []),
    ...[...repeated].map((name) => t("lobby.fault_same_name", { name })),
  ];
}

/** Return what is wrong with a form in plain words; empty if it can be sent. `own`: the visitor's name. */
export function faults(draft: Draft, game: CatalogueGame, ownName = ""): string[] {
  const faultList = nameFaults(draft, game, ownName);
  const count = takenSeats(draft.seats).length;
  const counts = playerCounts(game);
  if (!draft.source && !counts.includes(count)) {
    faultList.push(t("lobby.fault_players", { least: counts[0] ?? 0, most: counts.at(-1) ?? 0, count }));
  }
  const minutes = draft.minutes ?? Number.NaN;
  if (draft.timed && !(Number.isInteger(minutes) && minutes >= MINUTES.least && minutes <= MINUTES.most)) {
    faultList.push(t("lobby.fault_minutes"));
  }
  const clock = mayHaveClock(draft) ? clockFault(draft.clock) : null;
  if (clock !== null) faultList.push(clock);
  return faultList;
}

/** Return the rulings and variants that differ from their defaults. */
export function changedRulings(rulings: Record<string, unknown>, game: CatalogueGame): Record<string, unknown> {
  const defaults = new Map([...game.rulings, ...game.variants].map((ruling) => [ruling.name, ruling.default]));
  return Object.fromEntries(
    Object.entries(rulings).filter(([name, value]) => defaults.has(name) && value !== defaults.get(name)),
  );
}

function seatBody({ seat, kind, bot, name }: SeatDraft, ownName: string): NewSeat[] {
  if (kind === "nobody") return [];
  if (kind === "bot") return [{ seat, kind, bot }];
  if (kind === "shared") return [{ seat, kind, name: name.trim() }];
  return [kind === "me" && ownName ? { seat, kind, name: ownName } : { seat, kind }];
}

/** Return the request for a form. */
export function requestOf(draft: Draft, game: CatalogueGame, ownName = ""): NewGame {
  const atRated = draft.rated && canBeRated(draft) ? withRatedBots(draft.seats, game) : null;
  const rated = atRated !== null;
  const timed = draft.timed && !rated;
  const then = choosesThen(draft) ? draft.clock.then : "bot";
  const clock = mayHaveClock({ ...draft, timed }) ? clockOf({ ...draft.clock, then }) : null;
  const common: NewGame = {
    seats: (atRated ?? draft.seats).flatMap((seat) => seatBody(seat, ownName.trim())),
    minutes: timed ? draft.minutes : null,
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

/** Return the request for the visitor against bots at a full table, with default settings. */
export const againstBots = (game: CatalogueGame): NewGame => requestOf(newDraft(game), game);

/** Return the request for a table against one bot, by default a newcomer's: a game for two against a beginners' bot. */
export function firstTable(
  game: CatalogueGame,
  rulings: Draft["rulings"] = {},
  bot = newcomersBot(game),
  players = 2,
): NewGame {
  const draft = newDraft(game);
  const seats = withPlayers(draft.seats, game, players).map((seat) => ({ ...seat, bot }));
  return requestOf({ ...draft, seats, rulings }, game);
}

/** Return whether a file is too large to send. It is measured as a JSON string, where every quote takes two bytes. */
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
  if (Array.isArray(value)) return value.filter((entry): entry is Seat => typeof entry === "string");
  return isObject(value) ? Object.keys(value) : [];
}

/**
 * Parse a file as a record or a position, and return it with its seats.
 * @returns null if it is neither.
 */
export function readSource(file: string, text: string): { source: Source; seats: Seat[] } | null {
  const position = parsed(text);
  if (isObject(position) && typeof position["game"] === "string" && isObject(position["seats"])) {
    return {
      source: { file, kind: "position", game: position["game"], content: position },
      seats: seatsIn(position["seats"]),
    };
  }
  const header = parsed(text.split("\n", 1)[0] ?? "");
  if (!isObject(header) || typeof header["game"] !== "string") return null;
  return { source: { file, kind: "record", game: header["game"], content: text }, seats: seatsIn(header["seats"]) };
}
