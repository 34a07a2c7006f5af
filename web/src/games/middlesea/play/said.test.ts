import { describe, expect, it } from "vitest";
import type { Alert, GameEvent } from "../../../api/types";
import four from "../board/fixtures/four.json";
import { refused } from "../texts/en/refused";
import type { SeaFacts } from "../types";
import { SEA } from "./idiom";
import { asked, DECISIONS, ENTRIES } from "./testing/asks";

const FOUR = four as unknown as SeaFacts;
/** The server's source text. */
const WRITTEN = import.meta.glob<string>("../../../../../src/kingdoms/games/middlesea/{words,table}/*.py", { query: "?raw", import: "default", eager: true });
const written = (name: string) => Object.entries(WRITTEN).find(([path]) => path.endsWith(`/${name}.py`))?.[1] ?? "";

const NOTATION = /[NESW]\.(C|BL|FL|FM|FR|BR)/;
const UNSAID = /undefined|NaN|[{}]|\bsaid\.|\brefused\./;
const event = (kind: string, details: Record<string, unknown> = {}): GameEvent => ({ kind, seat: "E", text: "The server's words.", details, changes: [] });
const tiles = { "E.FL": "M5", "E.BL": "A4", "N.FM": "S3" };
const attack = { leader: 3, base: "E.BL", total: 7, defender: "N", site: "N.FM", kind_of_attack: "military", guard: null, piers: 0, tiles };
const ended = { ...attack, attack: 7, defence: 4 };
const scores = { N: 9, E: 7 };

