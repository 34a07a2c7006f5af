import { describe, expect, it } from "vitest";
import type { Why } from "../../../api/types";
import busy from "../board/fixtures/busy.json";
import { advised } from "../texts/en/advised";
import type { RiversFacts } from "../types";
import { RIVERS } from "./idiom";

const BUSY = busy as unknown as RiversFacts;
/** The server's source of the sentences for reasons. */
const WRITTEN = Object.values(
  import.meta.glob<string>("../../../../../src/kingdoms/games/rivers/players/sentences.py", { query: "?raw", import: "default", eager: true }),
).join("");
const tableOf = (name: string) => (WRITTEN.split(`${name}: Final`)[1] ?? "").split("\n}")[0] ?? "";
const codesOf = (name: string) => [...tableOf(name).matchAll(/^ {4}"(\w+)": /gm)].map(([, code = ""]) => code);

const CELL = /\b[A-P](1[01]|[1-9])\b/;
const UNSAID = /undefined|NaN|[{}]|\b(advised|said|rivers|board)\.\w|server's words/;
const FIGURES = { own: 5, most: 7, board: 3, likely: 2, before: 1, attack: 4, n: 2 };
/** All details that a reason can mention; `colours` and `leaders` never occur together. */
const ALL = { ...FIGURES, colour: "green", cell: "F3" };
const say = (code: string, details: Why["details"]) => RIVERS.reason({ reason: "The server's words at D8.", why: { code, details } }, BUSY, "A");

describe("why a hint is a good choice", () => {
  it("is known by every code, and every gain", async () => {
    const [codes, gains] = [codesOf("SENTENCES").filter((one) => one !== "gains"), codesOf("GAINS")];
    expect(gains.length).toBeGreaterThan(5);
    expect(Object.keys(advised).filter((name) => !name.startsWith("many_")).sort()).toEqual([...codes, ...gains.map((gain) => `gain_${gain}`)].sort());
    for (const code of codes) {
      const named = code === "ruin_home" ? { leaders: [["B", "black"]] } : { colours: ["red", "blue"] };
      const said = await say(code, { ...ALL, ...named });
      expect(said).toMatch(/^[A-Z].*\.$/);
      expect(said).not.toMatch(CELL);
      expect(said).not.toMatch(UNSAID);
    }
    for (const code of gains) {
      expect(await say("gains", { gains: [{ code, colour: "black", ...(code === "guards" ? { colours: ["red", "blue"] } : {}) }] })).not.toMatch(UNSAID);
    }
  });

  it("tells all figures that the server's sentence does", async () => {
    const lines = [...tableOf("SENTENCES").matchAll(/^ {4}"(\w+)": "(.*)",$/gm)];
    const figured = lines.map(([, code = "", text = ""]) => ({ code, figures: [...text.matchAll(/\{(\w+)\}/g)].flatMap(([, hole = ""]) => FIGURES[hole as "own"] ?? []) }));
    expect(figured.filter(({ figures }) => figures.length).length).toBeGreaterThanOrEqual(15);
    for (const { code, figures } of figured.filter((one) => one.figures.length)) expect((await say(code, ALL)).match(/\d+/g)).toEqual(figures.map(String));
  });

  it("is a sentence, or several that stand one after the other", async () => {
    const point = { code: "point", colour: "red" };
    const guards = { code: "guards", colours: ["red", "black"] };
    expect(await say("gains", { gains: [point, guards] })).toBe("It brings you 1 red point. It guards your priest and your king.");
    expect(await say("gains", { gains: [{ code: "points_two", colour: "blue" }, { code: "square", colour: "blue" }] })).toBe("It brings you 2 blue points. It completes a square of farms.");
    expect(await say("gains_weakest", { gains: [point], colour: "red" })).toBe("It brings you 1 red point. Red is the colour you have the fewest points in.");
    expect(await say("gains_weakest_shared", { gains: [point], colour: "red" })).toBe("It brings you 1 red point. You have no colour with fewer points.");
    expect(await say("leader_safer", { colour: "red", n: 1, before: 0 })).toBe("Your priest is safer there: 1 temple next to it instead of 0.");
    expect(await say("leader_scores", { colour: "black", n: 2 })).toBe("Your king can score there with 2 settlements in your hand.");
    expect(await say("war_of_most", { colour: "blue", own: 5, most: 4 })).toBe("You can expect to win the war of farmers, 5 against at most 4.");
    expect(await say("wars_win", { colours: ["red", "blue", "black"] })).toBe("You can expect to win the wars of priests, farmers and kings.");
    expect(await say("swap_useless", { colours: ["blue"] })).toBe("You can do little with farms now, and other tiles may serve you better.");
    expect(await say("raise_points", { colour: "red" })).toMatch(/^A temple in this kingdom brings you two points/);
    expect(await say("ruin_home", { leaders: [["B", "black"], ["A", "red"]] })).toBe("It drives Bull's king and your priest off the board.");
    expect(await say("take_guard", { cell: "I7" })).toMatch(/^The temple beside .* serves another seat's leader/);
  });

  it("is the server's sentence where this page knows no better", async () => {
    const plain = await say("quake", {});
    expect(plain).toMatch(/^The server's words (?!at D8)/);
    expect(await say("gains", { gains: [{ code: "treasure" }, { code: "quake" }] })).toBe(plain);
    expect(await RIVERS.reason({ reason: "It helps.", why: null }, BUSY, "A")).toBe("It helps.");
  });
});
