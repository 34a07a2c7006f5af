import { expect, describe, it } from "vitest";
import { catalogueGame } from "./api/testing";
import { courses, frontGames, partsOf, playParts } from "./games";
import { idsOf, lessonAfter, lessonText, type Lesson } from "./learn/lesson";
import { splitText } from "./rules/clauses";
import type { Moves } from "./play/motion/moves";
import type { Catalogue, Part } from "./said/catalogue";
import { differing, type Samples } from "./said/testing";
import type { Texts } from "./texts";
import { doubled, empty } from "./texts/testing";
import { inkOf, lookOf } from "./ui/signs";

const all = await courses();
const every = all.flatMap((course) =>
  course.lessons.map((lesson): [string, typeof course, Lesson] => [lesson.id, course, lesson]),
);
const lessonFiles = Object.keys(import.meta.glob("./games/*/learn/lessons/*.json"));
const clauses = import.meta.glob<Record<string, string>>("../../src/kingdoms/games/*/texts/en/rule.json", {
  eager: true,
  import: "default",
});
const ownTexts = import.meta.glob<Record<string, string>>("./games/*/texts/en/*.json", {
  eager: true,
  import: "default",
});
const shared = import.meta.glob<Record<string, string>>("./texts/en/*.json", { eager: true, import: "default" });
interface Spoken {
  SAID: Catalogue<unknown, never>;
  LATER: Record<string, () => Promise<{ default: Part }>>;
}
const catalogues = import.meta.glob<Spoken>("./games/*/said.ts", { eager: true });
const samples = import.meta.glob<Samples>("./games/*/said.json", { eager: true, import: "default" });

const moves = import.meta.glob<{ MOVES: Moves }>("./games/*/play/moves.ts", { eager: true });
/** The declarations of the kinds of events, as the games' Python has them. */
const declared = import.meta.glob<string>("../../src/kingdoms/games/*/words/events.py", {
  eager: true,
  query: "?raw",
  import: "default",
});

/** Return the texts of files by their part. */
const byPart = (files: Texts): Texts =>
  Object.fromEntries(Object.entries(files).map(([file, texts]) => [file.replace(/^.*\/|\.json$/g, ""), texts]));

const STRANGE = catalogueGame({ name: "strange", seats: ["1", "2"], seat_names: { "1": "One", "2": "Two" } });

describe("events", () => {
  it("of every kind have a way to be seen, in every game", () => {
    const kinds = Object.entries(declared).map(([path, code]) => [
      path.split("/")[5],
      [...code.matchAll(/^ {4}"(\w+)": EventKind\(/gm)].map(([, kind]) => kind).toSorted(),
    ]);
    const looks = Object.entries(moves).map(([path, { MOVES }]) => [
      path.split("/")[2],
      Object.keys(MOVES.looks).toSorted(),
    ]);
    expect(looks.length).toBeGreaterThan(1);
    expect(Object.fromEntries(looks)).toEqual(Object.fromEntries(kinds));
  });
});

describe("lessons", () => {
  it("are all there, each with words, under names of their own", () => {
    expect(all.length).toBeGreaterThan(1);
    for (const course of all)
      for (const id of idsOf(course))
        for (const name of ["title", "about"]) expect(lessonText(course, id, name)).toBeTruthy();
    const ids = all.flatMap(idsOf);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(all)("of $game lead from one to the next, then to the table", (course) => {
    expect(course.lessons).toHaveLength(
      lessonFiles.filter((file) => file.startsWith(`./games/${course.game}/`)).length,
    );
    const ids = idsOf(course);
    expect(ids.at(-1)).toBe(course.table);
    expect(ids.map((id) => lessonAfter(course, id))).toEqual([...ids.slice(1), null]);
  });

  it.each(all)("of $game name only clauses of its rules", ({ game, words }) => {
    const ids = splitText(JSON.stringify(words)).flatMap((part) => (part.kind === "clause" ? [part.id] : []));
    const clauseTexts = clauses[`../../src/kingdoms/games/${game}/texts/en/rule.json`] ?? {};
    expect(ids.length).toBeGreaterThan(50);
    expect(ids.filter((id) => !(id in clauseTexts))).toEqual([]);
  });

  it.each(every)("%s has words for every step and every choice", (id, course, lesson) => {
    const requiredTexts = ["title", "about"];
    lesson.steps.forEach((step, at) => {
      const name = at + 1;
      requiredTexts.push(`${name}`);
      if (step.choices || step.find) requiredTexts.push(`${name}.ask`);
      if (step.find) requiredTexts.push(`${name}.found`, `${name}.missed`);
      step.choices?.forEach((choice, number) => {
        requiredTexts.push(`${name}.choice.${number + 1}`);
        // The server words the answer to an illegal action; all other choices need an answer here.
        if (!choice.refused) requiredTexts.push(`${name}.choice.${number + 1}.answer`);
      });
    });
    const words = Object.keys(course.words).filter((name) => name.startsWith(`${id}.`));
    expect(words).toEqual(requiredTexts.map((name) => `${id}.${name}`));
  });
});

describe("games", () => {
  it("with a folder bring all their parts", async () => {
    for (const { game } of all) {
      const parts = partsOf(game);
      expect(parts?.title).toBeTruthy();
      expect(Object.keys(parts?.looks ?? {}).length).toBeGreaterThan(1);
      expect(await parts?.review()).toHaveProperty("default.Scene");
      expect(await parts?.text()).toHaveProperty("default.Words");
      expect(await parts?.rules()).toHaveProperty("default.pictures.length");
    }
    expect(all.map((course) => course.game)).toEqual(expect.arrayContaining(frontGames().map(({ game }) => game)));
  });

  it.each(all)("of the folder $game have no empty texts, and none under the key of another", ({ game }) => {
    const texts = Object.fromEntries(Object.entries(ownTexts).filter(([file]) => file.startsWith(`./games/${game}/`)));
    expect(Object.keys(texts).length).toBeGreaterThan(1);
    expect(empty(texts)).toEqual([]);
    expect(doubled(byPart(texts), byPart(shared))).toEqual([]);
  });

  it.each(all)("of the folder $game put messages into the same words as the server", async ({ game }) => {
    const { SAID, LATER } = catalogues[`./games/${game}/said.ts`] as Spoken;
    for (const [part, load] of Object.entries(LATER)) SAID.add(part, (await load()).default);
    expect(differing(SAID, samples[`./games/${game}/said.json`] as Samples)).toEqual([]);
  });

  it("have signs and inks; seats of a game without a folder are told apart by place", () => {
    const game = frontGames()[0]?.game ?? "";
    const seat = Object.keys(partsOf(game)?.looks ?? {})[0] ?? "";
    expect(inkOf(game, seat, 0)).toMatch(/^light-dark\(#\w{6}, #\w{6}\)$/);
    expect(lookOf("strange", "1")).toBeNull();
    expect([0, 1, 6].map((place) => inkOf("strange", "1", place))).toEqual([
      "var(--seat-1)",
      "var(--seat-2)",
      "var(--seat-1)",
    ]);
  });

  it("without a folder are reviewed and told in words", async () => {
    expect(partsOf("strange")).toBeNull();
    const { default: review } = await playParts(STRANGE).review();
    expect(review.seatName(null, "2")).toBe("Two");
    const { default: text } = await playParts(STRANGE).text();
    expect(text.ending).toBeNull();
  });
});