const HAPPENED: [GameEvent, string][] = [
  [event("first", { order: ["E", "N"] }), "East rolls highest. The order is East and North."],
  [event("first", { order: null }), "East wins the roll for first dominance."],
  [event("round", { round: 3 }), "Round 3 begins."],
  [event("turn", { phase: "build" }), "East builds."],
  [event("turn", { phase: "leader" }), "East's leaders act."],
  [{ ...event("turn"), seat: null }, "The game goes on."],
  [event("end", { phase: "build" }), "East ends its build phase."],
  [event("end", { phase: "leader" }), "East ends its leader phase."],
  [event("control", { cities: 1, control_value: 3 }), "East holds 1 city with a control value of 3."],
  [event("control_paid", { excess: 3, paid: 2, forced: false }), "East controls 3 cities too many and pays 2 goods and 2 gold to hold 2 of them."],
  [event("control_paid", { excess: 3, paid: 0, forced: false }), "East controls 3 cities too many and pays for none of them."],
  [event("control_paid", { excess: 1, paid: 0, forced: true }), "East controls 1 city too many and can't pay."],
  [event("rebel_named", { site: "E.FL", tiles }), "East lets the 5-temple at its front left rebel."],
  [event("rebellion", { sites: ["E.FL"], tiles }), "The 5-temple at East's front left rebels against East."],
  [event("rebellion", { sites: ["E.FL", "N.FM"], tiles }), "The 5-temple at East's front left and the 3-market at North's front middle rebel against East."],
  [event("suppressed", { site: "E.FL", leader: 3, base: "E.BL", total: 7, value: 5, tiles }), "East's 3-leader in the 4-garrison at its back left puts down the 5-temple at its front left: 7 against 5."],
  [event("conceded"), "East doesn't put the rebellion down."],
  [event("city_lost", { site: "N.FM", cause: "conquest", tiles }), "East loses the 3-market at North's front middle."],
  [event("city_lost", { site: "N.FM", cause: "cut_off", tiles }), "East loses the 3-market at North's front middle, which no route reaches any more."],
  [event("unrest", { value: 2, was: 1 }), "East's unrest rises to 2."],
  [event("unrest", { value: 1, was: 2 }), "East's unrest falls to 1."],
  [event("dominance", { order: ["E", "N"], scores, temples: true }), "The order of dominance is East (7) and North (9)."],
  [event("dominance", { order: ["E", "N"], scores, temples: false }), "Nobody has a temple: the order stays East and North."],
  [event("ranked", { chosen: "N" }), "East puts North next in dominance."],
  [event("production", { goods: 2, gold: 3, sites: ["N.FM"], capital: true, tiles }), "East gets 2 goods and 3 gold from its Capital and the 3-market at North's front middle."],
  [event("production", { goods: 0, gold: 0, sites: [], capital: false, tiles }), "East keeps its leader active."],
  [event("explored", { tile: "S1", site: "E.FM", replaced: null }), "East explores and lays the 1-market at its front middle."],
  [event("explored", { tile: "S1", site: "E.FM", replaced: "C2" }), "East explores and lays the 1-market in place of the 2-mine at its front middle."],
  [event("explored_under", { tile: "C1" }), "East explores and puts the 1-mine under its stack."],
  [event("road", { start: "E.C", end: "E.FL", gained: true, tiles }), "East builds a road from its Capital to the 5-temple at its front left and controls it now."],
  [event("road", { start: "E.C", end: "E.FL", gained: false, tiles }), "East builds a road from its Capital to the 5-temple at its front left."],
  [event("port", { site: "E.FL", piers: 1, total: 1, tiles }), "East builds 1 pier at the 5-temple at its front left."],
  [event("port", { site: "E.FL", piers: 2, total: 3, tiles }), "East builds 2 piers at the 5-temple at its front left and has 3 there."],
  [event("exchange", { gives: "goods" }), "East exchanges 2 goods for 1 gold."],
  [event("exchange", { gives: "gold" }), "East exchanges 2 gold for 1 goods."],
  [event("king", { old: 0, new: 4 }), "East makes the 4-leader king in place of the 0-leader."],
  [event("leader_activated", { leader: 2, site: "E.FL", tiles }), "East activates its 2-leader in the 5-temple at its front left."],
  [event("leader_moved", { leader: 2, start: "reserve", end: "N.FM", tiles }), "East's 2-leader goes from the reserve to the 3-market at North's front middle."],
  [event("attack", attack), "East's 3-leader in the 4-garrison at its back left attacks the 3-market at North's front middle, held by North: 7."],
  [event("attack", { ...attack, piers: 2 }), "East's 3-leader in the 4-garrison at its back left attacks the port (2 piers) of the 3-market at North's front middle, held by North: 7."],
  [event("attack", { ...attack, site: "N.C" }), "East's 3-leader in the 4-garrison at its back left attacks North's Capital: 7."],
  [event("attack", { ...attack, base: "E.FL", kind_of_attack: "missionary", guard: 1 }), "East's 3-leader in the 5-temple at its front left attacks the 1-leader in the 3-market at North's front middle, held by North: 7."],
  [event("hired", { hired: 1, total: 8, kind_of_attack: "missionary" }), "East hires 1 zealot and attacks with 8."],
  [event("hired", { hired: 0, total: 7, kind_of_attack: "military" }), "East hires nobody and attacks with 7."],
  [event("defended", { hired: 2, with_leader: true, leader: 3, total: 8, attack: 7, kind_of_attack: "military", forced: false }), "East defends with 2 mercenaries and its 3-leader: 8 against 7."],
  [event("defended", { hired: 0, with_leader: false, leader: null, total: 4, attack: 7, kind_of_attack: "military", forced: false }), "East defends without help: 4 against 7."],
  [event("defended", { hired: 0, with_leader: false, leader: null, total: 4, attack: 7, kind_of_attack: "military", forced: true }), "East has no choice and defends with 4."],
  [event("attack_failed", { ...ended, attack: 3 }), "The attack on the 3-market at North's front middle fails, 3 against 4."],
  [event("attack_won", ended), "East's 3-leader takes the 3-market at North's front middle, 7 against 4."],
  [event("attack_won", { ...ended, piers: 1 }), "The port (1 pier) of the 3-market at North's front middle is destroyed, 7 against 4."],
  [event("attack_won", { ...ended, site: "N.C", kind_of_attack: "missionary" }), "North's king falls, 7 against 4."],
  [event("attack_won", { ...ended, kind_of_attack: "missionary" }), "The 3-market at North's front middle is stirred up, 7 against 4."],
  [event("attack_won", { ...ended, kind_of_attack: "missionary", guard: 2 }), "The 2-leader in the 3-market at North's front middle is made inactive, 7 against 4."],
  [event("attack_won", { ...ended, kind_of_attack: "missionary", defender: null }), "The 3-market at North's front middle is abandoned and goes under its stack, 7 against 4."],
  [event("time_called"), "The time is up: this round is the last."],
  [event("game_over", { reason: "capital", winners: ["N"], loser: "E", scores }), "East's Capital has fallen. North wins. Scores: North 9, East 7."],
  [event("game_over", { reason: "trade", winners: ["N", "E"], loser: null, scores }), "It is a victory by trade. North and East share the victory. Scores: North 9, East 7."],
];

