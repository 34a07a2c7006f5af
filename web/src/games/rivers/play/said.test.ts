import { describe, expect, it } from "vitest";
import type { Ask, Change, Choice, GameEvent } from "../../../api/types";
import busy from "../board/fixtures/busy.json";
import { refused } from "../texts/en/refused";
import type { RiversFacts } from "../types";
import { RIVERS } from "./idiom";

const BUSY = { ...(busy as unknown as RiversFacts), seat: null, decision: "action", actions_left: 2 } as RiversFacts;
/** The server's source of its sentences. */
const WRITTEN = import.meta.glob<string>("../../../../../src/kingdoms/games/rivers/words/*.py", { query: "?raw", import: "default", eager: true });
const written = (name: string) => Object.entries(WRITTEN).find(([path]) => path.endsWith(`/${name}.py`))?.[1] ?? "";

const waits = (kind: string, when: "before" | "after"): Change[] => [{ path: ["pending"], before: null, after: null, [when]: { kind } }];
const event = (kind: string, details: Record<string, unknown> = {}, changes: Change[] = []): GameEvent => ({ kind, seat: "B", text: "The server's words.", details, changes });

const HAPPENED: [GameEvent, string][] = [
  [event("first"), "Bull starts."],
  [event("turn"), "Bull's turn."],
  [event("drawn"), "Bull draws a tile."],
  [event("drawn", { colour: "blue" }), "Bull draws a farm."],
  [event("place", { colour: "blue", cell: "D8" }), "Bull places a farm in the west."],
  [event("place", { colour: "blue", cell: "D8", scores: "A" }), "Bull places a farm in the west: 1 blue point for Archer."],
  [event("place", { colour: "green", cell: "D8", scores: "A", points: 2 }), "Bull places a market in the west: 2 green points for Archer."],
  [event("place", { colour: "red", cell: "H6" }, waits("war", "after")), "Bull places a temple in the middle, which joins two kingdoms."],
  [event("leader", { colour: "black", cell: "A1", from: null }), "Bull places the king in the north-west."],
  [event("leader", { colour: "black", cell: "A1", from: "P11" }), "Bull moves the king to a new place in the north-west."],
  [event("withdrawn", { colour: "red" }), "Bull takes the priest back."],
  [event("leader_returned", { colour: "red", cell: "A1" }), "Bull's priest has no temple left and goes home."],
  [event("catastrophe", { cell: "A1" }), "Bull puts a catastrophe in the north-west."],
  [event("swap", { count: 2 }), "Bull swaps 2 tiles."],
  [event("swap", { count: 3, tiles: { red: 2, blue: 0, green: 0, black: 1 } }), "Bull swaps 2 temples and 1 settlement."],
  [event("pass"), "Bull passes."],
  [event("war_chosen", { colour: "green" }), "Bull resolves the war of the traders next."],
  [event("revolt", { colour: "red", attack: 2, defence: 1, attacker: "B", defender: "A" }), "Bull's priest (2) revolts against Archer's priest (1)."],
  [event("war", { colour: "blue", attack: 2, defence: 1, attacker: "B", defender: "A" }), "Bull's farmer (2) goes to war with Archer's farmer (1)."],
  [event("committed", { count: 2, colour: "red" }), "Bull commits 2 temples."],
  [event("committed", { count: 0, colour: "red" }), "Bull commits nothing."],
  [event("revolt_won", { colour: "black", attack: 4, defence: 2, loser: "A", points: 1, removed: [] }), "Bull wins, 4 to 2: 1 red point. Archer's king goes home."],
  [event("war_won", { colour: "black", attack: 4, defence: 2, loser: "A", points: 3, removed: ["A1", "A2"] }), "Bull wins, 4 to 2: 3 black points. Archer's king goes home, and 2 tiles are lost."],
  [event("raised", { colour: "red", cell: "A1", from: null }), "Bull puts the library in the north-west."],
  [event("raised", { colour: "red", cell: "A1", from: "P1" }), "Bull moves the library to a new place in the north-west."],
  [event("lowered", { colour: "red", cell: "A1" }), "The library leaves the board."],
  [event("monument", { pair: "red-blue", cell: "A1" }), "Bull builds the red-blue monument in the north-west."],
  [event("wonder", { cell: "H6" }), "Bull builds the wonder in the middle."],
  [event("decline"), "Bull builds nothing."],
  [event("decline", {}, waits("raise", "before")), "Bull leaves the buildings as they are."],
  [event("treasure", { cell: "A1" }), "Bull takes the treasure in the north-west."],
  [event("income", { colour: "red", points: 2 }), "Bull gets 2 red points from monuments."],
  [event("income", { colour: "red", points: 1 }, waits("income", "before")), "Bull gets 1 red point from the wonder."],
  [event("game_over", { reason: "treasures", winners: ["A"] }), "The game is over, since few treasures are left. Archer wins."],
  [event("game_over", { reason: "bag", winners: ["A", "B"] }), "The game is over, since the bag has too few tiles to refill a hand. Archer and Bull win together."],
];

