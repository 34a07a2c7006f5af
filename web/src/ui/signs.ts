/** The signs of seats, and the inks in which their lines and bars are drawn. Each game brings its own. */

import type { Seat } from "../api/types";

/** A colour on a light page, and on a dark one. */
export type Ink = readonly [light: string, dark: string];

export interface Look {
  /** A path around the middle, filled even-odd. */
  sign: string;
  /** How far it reaches from there. */
  reach: number;
  ink: Ink;
}

export type Looks = Readonly<Record<Seat, Look>>;

const known = new Map<string, Looks>();
/** What seats of other games are drawn in, in turn. */
const INKS = 6;

/** Let a game's seats be known by their signs from now on. */
export function wear(game: string, looks: Looks): void {
  known.set(game, looks);
}

/** Return how a seat looks; null where its game has no signs: then its letter does. */
export function lookOf(game: string, seat: Seat): Look | null {
  return known.get(game)?.[seat] ?? null;
}

/** A colour as CSS. */
export function css([light, dark]: Ink): string {
  return `light-dark(${light}, ${dark})`;
}

/**
 * Return the colour, as CSS, in which a seat's lines and bars are drawn.
 * @param place The seat's place among all, for games without inks of their own.
 */
export function inkOf(game: string, seat: Seat, place: number): string {
  const look = lookOf(game, seat);
  return look ? css(look.ink) : `var(--seat-${(place % INKS) + 1})`;
}

/** Colours by name, as a game's `art.json` has them for one theme; groups of colours are flattened. */
interface Colours {
  readonly [name: string]: string | number | readonly string[] | Colours;
}

/** What the colours of a list are: of a surface, of its edge, and of the light on it. */
const TONES = ["", "-edge", "-light"];

function flat(colours: Colours): [name: string, colour: string][] {
  return Object.entries(colours).flatMap(([key, value]): [string, string][] => {
    const name = key.replaceAll("_", "-");
    if (typeof value === "string") return [[name, value]];
    if (Array.isArray(value)) return value.map((colour: string, at) => [`${name}${TONES[at]}`, colour]);
    return typeof value === "object" ? flat(value as Colours) : [];
  });
}

/** Define the colours of a game, which the server's drawing shares, as custom properties: `--clay-land`, `--clay-red-edge`. */
export function defineColours(prefix: string, { light, dark }: { light: Colours; dark: Colours }): void {
  const night = new Map(flat(dark));
  const lines = flat(light).map(([name, colour]) => `--${prefix}-${name}: ${css([colour, night.get(name) ?? colour])};`);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`:root { ${lines.join(" ")} }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
