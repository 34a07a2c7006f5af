import { describe, expect, it } from "vitest";
import type { Ask } from "../../../api/types";
import type { SeaFacts } from "../types";
import {
  complete,
  dangers,
  familiesOf,
  givesUp,
  keysOf,
  leadersLeft,
  marksFor,
  pickedOption,
  offering,
  optionsByThing,
  optionsOf,
  parseAction,
  remaining,
  targets,
  unusedKinds,
  type Option,
} from "./choices";
import { pickOf } from "../../../play/desk/options";
import { sampleAsk, DECISIONS } from "./testing/asks";

const of = (decision: string): { ask: Ask; view: SeaFacts; options: Option[] } => ({
  ...sampleAsk(decision),
  options: optionsOf(sampleAsk(decision).ask),
});

/** Pick a target on the board, or null for none. */
const pick = (options: readonly Option[], picks: readonly string[], key: string | null, facts: SeaFacts) =>
  pickOf(options, picks, key === null ? [] : keysOf(key, facts));

describe("taking texts apart", () => {
  it("knows every form of the notation", () => {
    expect(parseAction("pay 2")).toMatchObject({ kind: "pay", amount: 2, leader: null });
    expect(parseAction("suppress N.FM 4")).toMatchObject({
      kind: "suppress",
      sites: ["N.FM"],
      leader: 4,
      amount: null,
    });
    expect(parseAction("suppress N.FM 4 0")).toMatchObject({ sites: ["N.FM"], leader: 4, amount: 0 });
    expect(parseAction("explore suns N.FM")).toMatchObject({ suit: "suns", sites: ["N.FM"], place: null });
    expect(parseAction("explore suns under")).toMatchObject({ suit: "suns", sites: [], place: "under" });
    expect(parseAction("road N.C N.FM")).toMatchObject({ sites: ["N.C", "N.FM"] });
    expect(parseAction("port N.FM 2")).toMatchObject({ sites: ["N.FM"], amount: 2, leader: null });
    expect(parseAction("exchange gold")).toMatchObject({ gives: "gold" });
    expect(parseAction("king 3")).toMatchObject({ leader: 3, amount: null });
    expect(parseAction("move 0 reserve")).toMatchObject({ leader: 0, place: "reserve" });
    expect(parseAction("attack 5 W.C")).toMatchObject({ leader: 5, sites: ["W.C"] });
    expect(parseAction("defend 3 leader")).toMatchObject({ amount: 3, extra: true, leader: null });
    expect(parseAction("defend 3")).toMatchObject({ amount: 3, extra: false });
    expect(parseAction("rank W")).toMatchObject({ seat: "W" });
    expect(parseAction("end")).toMatchObject({ kind: "end", sites: [] });
  });
});

describe.each(DECISIONS)("the choices of %s", (decision) => {
  const { ask, view, options } = of(decision);

  it("are all kept", () => {
    expect(options.map((option) => option.choice.action)).toEqual(ask.choices.map((choice) => choice.action));
    expect(familiesOf(options).flatMap((family) => family.options)).toHaveLength(options.length);
  });

  it("can be reached by picking their things", () => {
    for (const option of options.filter((option) => option.things.length > 0)) {
      expect(complete(options, option.things)).toContain(option);
      expect(complete(options, option.things.slice(0, option.enough))).toContain(option);
    }
  });

  it("mark only things that lead somewhere", () => {
    for (const key of offering(options)) expect(remaining(options, [key]).length).toBeGreaterThan(0);
    for (const [key, mark] of Object.entries(marksFor(options, [], dangers(view)))) {
      if (mark === "offers") expect(remaining(options, [key]).length).toBeGreaterThan(0);
    }
    for (const [, offered] of optionsByThing(options, [])) expect(offered.length).toBeGreaterThan(0);
  });

  it("have families that differ in an amount only", () => {
    for (const family of familiesOf(options)) {
      const amounts = family.options.map((option) => `${option.parsed.amount} ${option.parsed.extra}`);
      expect(new Set(amounts).size).toBe(amounts.length);
    }
  });
});

