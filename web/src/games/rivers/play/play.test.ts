import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { entryOf, eventOf } from "../../../api/testing";
import type { Ask, Choice, Entry, GameEvent } from "../../../api/types";
import { fakeServer } from "../../../play/desk/testing";
import { sections } from "../../../play/log/log";
import start from "../board/fixtures/start.json";
import options from "../board/fixtures/options.json";
import over from "../board/fixtures/over.json";
import war from "../board/fixtures/war.json";
import wars from "../board/fixtures/wars.json";
import { CATASTROPHE_KEY, cellKey, leaderKey, tileKey } from "../board/types";
import { COLOURS, type RiversFacts } from "../types";
import { RIVERS_CHRONICLE } from "./chronicle";
import {
  ghostsOf,
  guesses,
  keysOf,
  labelsFor,
  marksFor,
  pickedOption,
  optionsOf,
  parseAction,
  swapText,
} from "./choices";
import { RiversComposer } from "./composer.svelte";
import { RIVERS } from "./idiom";
import { MOVES } from "./moves";
import { fightLine, gains, joined, lineFor, warLines } from "./joining";
import { scoresOf } from "./scores";

const tables = { start, war, wars, over, options } as unknown as Record<
  "start" | "war" | "wars" | "over" | "options",
  RiversFacts
>;

const choice = (action: string, forecast: Choice["forecast"] = {}): Choice => ({
  action,
  kind: action.split(" ")[0] ?? "",
  forecast,
});
const SAY = ({ action }: Choice) => `do ${action}`;
const asking = (actions: (string | Choice)[], decision = "action"): Ask => ({
  seat: "A",
  decision,
  undo: false,
  choices: actions.map((action) => (typeof action === "string" ? choice(action) : action)),
});

/** Return the table at the start as Archer sees it, with a hand and a priest on the map. */
function table(): RiversFacts {
  const facts = structuredClone(tables.start);
  facts.seat = "A";
  facts.decision = "action";
  const archer = facts.dynasties["A"];
  if (!archer) throw new Error("no Archer");
  archer.hand = { red: 2, blue: 1, green: 0, black: 0 };
  archer.leaders.red = { ...archer.leaders.red, cell: "I6" };
  return facts;
}

/** Return the marks of cells only. */
const cellsIn = (marks: Record<string, string>) =>
  Object.fromEntries(Object.entries(marks).filter(([key]) => key.startsWith("cell ")));

const ACTIONS = [
  "place red C5",
  "place red H6",
  "place blue D4",
  "leader red J7",
  "leader black H7",
  "withdraw red",
  "catastrophe I7",
  "catastrophe C5",
  "swap 1 0 0 0",
  "swap 2 0 0 0",
  "swap 0 1 0 0",
  "swap 1 1 0 0",
  "swap 2 1 0 0",
  "pass",
];

describe("actions taken apart", () => {
  it("tell colours, cells, amounts and pairs", () => {
    expect(parseAction("place red C5")).toMatchObject({ kind: "place", colour: "red", cell: "C5", amount: null });
    expect(parseAction("commit 3").amount).toBe(3);
    expect(parseAction("build red-blue E10")).toMatchObject({ pair: "red-blue", cell: "E10", colour: null });
    expect(parseAction("swap 1 0 2 0").counts).toEqual({ red: 1, blue: 0, green: 2, black: 0 });
    expect(swapText({ red: 1, blue: 0, green: 2, black: 0 })).toBe("swap 1 0 2 0");
  });

  it("are named by pieces and cells", () => {
    const options = optionsOf(asking(ACTIONS), table());
    expect(options[0]?.things).toEqual([tileKey("red"), cellKey("C5")]);
    expect(options.find((option) => option.parsed.kind === "withdraw")?.things).toEqual([leaderKey("red")]);
    const wars = optionsOf(
      asking(
        tables.wars.wars.map((war) => `war ${war.colour}`),
        "war",
      ),
      tables.wars,
    );
    for (const option of wars) expect(option.things).toHaveLength(2);
    const built = optionsOf(asking(["build red-blue E5"], "build"), table())[0];
    expect(built?.things).toEqual(["E5", "F5", "E6", "F6"].map(cellKey));
  });
});

