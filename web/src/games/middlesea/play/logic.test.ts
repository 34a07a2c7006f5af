import { describe, expect, it } from "vitest";
import { entryOf, eventOf } from "../../../api/testing";
import type { Entry, GameEvent } from "../../../api/types";
import { forecastOf } from "../types";
import { asksAmount, asksExtra, firstStep, landmarks, moved, stepsOf } from "../../../play/desk/amounts";
import { familiesOf, optionsOf } from "./choices";
import { awayFor, clock } from "../../../play/seats/clock";
import { SEA_CHRONICLE } from "./chronicle";
import { effectsOf } from "./effects";
import { ghostsOf, totals } from "./ghosts";
import { guesses } from "./guesses";
import { labelsFor } from "./labels";
import { alarms, mainEvents, sections, sentences, recap, undone } from "../../../play/log/log";
import { thingName } from "./names";
import { moneyName, placeName } from "../said";
import { MOVES } from "./moves";
import { SEA } from "./idiom";
import { sampleAsk, DECISIONS, ENTRIES } from "./testing/asks";

const family = (decision: string) => {
  const family = familiesOf(optionsOf(sampleAsk(decision).ask))[0];
  if (!family) throw new Error(decision);
  return family;
};

describe("amounts", () => {
  it("of an attack begin at the least that is sure to win", () => {
    const steps = stepsOf(family("hire"));
    expect(steps[0]?.amount).toBe(0);
    expect(firstStep(steps)?.result).toBe("wins");
    expect(firstStep(steps)?.amount).toBe(landmarks(steps).mustWin);
    expect(asksExtra(family("hire"))).toBe(false);
  });

  it("of a defence come with and without the leader", () => {
    const defence = family("defend");
    expect(asksExtra(defence)).toBe(true);
    expect(stepsOf(defence).every((step) => !step.option.parsed.extra)).toBe(true);
    expect(stepsOf(defence, true)).toHaveLength(stepsOf(defence).length);
  });

  it("say where the outcome turns", () => {
    const option = stepsOf(family("hire"))[0]?.option;
    if (!option) throw new Error("no step");
    const as = (results: ("wins" | "open" | "loses")[]) =>
      results.map((result, amount) => ({ amount, option, result }));
    expect(landmarks(as(["loses", "open", "wins"]))).toEqual({ mayWin: 1, mustWin: 2, hopeless: false });
    expect(landmarks(as(["wins", "wins"]))).toEqual({ mayWin: null, mustWin: 0, hopeless: false });
    expect(landmarks(as(["loses", "loses"])).hopeless).toBe(true);
    expect(firstStep(as(["loses", "loses"]))?.amount).toBe(0);
  });

  it("stay within their steps", () => {
    const steps = stepsOf(family("pay"));
    const last = steps[steps.length - 1]?.amount ?? 0;
    expect(moved(steps, 0, -1)).toBe(0);
    expect(moved(steps, 0, 1)).toBe(1);
    expect(moved(steps, last, 1)).toBe(last);
  });

  it("are asked where the choices differ in them", () => {
    const asks = DECISIONS.filter((decision) => familiesOf(optionsOf(sampleAsk(decision).ask)).some(asksAmount));
    expect(asks).toEqual(["pay", "suppress", "build", "hire", "defend"]);
  });
});

