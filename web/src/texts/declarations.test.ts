import { describe, expect, it } from "vitest";
import { nameDeclarations, noteFaults, syntaxFault, textDeclarations, textFaults } from "./declarations";

const ENGLISH = { cities: "{n, plural, one {# city} other {# cities}} of {seat}", "1.title": "Start" };

describe("declarations", () => {
  it("have the holes of texts, with types by their uses", () => {
    const part = { ...ENGLISH, help: "Help", turn: "{seat, select, you {Your} other {{seat}’s}} turn {n}" };
    expect(textDeclarations({ lessons: { "1.title": "Start" }, play: part })).toContain(
      `export type Holes = {
  play: {
    cities: { n: number; seat: string | number };
    help: {};
    turn: { seat: string; n: string | number };
  };
};
`,
    );
  });

  it("have the holes of a game's names, with types by their kinds", () => {
    const names = { here: "here", held: "{n} of {seats} with {word}", pair: "{one}" };
    const text = nameDeclarations(names, { n: "number", seats: "seat*", word: "text", one: "colour" });
    expect(text).toContain(`  "name.here": Record<string, never>;
  "name.held": { n: number; seats: readonly Value[]; word: string };
  "name.pair": { one: Value };
`);
  });
});

describe("faults", () => {
  it("are names and holes that the English texts don't have", () => {
    expect(textFaults("en/a.json", ENGLISH, ENGLISH)).toEqual([]);
    expect(textFaults("de/a.json", { towns: "Orte" }, ENGLISH)).toEqual(["de/a.json: there is no English text towns"]);
    expect(textFaults("de/a.json", { cities: "{seat}: {m} {k}" }, ENGLISH)).toEqual([
      "de/a.json: in English, cities has no hole k, m",
    ]);
    const notes = { "a.cities": "", "a.1.title": "", "a.towns": "", "b.cities": "" };
    expect(noteFaults("notes.json", notes, { a: ENGLISH })).toEqual([
      "notes.json: there is no text a.towns",
      "notes.json: there is no text b.cities",
    ]);
  });

  it.each([
    ["{n, plural, one {# city} other {# cities}}", null],
    ["{n", "a closing brace is missing"],
    ["n}", "a closing brace too many at 1"],
    ["{n, plural, one {# city}}", 'n has no form for "other"'],
    ["{n, plural}", 'n has no form for "other"'],
    ["{n, number, other {#}}", "n is followed by 'number', not by plural or select and their forms"],
    ["{n, plural, other {{a, select, b {}}}}", 'a has no form for "other"'],
  ])("of syntax in %s: %s", (text, fault) => {
    expect(syntaxFault(text)).toBe(fault);
    expect(textFaults("en/a.json", { text }, { text })).toEqual(fault ? [`en/a.json: ${text}: ${fault}`] : []);
  });
});
