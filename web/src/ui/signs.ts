/** The signs of seats, and the inks for their lines and bars. Each game provides its own. */

import type { Seat } from "../api/types";

/** A colour for the light theme, and one for the dark theme. */
export type Ink = readonly [light: string, dark: string];

export interface Look {
  /** An SVG path around the origin, filled even-odd. */
  sign: string;
  /** The largest distance of the path from the origin. */
  reach: number;
  ink: Ink;
}

export type Looks = Readonly<Record<Seat, Look>>;

const looksOfGames = new Map<string, Looks>();
/** The number of inks for seats of other games, used in turn. */
const INKS = 6;

/** Register the signs of a game's seats. */
export function wear(game: string, looks: Looks): void {
  looksOfGames.set(game, looks);
}

/** Return how a seat looks; null if its game has no signs, so that its letter is shown. */
export function lookOf(game: string, seat: Seat): Look | null {
  return looksOfGames.get(game)?.[seat] ?? null;
}

/** Return a colour as a CSS value. */
export function css([light, dark]: Ink): string {
  return `light-dark(${light}, ${dark})`;
}

/**
 * Return the colour, as CSS, in which a seat's lines and bars are drawn.
 * @param place The seat's index among all seats, for games without inks of their own.
 */
export function inkOf(game: string, seat: Seat, place: number): string {
  const look = lookOf(game, seat);
  return look ? css(look.ink) : `var(--seat-${(place % INKS) + 1})`;
}

/** Colours by name, as in one theme of a game's `art.json`; nested groups are flattened. */
interface Colours {
  readonly [name: string]: string | number | readonly string[] | Colours;
}

/** Suffixes for the colours of a list: the surface, its edge, and the light on it. */
const TONES = ["", "-edge", "-light"];

function flat(colours: Colours): [name: string, colour: string][] {
  return Object.entries(colours).flatMap(([key, value]): [string, string][] => {
    if (typeof value === "string") return [[key, value]];
    if (Array.isArray(value)) return value.map((colour: string, at) => [`${key}${TONES[at]}`, colour]);
    return typeof value === "object" ? flat(value as Colours) : [];
  });
}

/** Define a game's colours, shared with the server's drawing, as custom properties: `--clay-land`, `--clay-red-edge`. */
export function defineColours(prefix: string, { light, dark }: { light: Colours; dark: Colours }): void {
  const night = new Map(flat(dark));
  defineInks(
    prefix,
    Object.fromEntries(flat(light).map(([name, colour]) => [name, [colour, night.get(name) ?? colour]])),
  );
}

/** Define colours as custom properties, by name. */
export function defineInks(prefix: string, inks: Readonly<Record<string, Ink>>): void {
  const lines = Object.entries(inks).map(([name, ink]) => `--${prefix}-${name.replaceAll("_", "-")}: ${css(ink)};`);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`:root { ${lines.join(" ")} }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