describe("ghosts", () => {
  it("show roads, piers, tiles, leaders and attacks", () => {
    for (const [decision, kind, ghost] of [
      ["build", "road", "road"],
      ["build", "port", "piers"],
      ["build", "explore", "tile"],
      ["leader", "move", "leader"],
      ["leader", "king", "leader"],
      ["leader", "attack", "attack"],
      ["suppress", "suppress", "attack"],
    ] as const) {
      const { ask, view } = sampleAsk(decision);
      const option = optionsOf(ask).find((option) => option.parsed.kind === kind && option.parsed.place !== "under");
      expect(ghostsOf(option ?? null, view, ask.seat)[0]?.kind, kind).toBe(ghost);
    }
    expect(ghostsOf(null, sampleAsk("build").view, "N")).toEqual([]);
  });

  it("tell both totals of an attack", () => {
    const { ask } = sampleAsk("leader");
    const attack = optionsOf(ask).find((option) => option.parsed.kind === "attack");
    if (!attack) throw new Error("no attack");
    const { forecast } = attack.choice;
    expect(totals(attack.choice)).toBe(
      `${forecast.attack} (up to ${forecast.attack_most}) against ${forecast.defence}, at most ${forecast.defence_most}`,
    );
  });
});

describe("effects", () => {
  it("come from the forecast until the server has answered", () => {
    const { ask, view } = sampleAsk("build");
    const road = optionsOf(ask).find((option) => option.parsed.kind === "road");
    if (!road) throw new Error("no road");
    const now = view.kingdoms[ask.seat];
    const { goods = 0 } = forecastOf(road.choice);
    expect(effectsOf(view, road, null, ask.seat).shifts[0]).toEqual({
      name: "goods",
      before: now?.goods,
      after: (now?.goods ?? 0) + goods,
    });
  });

  it("come from the table that follows as soon as it is known", () => {
    const { ask, view } = sampleAsk("suppress");
    const concede = optionsOf(ask).find((option) => option.parsed.kind === "concede");
    const now = view.kingdoms[ask.seat];
    if (!concede || !now) throw new Error("no rebellion");
    const lost = forecastOf(concede.choice).loses ?? [];
    expect(effectsOf(view, concede, null, ask.seat).lost).toEqual(lost);
    const cities = [...now.cities.filter((site) => !lost.includes(site)), "W.FM"];
    const then = { ...view, kingdoms: { ...view.kingdoms, [ask.seat]: { ...now, cities, unrest: now.unrest + 1 } } };
    const effects = effectsOf(view, concede, { view: then, events: [], then: null, isComplete: true }, ask.seat);
    expect(effects.lost.sort()).toEqual([...lost].sort());
    expect(effects.gained).toEqual(["W.FM"]);
    expect(effects.shifts).toContainEqual({ name: "unrest", before: now.unrest, after: now.unrest + 1 });
  });

  it("are told in a few sentences", () => {
    const event = (text: string, seat: string | null = null, kind = "road") => eventOf(kind, { seat, text });
    const saying = ({ text = "" }: GameEvent) => text;
    expect(sentences([event("a"), event("b", null, "turn")], SEA_CHRONICLE, saying)).toEqual(["a"]);
    expect(
      sentences(
        ["1", "2", "3", "4", "5", "6"].map((text) => event(text)),
        SEA_CHRONICLE,
        saying,
      ),
    ).toEqual(["1", "2", "3", "4", "…"]);
    expect(
      mainEvents([event("a"), event("b"), event("c"), event("mine", "N")], SEA_CHRONICLE, ["N"], 2).map(
        ({ text }) => text,
      ),
    ).toEqual(["a", "mine"]);
  });
});

describe("guesses of what was meant", () => {
  it("name an action for whatever is pointed at", () => {
    const { ask, view } = sampleAsk("build");
    expect(guesses(view, ask.seat, [], "stack suns")).toEqual(["explore suns under"]);
    expect(guesses(view, "N", ["site N.C"], "site N.FL")[0]).toBe("road N.C N.FL");
    const leading = sampleAsk("leader");
    expect(guesses(leading.view, "E", ["leader E 3"], "site W.C")).toEqual(["attack 3 W.C"]);
    expect(guesses(leading.view, "E", ["leader E 3"], "site E.C")).toEqual(["move 3 reserve"]);
    const king = leading.view.kingdoms["E"]?.king;
    expect(guesses(leading.view, "E", [], `leader E ${king}`)).toEqual([`move ${king} reserve`]);
    expect(guesses(sampleAsk("rebel").view, "N", [], "site W.FM")).toEqual(["rebel W.FM"]);
    expect(guesses(sampleAsk("rank").view, "S", [], "site S.FM")).toEqual(["rank S"]);
    expect(guesses(sampleAsk("suppress").view, "N", [], "site W.FM")[0]).toMatch(/^suppress W.FM \d$/);
    expect(guesses(sampleAsk("hire").view, "S", [], "site W.FM")).toEqual([]);
  });
});

