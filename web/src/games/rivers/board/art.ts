/** Signs of Two Rivers as paths in a square of 24 around the middle, own drawings: what a tile is, whose a leader is. Filled even-odd. */

import type { Seat } from "../../../api/types";
import type { Colour } from "../types";

function mirrored(draw: (side: 1 | -1) => string): string {
  return draw(1) + draw(-1);
}

function disc(x: number, y: number, r: number): string {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
}

/** Two rows of grains along a stalk, furrows at its foot. */
function ear(): string {
  const grains = [-6, -1.8, 2.4].map((y) =>
    mirrored((s) => `M${s * 0.9} ${y + 3.6}C${s * 0.6} ${y + 0.4} ${s * 3} ${y - 2.4} ${s * 6.6} ${y - 3.4}C${s * 7} ${y + 0.6} ${s * 4.6} ${y + 3.4} ${s * 0.9} ${y + 3.6}Z`),
  );
  const furrows = mirrored((s) => `M${s * 12} 7.4Q${s * 6.4} 6.6 ${s * 2.4} 11.6H${s * 4.9}Q${s * 7.8} 9 ${s * 12} 9.4Z`);
  return `M0-12C2.6-9.6 2.6-7.4 0-5.2C-2.6-7.4-2.6-9.6 0-12Z${grains.join("")}M-.8 6.2H.8V11.6H-.8Z${furrows}`;
}

/** Tiles: a temple with horned roof and sun, a field's ear of barley, a market's stall, a settlement's houses. */
export const TILE_SIGNS: Record<Colour, string> = {
  red:
    "M-11.5 11.4V8.6H-9.8V5.6H9.8V8.6H11.5V11.4Z" +
    [-8.4, -1.6, 5.2].map((x) => `M${x}-3.2H${x + 3.2}V4.8H${x}Z`).join("") +
    `M-10.4-4.1L-12-10C-9.6-8-8-7.6-5.6-7.4H5.6C8-7.6 9.6-8 12-10L10.4-4.1Z${disc(0, -10, 2)}`,
  blue: ear(),
  green:
    "M-10.6-10.6H10.6L12-4.2A3 3 0 0 1 6-4.2A3 3 0 0 1 0-4.2A3 3 0 0 1-6-4.2A3 3 0 0 1-12-4.2Z" +
    mirrored((s) => `M${s * 10.2} .2H${s * 8.4}V11.4H${s * 10.2}Z`) +
    `M-8 11.4V5.8H8V11.4ZM-7.2 5A2.7 2.7 0 0 1-1.8 5ZM-.6 5L.6 .6H3.4L4.6 5Z`,
  black:
    "M-.6 11.4V-8.6H-1.8V-11.4H.6V-9.8H3.2V-11.4H5.8V-9.8H8.4V-11.4H11V-8.6H9.8V11.4H6.9V5.4H3.3V11.4Z" +
    "M1.8-5.6V-2.4H3.9V-5.6ZM5.7-5.6V-2.4H7.8V-5.6ZM-2 11.4V-1.2H-3.2V.4H-5.6V-1.2H-8.2V.4H-9.6V-1.2H-12V1.8H-11V11.4ZM-8.4 4.6V8H-5.6V4.6Z",
};

/** A head from the front: horns, ears, and a long muzzle with eyes and nostrils. */
const BULL =
  "M-11.4-11.2C-12-5.4-9-3.2-5-3.4C-3.8-4.8-2-5.2 0-5.2C2-5.2 3.8-4.8 5-3.4C9-3.2 12-5.4 11.4-11.2C14-4.6 11.4-.6 6.6-.4" +
  "L10.6 1.4C9.4 3.6 7.6 3.9 5.8 3.2C5.4 5.6 4.6 6.8 4.3 8.2C3.8 10.8 2.2 12 0 12C-2.2 12-3.8 10.8-4.3 8.2C-4.6 6.8-5.4 5.6-5.8 3.2" +
  `C-7.6 3.9-9.4 3.6-10.6 1.4L-6.6-.4C-11.4-.6-14-4.6-11.4-11.2Z${disc(-3, 1.2, 1.1)}${disc(3, 1.2, 1.1)}${disc(-1.6, 9.2, 0.8)}${disc(1.6, 9.2, 0.8)}`;

