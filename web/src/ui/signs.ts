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

/** Let colours go by names in CSS, wherever a selector reaches: a game's own, from what it shares with the server's drawing. */
export function mix(selector: string, inks: Readonly<Record<string, Ink>>): void {
  const sheet = new CSSStyleSheet();
  const lines = Object.entries(inks).map(([name, ink]) => `--${name}: ${css(ink)};`);
  sheet.replaceSync(`${selector} { ${lines.join(" ")} }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
