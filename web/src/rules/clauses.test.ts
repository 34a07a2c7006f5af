import { describe, expect, it } from "vitest";
import type { CatalogueGame } from "../api/types";
import { chapterAnchor, clauseOfRuling, countClauses, idsOf, splitText, valueText } from "./clauses";

const chapters = {
  "Build phase": { "BR-1": "A road starts at your Capital.", "BR-2": "A road leads to an adjacent city." },
  "Open points": { "AMB-73": "Which port? `attack_port` = `home`: one in a home city; `any`: any port of yours." },
};

describe("splitText", () => {
  it("finds clauses and code among words", () => {
    expect(splitText("You need a port (FT-3, but see AMB-73), as `S.FM`.")).toEqual([
      { kind: "text", text: "You need a port (" },
      { kind: "clause", id: "FT-3" },
      { kind: "text", text: ", but see " },
      { kind: "clause", id: "AMB-73" },
      { kind: "text", text: "), as " },
      { kind: "code", text: "S.FM" },
      { kind: "text", text: "." },
    ]);
  });

  it("takes only known ids for clauses when it knows them", () => {
    expect(splitText("BR-1 and ZZ-9", new Set(["BR-1"]))).toEqual([
      { kind: "clause", id: "BR-1" },
      { kind: "text", text: " and ZZ-9" },
    ]);
  });

  it("takes neither sites nor the 3-market for a clause", () => {
    expect(splitText("the 3-market at N.FM")).toEqual([{ kind: "text", text: "the 3-market at N.FM" }]);
    expect(splitText("N.4 says so")[0]).toEqual({ kind: "clause", id: "N.4" });
  });

  it("gives nothing for no text", () => expect(splitText("")).toEqual([]));
});

it("knows the clause of a ruling", () => {
  const game = { chapters } as unknown as CatalogueGame;
  expect(clauseOfRuling(game, "attack_port")).toBe("AMB-73");
  expect(clauseOfRuling(game, "port")).toBeNull();
});

it("names values as notation does", () => {
  expect([valueText("home"), valueText(true), valueText(null), valueText(1)]).toEqual(["home", "true", "null", "1"]);
});

it("makes anchors of titles, and counts clauses", () => {
  expect(chapterAnchor("Open points, and how they are settled")).toBe("chapter-open-points-and-how-they-are-settled");
  expect([...idsOf(chapters)]).toEqual(["BR-1", "BR-2", "AMB-73"]);
  expect(countClauses(chapters)).toBe(3);
});