/** A jar with two handles and a band of zigzag. */
const POT =
  "M-4.4-12H4.4V-9.6H3V-7.2C7-6 9 -2.8 9 .8C9 6 5.8 9 3.6 10V12H-3.6V10C-5.8 9-9 6-9 .8C-9-2.8-7-6-3-7.2V-9.6H-4.4Z" +
  mirrored((s) => `M${s * 4.4}-10.4C${s * 10}-11 ${s * 11.6}-6.4 ${s * 9.2}-3.2L${s * 8}-4.8C${s * 9.2}-7 ${s * 7.8}-9 ${s * 4.4}-8.6Z`) +
  "M-8.8-1.4L-5.9 2L-2.9-1.4L0 2L2.9-1.4L5.9 2L8.8-1.4L9 1.2L5.9 4.6L2.9 1.2L0 4.6L-2.9 1.2L-5.9 4.6L-9 1.2Z";

/** A bow with its string, an arrow across. */
const BOW =
  "M-6-12.4C5-11.6 9.6-6 9.6 0C9.6 6 5 11.6-6 12.4L-6.4 10C3 9 6.8 4.6 6.8 0C6.8-4.6 3-9-6.4-10Z" +
  "M-5.6-9.6H-4V-1.1H-5.6ZM-5.6 1.1H-4V9.6H-5.6ZM-9.4-1.1H6.6V1.1H-9.4Z" +
  "M9.8-3.6L14.4 0L9.8 3.6ZM-9.4-1.1L-11.6-3.6H-14L-12 0L-14 3.6H-11.6L-9.4 1.1Z";

/** A head in its mane. */
function lion(): string {
  const mane = Array.from({ length: 12 }, (_, i) => {
    const at = (turn: number, r: number) => `${(r * Math.sin(turn)).toFixed(1)} ${(-r * Math.cos(turn)).toFixed(1)}`;
    const turn = (i * Math.PI) / 6;
    return `${i === 0 ? `M${at(turn - Math.PI / 12, 9.4)}` : ""}Q${at(turn, 14.6)} ${at(turn + Math.PI / 12, 9.4)}`;
  });
  const face = "M0-6.6C2-6.6 3-6 3.8-5.4C5-6.8 7-6 6.4-3.6C6.9-1.6 6.2 .8 4.8 2.6C4.6 5.6 2.6 7.4 0 7.4C-2.6 7.4-4.6 5.6-4.8 2.6C-6.2 .8-6.9-1.6-6.4-3.6C-7-6-5-6.8-3.8-5.4C-3-6-2-6.6 0-6.6Z";
  const nose = "M-2 1.6H2L.6 3.6V4.8C1.4 5.6 2.4 5.2 3 4.6C2.6 6.2 .8 6.6 0 5.8C-.8 6.6-2.6 6.2-3 4.6C-2.4 5.2-1.4 5.6-.6 4.8V3.6Z";
  const eyes = mirrored((s) => `M${s * 1.4}-1.2L${s * 4}-2.4C${s * 4.2}-.8 ${s * 2.6} .2 ${s * 1.4}-1.2Z`);
  // Even-odd: the face is cut out of the mane, and drawn again a little smaller as a line of its features.
  return `${mane.join("")}Z${face}${nose}${eyes}`;
}

/** What the leaders of a dynasty bear. */
export const DYNASTY_SIGNS: Record<Seat, string> = { A: BOW, B: BULL, P: POT, L: lion() };

/** What a leader wears, so that offices differ by more than colour: crown, pointed cap, leaves, beads; it stands on the middle of its foot. */
export const HEADDRESS: Record<Colour, string> = {
  black: "M-10 2L-11-8.4L-5.4-3.6L0-11L5.4-3.6L11-8.4L10 2Z",
  red: "M-6.6 2C-9.4-3-3.6-6.4 0-12.6C3.6-6.4 9.4-3 6.6 2Z",
  blue: "M-1 2C-3.6-2-9.4-2-13.6-9.6C-6.6-10.6-1.6-6.4 0-1.4C1.6-6.4 6.6-10.6 13.6-9.6C9.4-2 3.6-2 1 2Z",
  green: `M-11 2V-.6H11V2Z${disc(-7.6, -3.6, 3)}${disc(0, -5.2, 3.6)}${disc(7.6, -3.6, 3)}`,
};

/** The hues of a tile: its glaze, its edge, and the light on it, as CSS. */
export function hueOf(colour: Colour | "down"): { face: string; edge: string; light: string } {
  const name = colour === "down" ? "back" : colour;
  return { face: `var(--clay-${name})`, edge: `var(--clay-${name}-edge)`, light: `var(--clay-${name}-light)` };
}

export function colourOf(word: string): Colour | null {
  return word === "red" || word === "blue" || word === "green" || word === "black" ? word : null;
}
