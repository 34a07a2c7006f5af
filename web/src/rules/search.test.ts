import { expect, it } from "vitest";
import { searchClauses } from "./search";
import { chapters, found } from "./searches.json";

it.each(Object.entries(found))("finds what the terminal finds: %s", (query, ids) => {
  expect(Object.values(searchClauses(chapters, query)).flatMap(Object.keys)).toEqual(ids);
});

it("leaves everything for an empty query", () => expect(searchClauses(chapters, "  ")).toBe(chapters));