describe("names", () => {
  const { view } = sampleAsk("leader");
  it("say what lies where", () => {
    expect(placeName(view, "N.C")).toBe("North's Capital");
    expect(placeName(view, "N.C", "N")).toBe("your Capital");
    expect(placeName(view, "E.FL")).toBe("the 1-temple at East's front left");
    expect(placeName(view, "E.FL", "E")).toBe("the 1-temple at your front left");
    expect(thingName(view, "site E.FL", "E")).toBe("the 1-temple at your front left");
    expect(thingName(view, "stack suns")).toMatch(/^the (\d-market on the )?stack of suns$/);
    expect(thingName(view, `leader E ${view.kingdoms["E"]?.king}`)).toBe(`East's king (${view.kingdoms["E"]?.king})`);
    expect(thingName(view, "leader E 1")).toBe("East's 1-leader");
    expect(moneyName(2, 0)).toBe("2 goods");
    expect(moneyName(2, 3)).toBe("2 goods and 3 gold");
    expect(moneyName(0, 0)).toBe("nothing");
  });

  it("label what things offer", () => {
    const labels = labelsFor(optionsOf(sampleAsk("rank").ask), []);
    expect(labels["site N.C"]).toBe("Put North next in dominance");
    expect(Object.values(labelsFor(optionsOf(sampleAsk("build").ask), []))).toContain("Offers: Roads");
  });
});

