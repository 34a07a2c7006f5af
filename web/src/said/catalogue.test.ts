import { describe, expect, it } from "vitest";
import { Catalogue, type Namer } from "./catalogue";
import { listing, noted, sentence, fullSentence } from "./words";

type Table = Record<string, string>;

const ENTRIES = {
  event: {
    pays: "{seat, select, you {you pay} other {{seat} pays}} {n, plural, =0 {nothing} one {# coin} other {# coins}} for {goods}.",
    names: "{seat} names {place} and {other, select, you {you} other {{other}}}.",
    quotes: "{seat} says: {question}.",
  },
  question: { what: "what now" },
  name: { place: "{whose, select, own {your} its {its} other {{seat}'s}} hill" },
};
const KINDS = { seat: "seat", other: "seat", n: "number", goods: "good*", place: "place", question: "message" };
const NAMERS: Record<string, Namer<Table, { "name.place": { whose: string; seat: string } }>> = {
  seat: (_, seat: string) => ({ N: "North", S: "South" })[seat] ?? seat,
  good: ({ table }, good: string) => table?.[good] ?? good,
  place: (telling, seat: string) =>
    telling.tell("name.place", {
      whose: seat === telling.reader ? "own" : seat === telling.named ? "its" : "other",
      seat,
    }),
};
const catalogue = new Catalogue<Table, never>(KINDS, NAMERS as never, ENTRIES);
const pays = (n: number, ...goods: string[]) => ({ id: "event.pays", seat: "N", n, goods });

describe("a message", () => {
  it("is a sentence with a capital letter, in the form for its reader", () => {
    expect(catalogue.text(pays(1, "salt"))).toBe("North pays 1 coin for salt.");
    expect(catalogue.text(pays(1, "salt"), "S")).toBe("North pays 1 coin for salt.");
    expect(catalogue.text(pays(1, "salt"), "N")).toBe("You pay 1 coin for salt.");
  });

  it("chooses forms by number, and lists what there are several of", () => {
    expect(catalogue.text(pays(0, "salt", "wine"))).toBe("North pays nothing for salt and wine.");
    expect(catalogue.text(pays(2, "salt", "wine", "iron"))).toBe("North pays 2 coins for salt, wine and iron.");
  });

  it("names things by the table, by their reader, and by the seat just named", () => {
    expect(catalogue.text(pays(1, "salt"), null, { salt: "the salt in the north" })).toBe(
      "North pays 1 coin for the salt in the north.",
    );
    const names = { id: "event.names", seat: "N", place: "N", other: "S" };
    expect(catalogue.text(names)).toBe("North names its hill and South.");
    expect(catalogue.text(names, "N")).toBe("North names your hill and South.");
    expect(catalogue.text({ ...names, place: "S" }, "S")).toBe("North names your hill and you.");
    expect(catalogue.name("place", "S")).toBe("South's hill");
  });

  it("can hold another message, and is a phrase if it ends without a full stop", () => {
    expect(catalogue.text({ id: "event.quotes", seat: "N", question: { id: "question.what" } })).toBe(
      "North says: what now.",
    );
    expect(catalogue.text({ id: "question.what" })).toBe("what now");
  });

  it("is shown by its id if there is no sentence for it, until its part is loaded", () => {
    const later = new Catalogue<Table, never>(KINDS, NAMERS as never, ENTRIES);
    expect(later.text({ id: "refusal.late", goods: ["salt"] })).toBe("refusal.late");
    later.add("refusal", { late: "it is too late for {goods}" });
    expect(later.text({ id: "refusal.late", goods: ["salt"] })).toBe("it is too late for salt");
  });
});

it("things are named in the grammatical case of their hole, or in that of what they are part of", () => {
  const kinds = { seat: "seat", other: "seat", goods: "good*", place: "place" };
  const named =
    (id: string): Namer<Table, Record<string, object>> =>
    (telling, word: string) =>
      telling.tell(id, { word, seat: "Norden" });
  const namers = { seat: named("name.seat"), good: named("name.good"), place: named("name.place") };
  const german = new Catalogue<Table, never>(kinds, namers as never, {
    event: {
      gives: "{seat} gibt {other, dative} {goods, accusative}, und {other} dankt.",
      stands: "{seat} steht bei {place, dative}.",
    },
    name: {
      seat: "{case, select, dative {dem {word}} other {der {word}}}",
      good: "{case, select, accusative {den {word}} other {der {word}}}",
      place: "{case, select, dative {dem Hügel} other {der Hügel}} bei {seat}",
    },
  });
  const gift = { id: "event.gives", seat: "Norden", other: "Süden", goods: ["Wein", "Weizen"] };
  expect(german.text(gift)).toBe("Der Norden gibt dem Süden den Wein and den Weizen, und der Süden dankt.");
  const stands = { id: "event.stands", seat: "Süden", place: "hill" };
  expect(german.text(stands)).toBe("Der Süden steht bei dem Hügel bei dem Norden.");
  expect(german.name("place", "hill")).toBe("der Hügel bei der Norden");
});

it("words are joined, capitalised, ended and annotated", () => {
  expect([listing([]), listing([1]), listing([1, 2, 4])]).toEqual(["", "1", "1, 2 and 4"]);
  expect([sentence("it is so"), fullSentence("it is so"), fullSentence("is it so?")]).toEqual([
    "It is so",
    "It is so.",
    "Is it so?",
  ]);
  expect([sentence("¿qué?"), sentence("« où ? »"), sentence("„über“")]).toEqual(["¿Qué?", "« Où ? »", "„Über“"]);
  expect(noted("It stands at N.C.", ["N.C", "N.FL", "N.FL"])).toBe("It stands at N.C (N.FL).");
});