describe("picking", () => {
  const facts = table();
  const options = optionsOf(asking(ACTIONS), facts);

  it("takes a leader on the map for the leader", () => {
    expect(keysOf(cellKey("I6"), facts)).toEqual([leaderKey("red"), cellKey("I6")]);
    expect(keysOf(cellKey("I7"), facts)).toEqual([cellKey("I7")]);
  });

  it("does not ruin or withdraw because of one touch", () => {
    expect(pickedOption(options, [cellKey("I7")])).toBeNull();
    expect(pickedOption(options, [CATASTROPHE_KEY, cellKey("I7")])?.choice.action).toBe("catastrophe I7");
    expect(pickedOption(optionsOf(asking(["withdraw red", "pass"]), facts), [leaderKey("red")])).toBeNull();
    expect(pickedOption(options, [tileKey("blue")])?.choice.action).toBe("place blue D4");
    expect(pickedOption(options, [])).toBeNull();
  });

  it("marks pieces first, then where they can go, and what that brings", () => {
    const first = marksFor(options, [], facts);
    expect(first[tileKey("red")]).toBe("offers");
    expect(cellsIn(first)).toEqual({ [cellKey("I6")]: "offers" });
    const scoring = optionsOf(
      asking([
        choice("place red C5", { points: { A: { red: 1 } } }),
        choice("place red H6", { wars: ["red"] }),
        "place red J6",
        "place blue D4",
      ]),
      facts,
    );
    const then = marksFor(scoring, [tileKey("red")], facts);
    expect(then).toEqual({
      [cellKey("C5")]: "target",
      [cellKey("H6")]: "danger",
      [cellKey("J6")]: "offers",
      [tileKey("red")]: "chosen",
      [tileKey("blue")]: "offers",
    });
    expect(labelsFor(scoring, [tileKey("red")], SAY)[cellKey("C5")]).toBe("do place red C5");
    expect(labelsFor(options, [], SAY)).toEqual({});
  });

  it("guesses what somebody had in mind by what is picked", () => {
    expect(guesses(facts, "A", cellKey("A4"), [tileKey("red")])).toEqual(["place red A4"]);
    expect(guesses(facts, "A", cellKey("A3"), [leaderKey("black")])).toEqual(["leader black A3"]);
    expect(guesses(facts, "A", cellKey("I6"), [CATASTROPHE_KEY])).toEqual(["catastrophe I6"]);
    expect(guesses(facts, "A", cellKey("A3"), [])).toEqual(["place red A3"]);
    expect(guesses(facts, "A", cellKey("I7"), [])).toEqual([]);
    expect(guesses(facts, "A", tileKey("blue"), [])).toEqual(["place blue A1"]);
    expect(guesses(facts, "A", CATASTROPHE_KEY, [])).toEqual(["catastrophe A1"]);
  });
});

describe("ghosts", () => {
  it("show what would lie and stand on the map, and what would go", () => {
    const facts = table();
    const of = (action: string) => ghostsOf(parseAction(action), facts, "A");
    expect(of("place red C5")).toEqual([{ kind: "tile", cell: "C5", colour: "red" }]);
    expect(of("leader red J7")).toEqual([
      { kind: "gone", cell: "I6" },
      { kind: "leader", cell: "J7", seat: "A", colour: "red" },
    ]);
    expect(of("withdraw red")).toEqual([{ kind: "gone", cell: "I6" }]);
    expect(of("build red-blue E5")).toEqual([{ kind: "monument", cell: "E5", pair: "red-blue" }]);
    expect(of("take I7")).toEqual([{ kind: "gone", cell: "I7" }]);
    expect(of("pass")).toEqual([]);
  });

  it("show the line that a tile completes, and a building where it would stand and where it would leave", () => {
    const line = ghostsOf(parseAction("place green F5"), tables.options, "A", ["F5", "F6", "F7"]);
    expect(line).toEqual([
      { kind: "tile", cell: "F5", colour: "green" },
      { kind: "line", cell: "F6" },
      { kind: "line", cell: "F7" },
    ]);
    expect(ghostsOf(parseAction("raise F6"), tables.options, "A")).toEqual([
      { kind: "building", cell: "F6", colour: "green" },
    ]);
    const moved = { kind: "building", cell: "H7", colour: "black" };
    expect(ghostsOf(parseAction("raise H7"), tables.options, "A")).toEqual([{ kind: "gone", cell: "H6" }, moved]);
  });
});

describe("a line of tiles", () => {
  it("is told before its tile is laid, and its cells are picked for the building", () => {
    const facts = tables.options;
    const [placed] = optionsOf(asking([choice("place green F5", { raises: ["F5", "F6", "F7"], line: 3 })]), facts);
    expect(placed && lineFor(placed)).toBe("3 markets in a line: the market hall can go there");
    const raising = optionsOf(asking(["raise F5", "raise F6", "raise F7", "decline"], "raise"), facts);
    expect(pickedOption(raising, [cellKey("F6")])?.choice.action).toBe("raise F6");
    expect(Object.keys(cellsIn(marksFor(raising, [], facts)))).toEqual(["F5", "F6", "F7"].map(cellKey));
    expect(guesses({ ...facts, decision: "raise" }, "A", cellKey("A1"), [])).toEqual(["raise A1"]);
  });
});

