/** Checks that styles name no side of the screen, so that pages hold in languages written from right to left. */

import { expect, it } from "vitest";

const PHYSICAL = [
  /(?<![\w-])(margin|padding|border|scroll-margin|scroll-padding)-(left|right)\b/,
  /(?<![\w-])border-(top|bottom)-(left|right)-radius\b/,
  /(?<![\w-])(left|right): /,
  /(?<![\w-])(text-align|float|clear|justify-(content|items|self)): (left|right)\b/,
];
/** Four values, of which the second belongs to the right and the fourth to the left. */
const SIDES = /(?<![\w-])(?:margin|padding|inset|border-width|border-style|border-color): ([^;]+);/;
const CORNERS = /(?<![\w-])border-radius: ([^;]+);/;

const sources = Object.entries(
  import.meta.glob<string>("./**/*.{svelte,css}", { query: "?raw", import: "default", eager: true }),
);

/** Split a value at the spaces outside parentheses. */
function valuesOf(text: string): string[] {
  const closed = text.replace(/\(([^()]*)\)/g, (_, inner: string) => `[${inner.replaceAll(" ", "")}]`);
  return closed === text ? text.split(" ") : valuesOf(closed);
}

function isOneSided(line: string): boolean {
  if (PHYSICAL.some((pattern) => pattern.test(line))) return true;
  // The insets of the screen are of its sides, whichever way a text runs.
  if (line.includes("env(safe-area-inset-")) return false;
  const [, right, , left] = valuesOf(SIDES.exec(line)?.[1] ?? "");
  if (left !== undefined && right !== left) return true;
  const [first, second, third, fourth] = valuesOf(CORNERS.exec(line)?.[1] ?? "");
  return second !== undefined && (first !== second || (third ?? first) !== (fourth ?? second));
}

it("names no side", () => {
  const wrong = sources.flatMap(([path, text]) => {
    const style = path.endsWith(".css") ? text : (/<style>(.*)<\/style>/s.exec(text)?.[1] ?? "");
    return style
      .split("\n")
      .filter(isOneSided)
      .map((line) => `${path}: ${line.trim()}`);
  });
  expect(wrong).toEqual([]);
});