describe("what has happened", () => {
  it("is said whole, with places in words", () => {
    for (const [one, sentence] of HAPPENED) expect(SEA.event(one, FOUR)).toBe(sentence);
  });

  it("is known in all its kinds", () => {
    const known = new Set(HAPPENED.map(([{ kind }]) => kind));
    const kinds = [...written("events").matchAll(/^ {4}"(\w+)": EventKind/gm)].map(([, kind = ""]) => kind);
    expect(kinds.length).toBeGreaterThan(25);
    expect(kinds.filter((kind) => !known.has(kind))).toEqual([]);
    expect(SEA.event({ ...event("quake"), text: "The earth quakes at E.FL." }, FOUR)).toBe("The earth quakes at East's front left.");
  });

  it("is said of a real game without the server's words", () => {
    for (const one of ENTRIES.flatMap(({ events }) => events)) {
      const said = SEA.event({ ...one, text: "The server's words." }, FOUR);
      expect(said).toMatch(/^[A-Z].*\.$/);
      expect(said).not.toMatch(NOTATION);
      expect(said).not.toMatch(UNSAID);
      expect(said).not.toBe("The server's words.");
    }
  });
});

describe("what can be chosen and is asked", () => {
  it.each(DECISIONS)("is said of every choice in %s", (decision) => {
    const { ask, view } = asked(decision);
    for (const choice of ask.choices) {
      const said = SEA.choice({ ...choice, words: "" }, view, ask.seat);
      expect(said).not.toBe("");
      expect(said).not.toMatch(NOTATION);
      expect(said).not.toMatch(UNSAID);
      expect(figures(said)).toEqual(figures(choice.words));
    }
    const said = SEA.question({ ...ask, question: "" }, view, ask.seat);
    expect(said).toMatch(/^[A-Z].*[.?]$/);
    expect(said).not.toMatch(NOTATION);
    expect(said).not.toMatch(UNSAID);
    expect(figures(said)).toEqual(figures(ask.question));
  });

  it("names what is one's own so", () => {
    const { ask, view } = asked("build");
    const said = ask.choices.map((choice) => SEA.choice(choice, view, ask.seat)).join(" ");
    expect(said).toMatch(/road from your Capital to the \d-\w+ at your /);
  });

  it("is said of a defence whose totals nobody has told", () => {
    const { view } = asked("defend");
    expect(SEA.choice({ action: "defend 2", words: "" }, view, null)).toMatch(/^hire 2 (zealots|mercenaries)$/);
  });
});

/** Return the figures in a sentence, without those in notation. */
const figures = (words: string) => words.match(/\d+/g) ?? [];