describe("what has happened", () => {
  it("is said whole, with places in words", () => {
    for (const [one, sentence] of HAPPENED) expect(RIVERS.event(one, BUSY)).toBe(sentence);
  });

  it("is known in all its kinds", () => {
    const known = new Set(HAPPENED.map(([{ kind }]) => kind));
    const kinds = [...written("events").matchAll(/^ {4}"(\w+)": EventKind/gm)].map(([, kind = ""]) => kind);
    expect(kinds.length).toBeGreaterThan(20);
    expect(kinds.filter((kind) => !known.has(kind))).toEqual([]);
    expect(RIVERS.event({ ...event("quake"), text: "The earth quakes at H6." }, BUSY)).toBe("The earth quakes in the middle.");
  });
});

describe("what threatens", () => {
  it("is said of the treasures", () => {
    const alert = (left: number, near: boolean, kind = "treasures") => RIVERS.warning({ kind, seat: null, wins: false, near, text: "The server's words.", details: { left } }, BUSY);
    expect(alert(2, true)).toBe("2 treasures left on the map: the game ends with this turn.");
    expect(alert(3, true)).toBe("3 treasures left on the map: one more taken, and the game ends with that turn.");
    expect(alert(4, false)).toBe("4 treasures left on the map: 2 more taken, and the game ends.");
    expect(alert(4, false, "quake")).toBe("The server's words.");
  });
});

describe("what can be chosen", () => {
  const said = (action: string, forecast?: Choice["forecast"]) => RIVERS.choice({ action, words: `do ${action}`, ...(forecast ? { forecast } : {}) }, BUSY, null);

  it("is said with what comes of it", () => {
    const far = "A1";
    expect(said(`place red ${far}`)).toBe("place a temple in the north-west");
    expect(said(`place red ${far}`, {})).toBe("place a temple in the north-west: no point");
    expect(said(`place red ${far}`, { points: { A: { red: 2 } } })).toBe("place a temple in the north-west: 2 red points for Archer");
    expect(said(`place red ${far}`, { wars: ["red"] })).toMatch(/joins two kingdoms, with war$/);
    expect(said("leader black J6", { attack: 2, defence: 1 })).toMatch(/^place the king .*: revolt against Archer's king, 2 against 1$/);
    expect(said("catastrophe A1")).toBe("put a catastrophe in the north-west");
    expect(said("catastrophe K10", { home: [["P", "black"]] })).toMatch(/^put a catastrophe on a temple beside Pot's king: .*Pot/);
    expect(said("swap 1 0 2 0")).toBe("swap 1 temple and 2 markets");
    expect(said("pass")).toBe("end the turn without using either action");
    expect(said("income red")).toBe("take 1 red point");
    expect(said("dance")).toBe("do dance");
  });

  it("says what tiles come to in a conflict", () => {
    const side = { seat: "A", cell: "I5", board: 2, supporters: [], committed: null, at_stake: [] };
    const conflict = { kind: "revolt", colour: "red", commits: "red", attacker: side, defender: { ...side, seat: "B", board: 1 } } as RiversFacts["conflict"];
    const commit = (attacked: number | null, action: string) =>
      RIVERS.choice({ action, words: "" }, { ...BUSY, conflict: conflict && { ...conflict, attacker: { ...conflict.attacker, committed: attacked } } }, null);
    expect(commit(null, "commit 2")).toBe("commit 2 temples: 4 against 1");
    expect(commit(1, "commit 0")).toBe("commit nothing: 1 against 3");
  });

  it("is asked for in a whole sentence", () => {
    const ask = (decision: string, kinds: string[]): Ask => ({
      seat: "A",
      decision,
      question: "Archer: what do you do at H6?",
      undo: false,
      choices: kinds.map((kind) => ({ action: `${kind} A1`, kind, words: "", forecast: {} })),
    });
    expect(RIVERS.question(ask("action", ["place"]), BUSY, "A")).toMatch(/^You have two actions\./);
    const laid = { ...BUSY, cells: { A1: { what: "red", treasure: false } } } as unknown as RiversFacts;
    expect(RIVERS.question(ask("build", ["build", "wonder", "decline"]), laid, "A")).toBe("Your temple completes a square and a plus. Do you build?");
    expect(RIVERS.question(ask("raise", ["raise", "decline"]), laid, "A")).toMatch(/^Your temple lies in a line\. Where do you put the library/);
    expect(RIVERS.question(ask("take", ["take", "take"]), BUSY, "A")).toBe("Your trader takes treasures. Which of these 2 next?");
    expect(RIVERS.question(ask("dance", []), BUSY, "A")).toMatch(/^What do you do [^H]*\?$/);
  });
});

describe("why something cannot be done", () => {
  it("is said of what is pointed at", async () => {
    expect(await RIVERS.refusal({ code: "leader_needs_temple", message: "there is no temple next to H6" }, BUSY, null)).toBe("There is no temple next to this place.");
    expect(await RIVERS.refusal({ code: "quake", message: "the earth quakes at H6" }, BUSY, null)).not.toContain("H6");
  });

  it("is known for all that depends on a place", () => {
    const needed = [...written("refusal_texts").matchAll(/^ {4}"(\w+)": \(\s*"[A-Z]+-\d+",\s*"[^"]*\{(?:cell|placed)\}/gm)].map(([, code = ""]) => code);
    expect(needed.length).toBeGreaterThan(15);
    expect(needed.filter((code) => !Object.hasOwn(refused, code))).toEqual([]);
  });
});
