import { describe, expect, it } from "vitest";
import { entryOf, eventOf } from "../../../api/testing";
import type { Ask, Entry, GameInfo } from "../../../api/types";
import { forecastOf, type SeaFacts } from "../types";
import attack from "../board/fixtures/attack.json";
import rebellion from "../board/fixtures/rebellion.json";
import four from "../board/fixtures/four.json";
import asks from "../play/testing/asks.json";
import { abroadLine, columns, continentLines, forecastLine, kingdomCells, leadersLine, roadsFrom } from "./summary";
import { entryLine, eventLine, newsLine, waitingLine } from "../../../text/lines";
import { SEA } from "../play/idiom";
import { seatName } from "../board/names";

const tables = [attack, rebellion, four] as unknown as SeaFacts[];
const questions = Object.values(asks as unknown as Record<string, { view: SeaFacts; ask: Ask }>);

describe("the table in words", () => {
  it("has a figure under every heading", () => {
    for (const facts of tables) {
      for (const seat of facts.seats) expect(kingdomCells(facts, seat)).toHaveLength(columns().length);
      expect(kingdomCells(facts, "X").join("")).toBe("");
    }
  });

  it("tells of every city, leader and road exactly where it is", () => {
    for (const facts of tables) {
      const lines = new Map(
        facts.seats.flatMap((seat) => continentLines(facts, seat)).map((line) => [line.site, line.text]),
      );
      for (const city of Object.values(facts.cities)) {
        const line = lines.get(city.site) ?? "";
        expect(line).toContain(`${city.value}-${city.kind}`);
        expect(line).toContain(city.holder === null ? "nobody" : (facts.kingdoms[city.holder]?.name ?? "?"));
        if (city.leader) expect(line).toContain(`leader ${city.leader.value}${city.leader.active ? "" : ", inactive"}`);
        if (city.piers) expect(line).toContain("port of");
        expect(line.includes("in rebellion")).toBe(facts.rebelling.includes(city.site));
      }
      for (const kingdom of Object.values(facts.kingdoms)) {
        for (const road of kingdom.roads) {
          const [from = "", to = ""] = road.split("-");
          expect(roadsFrom(facts, from)).toContain(to);
          expect(lines.get(to)).toContain(from);
        }
        const leaders = leadersLine(kingdom);
        expect(leaders.startsWith(`${kingdom.king} is king`)).toBe(true);
        for (const { value, place } of kingdom.leaders) {
          if (place !== "king" && place !== "reserve") expect(leaders).toContain(`${value} at ${place}`);
        }
        expect(abroadLine(facts, kingdom)).not.toMatch(/[{}]/);
      }
    }
  });

  it("says what is under attack, and with how much", () => {
    const facts = attack as unknown as SeaFacts;
    const target = facts.attack?.[1] ?? "";
    const line = continentLines(facts, target.split(".")[0] ?? "").find((line) => line.site === target);
    expect(line?.text).toContain(`under attack with ${facts.attack_total}`);
  });
});

describe("what is asked in words", () => {
  it("tells what each choice costs and leads to", () => {
    for (const { view, ask } of questions) {
      for (const choice of ask.choices) {
        const words = SEA.choice(choice, view, ask.seat);
        const line = forecastLine({ ...choice, words }, view);
        expect(line).not.toMatch(/[{}]|undefined|NaN/);
        const { goods = 0, gold = 0, result } = forecastOf(choice);
        const priced = /\b(goods|gold)\b/.test(words);
        if (goods < 0 || gold < 0) expect(line.includes("costs") || priced, words).toBe(true);
        expect(line.includes("always wins")).toBe(result === "wins");
      }
    }
  });

  it("says who is waited for", () => {
    const facts = four as unknown as SeaFacts;
    const looking = { you: [] as string[] } as GameInfo;
    expect(
      waitingLine({ ...facts, to_move: "N" }, looking, (seat) => seatName(tables[0] ?? null, seat), "The die decides."),
    ).toContain("North");
    expect(
      waitingLine(
        { ...facts, to_move: "chance" },
        null,
        (seat) => seatName(tables[0] ?? null, seat),
        "The die decides.",
      ),
    ).toBe("The die decides.");
    expect(waitingLine(null, null, (seat) => seatName(tables[0] ?? null, seat), "The die decides.")).toMatch(
      /^You have nothing/,
    );
  });
});

describe("news", () => {
  const road = (details: Record<string, unknown>) =>
    eventOf("road", { seat: "N", said: { id: "event.road", seat: "N", start: "N.C", end: "S3 N.FM" }, details });
  const entry = (number: number, more: Partial<Entry>) => entryOf(number, { action: "end", ...more });
  it("tells events, what was taken back, and what is asked then", () => {
    const event = road({});
    const entries = [entry(1, { events: [event] }), entry(2, { undo: 0 })];
    expect(entryLine(entry(3, {}), (event) => SEA.event(event))).toBe("end");
    expect(newsLine(entries, "North: build?", (event) => SEA.event(event))).toBe(
      "North builds a road from its Capital to the 3-market at its front middle. Moves were taken back, to the position after move 0. Your decision: North: build?",
    );
    expect(newsLine([], null, (event) => SEA.event(event))).toBe("");
  });

  it("names places in words and in notation", () => {
    const details = { start: "N.C", end: "N.FM", gained: false, tiles: { "N.FM": "S3" } };
    const event = road(details);
    expect(eventLine(event, null, SEA)).toBe(
      "North builds a road from its Capital to the 3-market at its front middle (N.C, N.FM).",
    );
    expect(eventLine(event, "N", SEA)).toBe(
      "You build a road from your Capital to the 3-market at your front middle (N.C, N.FM).",
    );
  });
});