describe("why something cannot be done", () => {
  const codes = [...written("refusal_texts").matchAll(/^ {4}"(\w+)": \("[A-Z]+[-.]\d+",/gm)].map(([, code = ""]) => code);

  it("is known by every code", () => {
    expect(codes.length).toBeGreaterThanOrEqual(70);
    expect(codes.filter((code) => !Object.hasOwn(refused, code))).toEqual([]);
  });

  it("is said of the action that was meant, and without it", async () => {
    for (const code of codes)
      for (const action of ["road N.C E.FL", "attack 3 E.FL", "suppress N.FM 3 2", "rank E", "explore suns E.FL", "king 4", "pay 9", null]) {
        const said = await SEA.refusal({ code, message: "", action }, FOUR, "N");
        expect(said).toMatch(/^[A-Z].*\.$/);
        expect(said).not.toMatch(NOTATION);
        expect(said).not.toMatch(UNSAID);
      }
  });

  it("tells what is known", async () => {
    const say = (code: string, action: string | null) => SEA.refusal({ code, message: "", action }, FOUR, "N");
    expect(await say("move_not_held", "move 3 E.FL")).toMatch(/^You don't control (the \d-\w+ at )?East's front left\.$/);
    expect(await say("attack_king", "attack 3 E.FL")).toBe("The 3-leader is king, and kings don't attack.");
    expect(await say("attack_king", null)).toBe("This leader is king, and kings don't attack.");
    expect(await say("not_asked", "road N.C N.FL")).toMatch(/build phase/);
    expect(await say("king_twice", "king 4")).toBe("You have already changed your king this turn.");
    expect(await say("money", "explore suns N.FL")).toMatch(/^This costs 1 goods and 1 gold; you have .*\.$/);
    expect(await SEA.refusal({ code: "quake", message: "the earth quakes at N.FL" }, FOUR, "N")).toBe("the earth quakes at your front left");
  });
});

describe("what threatens", () => {
  const alert = (kind: string, near: boolean, details: Record<string, unknown>): Alert => ({ kind, seat: "E", wins: false, near, text: "The server's words.", details });
  const exposed = { attack: 12, defence: 10, defence_most: 14, by: ["N", "S"] };
  const WARNED: [Alert, string][] = [
    [alert("trade", true, { certain: true }), "East wins by trade at the end of this round, unless a home city or a leader falls."],
    [alert("trade", true, { certain: false, home: 4, awake: 5 }), "East can win by trade this round: 4 of 5 home cities, 5 of 6 leaders active, and there is time for the rest."],
    [alert("trade", true, { certain: false, home: 5, awake: 6 }), "East can win by trade this round: all home cities, all leaders active."],
    [alert("conquest", true, { certain: true }), "East wins by conquest at the end of this round, unless one of its cities falls."],
    [alert("conquest", true, { certain: false, lacking: 1 }), "East can win by conquest this round: 1 city abroad to go."],
    [alert("conquest", true, { certain: false, lacking: 0 }), "East can win by conquest this round."],
    [alert("capital", true, exposed), "East holds no city: North and South can attack its Capital with up to 12, against 10 to 14."],
    [alert("king", false, exposed), "East holds one city. If it falls, North and South can attack East's king."],
    [alert("unrest", true, { unrest: 4 }), "East's unrest is 4: one more loss means civil war, and East is out."],
    [alert("unrest", false, { unrest: 3 }), "East's unrest is 3: two more losses mean civil war."],
    [alert("unrest", false, { unrest: 1, rebels: 1 }), "East can't pay for all its cities: 1 city will rebel next round."],
    [alert("rounds", false, { left: 2, ahead: ["N"], score: 9 }), "2 rounds after this one: then the score decides. North leads with 9."],
    [alert("rounds", true, { left: 0, ahead: ["N", "E"], score: 9 }), "This is the last round: the score decides. North and East lead with 9."],
    [alert("time", true, { left: 0, ahead: ["N"], score: 9 }), "This is the last round: the score decides. North leads with 9."],
    [alert("quake", true, {}), "The server's words."],
  ];

  it("is said whole", () => {
    for (const [one, sentence] of WARNED) expect(SEA.warning(one, FOUR)).toBe(sentence);
  });

  it("is known in all its kinds", () => {
    const known = new Set(WARNED.map(([{ kind }]) => kind));
    const source = written("alerts");
    const kinds = [...source.matchAll(/Alert\("(\w+)"/g), ...source.matchAll(/\((?:False|True), "(\w+)", "\w+"\)/g)].map(([, kind = ""]) => kind);
    expect(new Set(kinds).size).toBeGreaterThan(5);
    expect(kinds.filter((kind) => !known.has(kind))).toEqual([]);
  });
});
