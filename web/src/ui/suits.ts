/** The suits as paths in a square of 24 around the centre, and whose suit is whose. */

import type { Seat, Suit } from "../api/types";
import { DYNASTY_SIGNS } from "../games/rivers/board/art";

function sun(): string {
  const rays: string[] = [];
  for (let i = 0; i < 12; i += 1) {
    const angle = (i * Math.PI) / 6;
    const half = Math.PI / 16;
    const tip = i % 2 === 0 ? 11.5 : 9.6;
    const points = [
      [6.3, angle - half],
      [tip, angle],
      [6.3, angle + half],
    ].map(([r = 0, a = 0]) => `${(r * Math.cos(a)).toFixed(2)} ${(r * Math.sin(a)).toFixed(2)}`);
    rays.push(`M${points.join(" L")} Z`);
  }
  return `${rays.join(" ")} M5.4 0 A5.4 5.4 0 1 1 -5.4 0 A5.4 5.4 0 1 1 5.4 0 Z`;
}

export const SUIT_PATHS: Record<Suit, string> = {
  suns: sun(),
  moons: "M3.5 -10.6 A10.8 10.8 0 1 0 3.5 10.6 A13 13 0 0 1 3.5 -10.6 Z",
  crowns:
    "M-10.5 8.5 L-10.5 -6.5 L-5.4 -0.6 L0 -10 L5.4 -0.6 L10.5 -6.5 L10.5 8.5 Z " +
    "M-10.5 -10.2 a1.9 1.9 0 1 1 0.01 0 Z M0 -10.2 a1.9 1.9 0 1 1 0.01 0 Z M10.5 -10.2 a1.9 1.9 0 1 1 0.01 0 Z",
  arms:
    "M0 -11.5 C4.6 -7.2 4.6 -2.6 1.9 1.2 C5.2 1.4 6.8 -0.9 6.1 -3.3 C9.8 -4.2 12 -0.6 10.6 2.4 " +
    "C9.4 4.9 6.2 5.2 3.4 4.3 L3 6.2 L6 6.2 L6 8.6 L2.4 8.6 L0 12 L-2.4 8.6 L-6 8.6 L-6 6.2 L-3 6.2 L-3.4 4.3 " +
    "C-6.2 5.2 -9.4 4.9 -10.6 2.4 C-12 -0.6 -9.8 -4.2 -6.1 -3.3 C-6.8 -0.9 -5.2 1.4 -1.9 1.2 C-4.6 -2.6 -4.6 -7.2 0 -11.5 Z",
};

const OF_SEATS: Record<Seat, Suit> = { N: "suns", E: "moons", S: "crowns", W: "arms" };
/** Dynasties have signs and no colours; lines and bars of theirs are drawn in these. */
const INKS: Record<Seat, Suit> = { ...OF_SEATS, A: "suns", B: "moons", P: "crowns", L: "arms" };

/** The sign of a seat's pieces, filled even-odd. */
export function signOf(seat: Seat): string {
  const suit = suitOf(seat);
  return suit ? SUIT_PATHS[suit] : (DYNASTY_SIGNS[seat] ?? "");
}

/** The colour, as CSS, in which a seat's lines and bars are drawn. */
export function inkOf(seat: Seat): string {
  return `var(--${INKS[seat] ?? "ink"})`;
}

/** The suit of a seat's pieces. */
export function suitOf(seat: Seat): Suit | null {
  return OF_SEATS[seat] ?? null;
}
