/** Checks the layering of the folders: imports go one way, and only a game's own folder names the game. */

import { describe, expect, it } from "vitest";

/** From the lowest layer up: a row may import itself and the rows before it. The members of a row don't import each other. */
const LAYERS: readonly (readonly string[])[] = [
  ["language", "fonts", "controls", "home", "storage"],
  ["icu"],
  ["texts", "app"],
  ["settings", "notices", "worker"],
  ["api"],
  ["said", "router", "study"],
  ["ui"],
  ["device"],
  ["board"],
  ["rules", "play/log", "play/motion"],
  ["play/desk"],
  ["play/ask", "play/coach", "play/seats", "play/study"],
  ["play/ending"],
  ["play/frame"],
  ["explorer"],
  ["learn", "review", "text", "puzzles", "positions", "talk"],
  ["parts"],
  ["plain"],
  ["games"],
  ["pages"],
  ["App"],
  ["main"],
];
/** The last layer that a game's folder may import. */
const FOR_GAMES = LAYERS.findIndex((row) => row.includes("parts"));

const sources = Object.entries(
  import.meta.glob<string>("./**/*.{ts,svelte,css}", { query: "?raw", import: "default", eager: true }),
).map(([path, text]): [string, string] => [path.slice(2), text]);
const tested = sources.filter(([path]) => !path.endsWith(".gen.ts") && path !== "layers.test.ts");

/** Return a file's folder, or its base name if it has none. A folder of `games` or `play` includes the second name. */
function placeOf(path: string): string {
  const [first = "", second = ""] = path.split("/");
  return (first === "games" || first === "play") && second ? `${first}/${second}` : first.replace(/\..*/, "");
}

const rowOf = (place: string): number => LAYERS.findIndex((row) => row.includes(place));
const gameOf = (place: string): string | null => /^games\/(.+)$/.exec(place)?.[1] ?? null;

/** Return the places of a file's imports, including its own. */
function importsOf(path: string, text: string): string[] {
  const imports = text.matchAll(/(?:\bfrom|\bimport\(?|\bmock\()\s*["'](\.[^"']*)["']/g);
  return [...imports].map(([, to = ""]) => placeOf(new URL(to, `http://src/${path}`).pathname.slice(1)));
}

function allowed(from: string, to: string, test: boolean): boolean {
  const [ownGame, importedGame] = [gameOf(from), gameOf(to)];
  if (from === to || to === "src") return true; // "src": the server's folder, see `art.ts` of the games
  if (importedGame !== null) return false;
  if (ownGame !== null) return test || (rowOf(to) >= 0 && rowOf(to) <= FOR_GAMES);
  return rowOf(from) >= 0 && rowOf(to) >= 0 && rowOf(to) < rowOf(from);
}

describe("the folders", () => {
  it("import one way, and no game's but through the one list of them", () => {
    const wrong = tested.flatMap(([path, text]) => {
      const from = placeOf(path);
      const bad = importsOf(path, text).filter((to) => !allowed(from, to, path.includes(".test.")));
      return bad.map((to) => `${path} imports ${to}`);
    });
    expect(wrong).toEqual([]);
    expect(tested.filter(([, text]) => /import\.meta\.glob[^;]*\.\/games\//.test(text)).map(([path]) => path)).toEqual([
      "games.test.ts",
      "games.ts",
    ]);
  });

  it("know no game but their own", () => {
    const games = [...new Set(tested.map(([path]) => gameOf(placeOf(path))).filter((game) => game !== null))];
    expect(games.length).toBeGreaterThan(1);
    const wrong = tested.flatMap(([path, text]) => {
      const ownGame = gameOf(placeOf(path));
      const otherGames = games.filter((game) => game !== ownGame && text.toLowerCase().includes(game));
      return otherGames.map((game) => `${path} names ${game}`);
    });
    expect(wrong).toEqual([]);
  });
});
