import { describe, expect, it } from "vitest";
import four from "./fixtures/four.json";
import type { SeaFacts } from "../types";
import { inWords, siteWords } from "./words";

const facts = four as unknown as SeaFacts;

describe("places in words", () => {
  it("are told by whose they are and where they lie", () => {
    expect(siteWords(facts, "E.FL", "N")).toBe("East's front left");
    expect(siteWords(facts, "N.BR", "N")).toBe("your back right");
    expect(siteWords(null, "W.FM", null)).toBe("W's front middle");
  });

  it("stand in the server's sentences instead of codes, all of them", () => {
    const said = "road from North's Capital to the 3-market at N.FM for 3 goods and 3 gold";
    expect(inWords(said, facts, "N")).toBe("road from your Capital to the 3-market at your front middle for 3 goods and 3 gold");
    expect(inWords(said, facts, null)).toBe("road from North's Capital to the 3-market at North's front middle for 3 goods and 3 gold");
    expect(inWords("the 3 in the 4-garrison at N.BL attacks the 5-temple at E.FR (East): 7", facts, "N")).toBe(
      "the 3 in the 4-garrison at your back left attacks the 5-temple at East's front right (East): 7",
    );
    expect(inWords("Nothing to see at S.", facts, "N")).toBe("Nothing to see at S.");
  });
});