describe("composing", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function composing(actions: (string | Choice)[] = ACTIONS, decision = "action") {
    const facts = table();
    const ask = asking(actions, decision);
    const server = fakeServer({ ask: null, view: facts });
    const composer = new RiversComposer("g", server);
    composer.adopt(ask, facts, 1);
    flushSync();
    return { composer, server };
  }

  it("goes from a piece to a cell, and from a cell to a piece", async () => {
    const { composer, server } = composing();
    composer.pick(tileKey("red"));
    expect(composer.chosen).toBeNull();
    composer.pick(cellKey("H6"));
    expect(composer.chosen?.choice.action).toBe("place red H6");
    composer.back();
    composer.back();
    composer.pick(cellKey("C5"));
    expect(composer.rest.map((option) => option.choice.action)).toEqual(["place red C5", "catastrophe C5"]);
    composer.pick(tileKey("red"));
    await composer.confirm();
    expect(server.sent).toEqual(["place red C5"]);
  });

  it("explains a cell that does not go with a piece, and keeps the piece", async () => {
    const { composer, server } = composing();
    composer.pick(tileKey("red"));
    composer.pick(cellKey("A4"));
    await vi.advanceTimersByTimeAsync(1);
    expect(server.explain).toHaveBeenCalledExactlyOnceWith("g", "place red A4");
    expect(composer.reason?.answer?.clause).toBe("BR-2");
    expect(composer.picks).toEqual([tileKey("red")]);
    composer.pick(cellKey("C5"));
    expect(composer.chosen?.choice.action).toBe("place red C5");
    expect(composer.reason).toBeNull();
  });

  it("changes from one piece to another", () => {
    const { composer } = composing();
    composer.pick(tileKey("red"));
    composer.pick(leaderKey("black"));
    composer.pick(cellKey("I6")); // an own leader, taken up in its place
    expect(composer.picks).toEqual([leaderKey("red")]);
    composer.pick(null);
    expect(composer.picks).toEqual([]);
  });

  it("counts the tiles of a swap", () => {
    const { composer } = composing();
    composer.swap();
    expect(composer.busy).toBe(true);
    composer.pick(tileKey("red"));
    composer.pick(tileKey("red"));
    composer.pick(tileKey("blue"));
    expect(composer.chosen?.choice.action).toBe("swap 2 1 0 0");
    expect(composer.counts).toEqual({ red: 2, blue: 1, green: 0, black: 0 });
    composer.pick(tileKey("red"));
    expect(composer.chosen?.choice.action).toBe("swap 0 1 0 0");
    composer.pick(tileKey("blue"));
    expect(composer.chosen).toBeNull();
    expect(composer.swapping).toBe(true);
    composer.back();
    expect(composer.swapping).toBe(false);
  });

  it("begins with the tiles that are needed to win", () => {
    const commits = [0, 1, 2, 3].map((n) =>
      choice(`commit ${n}`, { attack: 4, defence: 2 + n, result: n < 2 ? "loses" : "wins" }),
    );
    const { composer } = composing(commits, "commit");
    expect(composer.chosen?.choice.action).toBe("commit 2");
    expect(composer.steps.map((step) => step.result)).toEqual(["loses", "loses", "wins", "wins"]);
    expect(composer.busy).toBe(false);
    composer.amount(0);
    expect(composer.chosen && fightLine(composer.chosen)).toBe("4 against 2");
  });
});