describe("building", () => {
  const { ask, view, options } = of("build");
  const explore = options.find(
    (option) => option.parsed.kind === "explore" && option.parsed.sites.length > 0,
  ) as Option;
  const road = options.find((option) => option.parsed.kind === "road") as Option;

  it("goes from a stack to a site", () => {
    const suit = explore.parsed.suit ?? "suns";
    const site = explore.parsed.sites[0] ?? "";
    const first = pick(options, [], `stack ${suit}`, view);
    expect(first).toEqual({ picks: [`stack ${suit}`], offers: true });
    expect(targets(options, first.picks)).toContain(`site ${site}`);
    const second = pick(options, first.picks, `site ${site}`, view);
    expect(second.picks).toEqual([`stack ${suit}`, `site ${site}`]);
    expect(pickedOption(options, second.picks)).toBe(explore);
  });

  it("goes from a site to a stack just as well", () => {
    const picks = [`site ${explore.parsed.sites[0]}`, `stack ${explore.parsed.suit}`];
    expect(pickedOption(options, picks)).toBe(explore);
  });

  it("lets another target take the place of the last", () => {
    const otherSuits = options.filter(
      (option) => option.parsed.suit === explore.parsed.suit && option.parsed.sites.length > 0,
    );
    const site = otherSuits[1]?.parsed.sites[0] ?? "";
    const picked = pick(options, explore.things, `site ${site}`, view);
    expect(picked.picks).toEqual([explore.things[0], `site ${site}`]);
    expect(marksFor(options, explore.things)[`site ${site}`]).toBe("target");
  });

  it("lets go of what is picked again, and of all at the sea", () => {
    const suit = explore.parsed.suit ?? "suns";
    expect(pick(options, [`stack ${suit}`], `stack ${suit}`, view)).toEqual({ picks: [], offers: true });
    expect(pick(options, explore.things, null, view)).toEqual({ picks: [], offers: true });
  });

  it("names a road by its two ends", () => {
    const [from = "", to = ""] = road.parsed.sites;
    expect(pickedOption(options, [`site ${from}`, `site ${to}`])?.parsed.kind).toBe("road");
    expect(pickedOption(options, [`site ${to}`, `site ${from}`])?.parsed.kind).toBe("road");
  });

  it("takes the cheaper name of a road that has two", () => {
    const combination: Ask = {
      ...ask,
      choices: [
        { action: "road N.FL N.FM", kind: "road", words: "", forecast: { goods: -5, gold: -5 } },
        { action: "road N.FM N.FL", kind: "road", words: "", forecast: { goods: -3, gold: -3 } },
      ],
    };
    expect(pickedOption(optionsOf(combination), ["site N.FL", "site N.FM"])?.choice.action).toBe("road N.FM N.FL");
  });

  it("says which thing offers nothing", () => {
    const foreign = ["N.C", "E.C", "S.C", "W.C"]
      .map((site) => `site ${site}`)
      .find((key) => !offering(options).has(key));
    expect(foreign).toBeDefined();
    const picked = pick(options, [], foreign as string, view);
    expect(picked.offers).toBe(false);
  });

  it("keeps account of what is unused", () => {
    expect(unusedKinds(options)).toContain("explore");
    expect(unusedKinds(options.filter((option) => ["end", "exchange"].includes(option.parsed.kind)))).toEqual(
      new Set(),
    );
  });
});

describe("leaders", () => {
  const { ask, view, options } = of("leader");
  const acting = options.filter((option) => ["activate", "move", "attack"].includes(option.parsed.kind));

  it("are what offers something, not what they could be used on", () => {
    for (const key of offering(options)) expect(key.startsWith(`leader ${ask.seat} `)).toBe(true);
  });

  it("are meant by the city they stand in", () => {
    const leader = view.kingdoms[ask.seat]?.leaders.find(
      (leader) => acting.some((o) => o.parsed.leader === leader.value) && leader.place.includes("."),
    );
    const picked = pick(options, [], `site ${leader?.place}`, view);
    expect(picked).toEqual({ picks: [`leader ${ask.seat} ${leader?.value}`], offers: true });
  });

  it("attack a city that is pointed at by the leader in it", () => {
    const attack = options.find(
      (option) => option.parsed.kind === "attack" && view.cities[option.parsed.sites[0] ?? ""]?.leader,
    ) as Option;
    const city = view.cities[attack.parsed.sites[0] ?? ""];
    const keys = keysOf(`leader ${city?.holder} ${city?.leader?.value}`, view);
    const key = keys.find((key) => targets(options, attack.things.slice(0, 1)).has(key));
    expect(key).toBe(`site ${city?.site}`);
  });

  it("pass lower ones over, and close the king's change", () => {
    const highest = acting[acting.length - 1] as Option;
    const left = leadersLeft(options);
    expect(givesUp(options, highest).leaders).toEqual(left.filter((value) => value < (highest.parsed.leader ?? 0)));
    expect(givesUp(options, highest).king).toBe(options.some((option) => option.parsed.kind === "king"));
    const king = options.find((option) => option.parsed.kind === "king");
    if (king) expect(givesUp(options, king)).toEqual({ leaders: [], king: false });
  });

  it("become king by themselves or on the Capital", () => {
    const king = options.find((option) => option.parsed.kind === "king") as Option;
    expect(complete(options, king.things.slice(0, 1))).toContain(king);
    expect(complete(options, [...king.things])).toContain(king);
  });
});

describe("rebellions", () => {
  it("are put down by city and leader in either order", () => {
    const { options } = of("suppress");
    const option = options.find((option) => option.parsed.kind === "suppress") as Option;
    expect(pickedOption(options, option.things)?.family).toBe(option.family);
    expect(pickedOption(options, [...option.things].reverse())?.family).toBe(option.family);
  });

  it("are marked as dangers", () => {
    const { view, options } = of("suppress");
    const [site] = view.rebelling;
    expect(dangers(view)).toContain(`site ${site}`);
    expect(marksFor(options, [], dangers(view))[`site ${site}`]).toBe("offers");
  });
});
