import { expect, it } from "vitest";
import { fill, parse } from "./icu";

const FORMS: Record<string, string> = { n: "one", seat: "you", word: "strange" };
const filled = (text: string, values: Record<string, string> = {}) =>
  fill(
    parse(text),
    ({ name }) => values[name] ?? `<${name}>`,
    ({ name }) => FORMS[name] ?? "other",
  );

it("parses holes, and forms by number or word", () => {
  const number = { name: "n", case: "" };
  expect(parse("plain")).toEqual(["plain"]);
  expect(parse("{seat} passes.")).toEqual([{ name: "seat", case: "" }, " passes."]);
  expect(parse("{n, plural, =0 {none} one {# city} other {# cities}}")).toEqual([
    {
      name: "n",
      kind: "plural",
      forms: { "=0": ["none"], one: [number, " city"], other: [number, " cities"] },
    },
  ]);
});

it("parses the grammatical case of a hole", () => {
  expect(parse("an {city, dative}")).toEqual(["an ", { name: "city", case: "dative" }]);
});

it("fills holes, in the form that a choice takes", () => {
  expect(
    filled("{seat, select, you {You pay} other {{seat} pays}} {n, plural, one {# coin} other {# coins}}.", { n: "1" }),
  ).toBe("You pay 1 coin.");
  expect(filled("{word, select, red {a temple} other {a tile}}")).toBe("a tile");
});

it("nests forms, where # is the number around it", () => {
  expect(
    filled("{n, plural, one {{seat, select, you {your # city} other {# city}}} other {# cities}}", { n: "1" }),
  ).toBe("your 1 city");
  expect(filled("# is {n}", { n: "1" })).toBe("# is 1");
  expect(filled("{word, select, red {} other {{n, plural, one {#} other {}}}} and {n}", { n: "1" })).toBe("1 and 1");
});