describe("the log", () => {
  const all = sections(ENTRIES, SEA_CHRONICLE, "all", [], SEA.event);

  it("has rounds and phases as headings, in order", () => {
    expect(all.length).toBeGreaterThan(4);
    const rounds = all.map((section) => Number(/\d+/.exec(section.heading)?.[0]));
    expect(rounds).toEqual([...rounds].sort((left, right) => left - right));
    expect(all.some((section) => section.heading.endsWith("Production"))).toBe(true);
    expect(new Set(all.map((section) => section.key)).size).toBe(all.length);
    expect(all.every((section) => section.lines.length > 0)).toBe(true);
  });

  it("has what an entry brings under the phase in which it came, not the one it led to", () => {
    const entryAt = (number: number, phase: string, round: number, kinds: string[]) =>
      entryOf(number, { phase, round, events: kinds.map((kind) => eventOf(kind, { seat: "N" })) });
    const game = [
      entryAt(1, "build", 1, ["first", "production"]),
      entryAt(2, "control", 2, ["road"]),
      entryAt(3, "build", 2, ["rebellion", "ranked", "production", "explored"]),
    ];
    const lines = sections(game, SEA_CHRONICLE, "all", [], SEA.event).flatMap(({ heading, lines }) =>
      lines.map(({ kind }) => `${kind}: ${heading}`),
    );
    expect(lines).toEqual([
      "first: Round 1: Start",
      "production: Round 1: Production",
      "road: Round 1: Build",
      "rebellion: Round 2: Control",
      "ranked: Round 2: Dominance",
      "production: Round 2: Production",
      "explored: Round 2: Production",
    ]);
    expect(sections(game.slice(1, 2), SEA_CHRONICLE, "all", [], SEA.event)[0]?.heading).toBe("Round 2: Control");
  });

  it("can be filtered", () => {
    const kinds = (filter: "fights" | "money") =>
      new Set(
        sections(ENTRIES, SEA_CHRONICLE, filter, [], SEA.event).flatMap((section) =>
          section.lines.map((line) => line.kind),
        ),
      );
    expect(kinds("fights")).toContain("attack");
    expect(kinds("fights")).not.toContain("explored");
    expect(kinds("money")).toContain("production");
    const ownLines = sections(ENTRIES, SEA_CHRONICLE, "mine", ["N"], SEA.event).flatMap((section) => section.lines);
    expect(ownLines.length).toBeGreaterThan(0);
    for (const { seat, event } of ownLines)
      expect(seat === "N" || event.details["defender"] === "N", SEA.event(event)).toBe(true);
  });

  it("leaves out what was undone", () => {
    const [first, second, third] = ENTRIES as [Entry, Entry, Entry];
    const back: Entry = { ...third, number: 3, action: null, undo: 1, events: [] };
    expect(undone([first, second, back])).toEqual(new Set([2]));
    expect(
      sections([first, second, back], SEA_CHRONICLE, "all", [], SEA.event).flatMap((section) =>
        section.lines.map((line) => line.number),
      ),
    ).toEqual([1]);
  });

  it("sums up what each seat has done, without its yields", () => {
    const news = recap(ENTRIES, SEA_CHRONICLE, (event) => ({ text: event.kind, spots: [] }));
    const events = ENTRIES.flatMap((entry) => entry.events);
    expect(new Set(news.map(({ seat }) => seat)).size).toBe(news.length);
    const kinds = news.flatMap(({ lines }) => lines.map(({ text }) => text)).toSorted();
    const omitted = ["turn", "end", "round", "production"];
    expect(kinds).toEqual(
      events
        .map(({ kind }) => kind)
        .filter((kind) => !omitted.includes(kind))
        .toSorted(),
    );
    expect(kinds.length).toBeLessThan(events.length);
  });

  it("shouts of attacks on oneself, and only of those", () => {
    const attack = ENTRIES.find((entry) =>
      entry.events.some((event) => event.kind === "attack" && event.details["defender"]),
    );
    const event = attack?.events.find((event) => event.kind === "attack");
    const defender = String(event?.details["defender"]);
    if (!attack) throw new Error("no attack");
    expect(alarms(attack, SEA_CHRONICLE, [defender])[0]).toMatchObject({
      tone: "danger",
      event: { said: event?.said },
    });
    expect(alarms(attack, SEA_CHRONICLE, []).filter((alarm) => alarm.tone === "danger")).toEqual([]);
    const { pause } = SEA_CHRONICLE;
    expect(pause(attack, [])).toBeGreaterThan(pause({ ...attack, events: [] }, []));
  });

  it("shows a change of kings on the Capital", () => {
    expect(SEA.spots(eventOf("king", { seat: "E", details: { old: 1, new: 3 } }))).toEqual(["site E.C"]);
  });

  it("shows a city without a kingdom as a side without a seat", () => {
    const { view } = sampleAsk("hire");
    const site = Object.keys(view.cities)[0];
    const won = eventOf("attack_won", {
      seat: "E",
      details: { leader: 2, site, defender: null, attack: 3, defence: 2 },
    });
    expect(MOVES.fight?.(won, view, [])?.map(({ seat }) => seat)).toEqual(["E", null]);
  });
});

describe("small matters", () => {
  it("writes times", () => {
    expect(clock(0)).toBe("00:00");
    expect(clock(61_000)).toBe("01:01");
    expect(clock(3_600_000)).toBe("1:00:00");
    expect(clock(-5)).toBe("00:00");
  });

  it("knows who has been away for long", () => {
    const now = Date.parse("2026-01-01T12:01:00Z");
    expect(awayFor("2026-01-01T12:00:00Z", 60_000, now)).toBe(true);
    expect(awayFor("2026-01-01T12:00:30Z", 60_000, now)).toBe(false);
    expect(awayFor(null, 60_000, now)).toBe(false);
  });
});
