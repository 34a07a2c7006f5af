import { describe, expect, it } from "vitest";
import type { Why } from "../../../api/types";
import four from "../board/fixtures/four.json";
import { advised } from "../texts/en/advised";
import type { SeaFacts } from "../types";
import { SEA } from "./idiom";

const FOUR = four as unknown as SeaFacts;
/** The server's source text of the reasons. */
const WRITTEN = Object.values(
  import.meta.glob<string>("../../../../../src/kingdoms/games/middlesea/players/sentences.py", { query: "?raw", import: "default", eager: true }),
).join("");
const codesOf = (table: string) => [...(WRITTEN.split(`${table}: Final`)[1] ?? "").split("\n}")[0]!.matchAll(/^ {4}"(\w+)": /gm)].map(([, code = ""]) => code);

const UNSAID = /undefined|NaN|[{}]|\badvised\.\w|server's words/;
/** A sample value for each number used in reasons. */
const FIGURES = { attack: 9, defence: 4, most: 7 };
const say = (code: string, details: Why["details"]) => SEA.reason({ reason: "The server's words at E.FL.", why: { code, details } }, FOUR, "N");

describe("why a hint is a good choice", () => {
  it("is known by every code, and every gain", async () => {
    const [codes, gains] = [codesOf("SENTENCES").filter((one) => one !== "gains"), codesOf("GAINS")];
    expect(gains.length).toBeGreaterThan(5);
    expect(Object.keys(advised).sort()).toEqual([...codes, ...gains.map((gain) => `gain_${gain}`)].sort());
    for (const code of codes) {
      expect(await say(code, FIGURES)).not.toMatch(UNSAID);
    }
    for (const code of gains) {
      expect(await say("gains", { gains: [{ code, n: 2 }] })).not.toMatch(UNSAID);
    }
  });

  it("is a sentence, or several that stand one after the other", async () => {
    expect(await say("attack_wins", { attack: 9, most: 7 })).toBe("No defence can stop it: 9 against 7 at most.");
    expect(await say("gains", { gains: [{ code: "cities_home", n: 1 }, { code: "unrest" }] })).toBe("It brings a city at home. It calms unrest.");
    expect(await say("gains", { gains: [{ code: "cities", n: 2 }] })).toBe("It brings 2 cities.");
  });

  it("is the server's sentence where this page knows no better", async () => {
    expect(await say("quake", {})).toBe("The server's words at East's front left.");
    expect(await say("gains", { gains: [{ code: "unrest" }, { code: "quake" }] })).toBe("The server's words at East's front left.");
    expect(await say("gains", { gains: [] })).toBe("The server's words at East's front left.");
    expect(await SEA.reason({ reason: "It holds N.FL.", why: null }, FOUR, "N")).toBe("It holds your front left.");
  });
});