describe("what is told of a choice", () => {
  it("names kingdoms and points", () => {
    const facts = table();
    const option = (choice: Choice) =>
      optionsOf(asking([choice]), facts)[0] as NonNullable<ReturnType<typeof optionsOf>[0]>;
    expect(joined(facts, option(choice("place red H6", { joins: [["A"]] })))).toBe("Goes to your kingdom");
    expect(joined(facts, option(choice("leader black H6", { joins: [["A", "B"]] })))).toBe(
      "Goes to your and Bull's kingdom",
    );
    expect(joined(facts, option(choice("place red A1")))).toBe("Touches no kingdom");
    expect(joined(facts, option(choice("pass")))).toBeNull();
    expect(
      gains(facts, option(choice("place red H6", { points: { A: { red: 1 } } }))).map((gain) => gain.text),
    ).toEqual(["1 red point for you"]);
  });

  it("counts the wars that a tile has brought", () => {
    const won = (colour: string) => eventOf("war_won", { details: { colour } });
    const [first, second] = tables.wars.wars.map(({ colour }) => won(colour));
    const before = [won("red"), eventOf("place")];
    expect(MOVES.order?.(first as GameEvent, tables.wars, before)).toBe("War 1 of 2");
    const rest = { ...tables.wars, wars: tables.wars.wars.slice(1) };
    expect(MOVES.order?.(second as GameEvent, rest, [...before, first as GameEvent])).toBe("War 2 of 2");
    expect(MOVES.order?.(second as GameEvent, rest, before)).toBeNull();
  });

  it("tells all wars with both strengths", () => {
    expect(warLines(tables.wars)).toHaveLength(tables.wars.wars.length);
    for (const { text } of warLines(tables.wars))
      expect(text).toMatch(
        /^War: (?:your|\w+'s) (priest|farmer|trader|king) \(\d+\) against (?:your|\w+'s) \1 \(\d+\)$/,
      );
  });

  it("ranks by the weakest colour, then the next", () => {
    const outcome = {
      reason: "bag",
      winners: ["B"],
      loser: null,
      scores: { A: [3, 4, 5, 6], B: [3, 5, 5, 5], P: [2, 9, 9, 9], L: [0, 0, 0, 0] },
    };
    const facts = { ...tables.over, seats: ["A", "B", "P", "L"] };
    expect(scoresOf(facts, outcome).map((row) => row.seat)).toEqual(["B", "A", "P", "L"]);
  });

  it("lists choices by what they are of", () => {
    const options = optionsOf(asking(ACTIONS), table());
    expect(new Set(options.map(RIVERS.groupOf))).toContain("withdraw");
    expect(RIVERS.ending(options)?.choice.action).toBe("pass");
    expect(RIVERS.unused({ ...table(), actions_left: 1 }, "A", asking([]), options)).toBe("You have one action left.");
    for (const group of RIVERS.groups) expect(RIVERS.groupName(group)).not.toContain("rivers.");
    for (const colour of COLOURS) expect(RIVERS.thingName(table(), tileKey(colour))).toMatch(/^a \w+$/);
  });
});

describe("the chronicle", () => {
  it("places a withdrawn leader where it stood", () => {
    const withdrawn = eventOf("withdrawn", { changes: [{ path: ["leaders", "A", "red"], before: "C5", after: null }] });
    expect(RIVERS.spots(withdrawn)).toEqual(["cell C5"]);
  });

  const event = (kind: string, seat: string | null, details: Record<string, unknown> = {}, text = kind) =>
    eventOf(kind, { seat, details, text });
  const entry = (number: number, ...events: GameEvent[]) =>
    entryOf(number, { by: "B", round: null, phase: "action", events });
  const entries = [
    entry(1, event("drawn", "A", { colour: "red" }), event("drawn", "B"), event("turn", "B", {}, "Bull's turn.")),
    entry(2, event("place", "B", { scores: "A" })),
    entry(
      3,
      event("war", "B", { defender: "A" }, "Bull goes to war."),
      event("committed", "B"),
      event("war_won", "B", { loser: "A" }),
    ),
    entry(4, event("drawn", "B"), event("turn", "A", {}, "Archer's turn.")),
    entry(5, event("treasure", "A")),
  ];
  const kinds = (filter: string) =>
    sections(entries, RIVERS_CHRONICLE, filter, ["A"], RIVERS.event).flatMap((section) =>
      section.lines.map((line) => line.kind),
    );

  it("goes by turns, and leaves out what others draw", () => {
    const all = sections(entries, RIVERS_CHRONICLE, "all", ["A"], RIVERS.event);
    expect(all.map((section) => section.heading)).toEqual(["The deal", "Turn 1: Bull's turn", "Turn 2: Archer's turn"]);
    expect(kinds("all")).toEqual(["drawn", "place", "war", "committed", "war_won", "treasure"]);
  });

  it("can be filtered", () => {
    expect(kinds("conflicts")).toEqual(["war", "committed", "war_won"]);
    expect(kinds("points")).toEqual(["place", "war_won", "treasure"]);
    expect(kinds("mine")).toEqual(["drawn", "place", "war", "war_won", "treasure"]);
  });

  it("does not wait for tiles that are drawn, and longest at conflicts", () => {
    const [draw, place, fight] = entries as [Entry, Entry, Entry];
    expect(RIVERS_CHRONICLE.pause(draw, [])).toBe(0);
    expect(RIVERS_CHRONICLE.pause(fight, [])).toBeGreaterThan(RIVERS_CHRONICLE.pause(place, []));
  });

  it("shouts of conflicts against oneself", () => {
    const fight = entries[2] as Entry;
    expect(fight.events.map((event) => RIVERS_CHRONICLE.alarm(event, ["A"]))).toEqual(["danger", null, "danger"]);
    expect(fight.events.map((event) => RIVERS_CHRONICLE.alarm(event, ["B"]))).toEqual([null, null, null]);
  });
});
