/** Checks that every variable of the styles has a value somewhere: browsers ignore a style with an unknown one. */

import { expect, it } from "vitest";

const sources = Object.values(
  import.meta.glob<string>("./**/*.{svelte,css,ts}", { query: "?raw", import: "default", eager: true }),
);

/** Return the names that a pattern's group matches in the sources. */
const namesOf = (pattern: RegExp) =>
  new Set(sources.flatMap((text) => [...text.matchAll(pattern)].map(([, name]) => name)));

it("uses only variables that are set", () => {
  const uses = namesOf(/var\((--[\w-]+)[,)]/g);
  const definitions = namesOf(/(?<!var\()(--[\w-]+)["']?[:=,]/g);
  const tables = [...namesOf(/defineColours\("(\w+)"/g)].map((name) => `--${name}-`); // their names are data
  expect(uses.size).toBeGreaterThan(50);
  expect(
    [...uses].filter((name) => !definitions.has(name) && !tables.some((table) => name?.startsWith(table))),
  ).toEqual([]);
});
