import { expect, describe, it } from "vitest";
import { courses, frontGames, partsOf, playParts } from "./games";
import { idsOf, type Lesson } from "./learn/lesson";
import { inkOf, lookOf } from "./ui/signs";
import type { CatalogueGame } from "./api/types";

const all = await courses();
const every = all.flatMap((course) => course.lessons.map((lesson): [string, typeof course, Lesson] => [lesson.id, course, lesson]));
const STRANGE = { name: "strange", title: "Strange", secrets: true, seats: ["1", "2"], seat_names: { "1": "One", "2": "Two" }, bots: [] } as unknown as CatalogueGame;

describe("lessons", () => {
  it("are all there, each with words, under names of their own", () => {
    expect(all.length).toBeGreaterThan(1);
    for (const course of all) expect(Object.keys(course.words).sort()).toEqual([...idsOf(course)].sort());
    const ids = all.flatMap(idsOf);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(every)("%s has words for every step and every choice", (id, course, lesson) => {
    const told = course.words[id];
    expect(told?.steps.length).toBe(lesson.steps.length);
    lesson.steps.forEach((step, at) => {
      const said = told?.steps[at];
      expect(said?.text).toBeTruthy();
      expect(said?.choices?.length).toBe(step.choices?.length);
      expect(Boolean(said?.ask)).toBe(Boolean(step.choices || step.find));
      expect(Boolean(said?.found && said.missed)).toBe(Boolean(step.find));
      step.choices?.forEach((choice, number) => {
        const label = said?.choices?.[number];
        expect(label?.label, `${id} ${at} ${choice.action}`).toBeTruthy();
        // The server words the answer to an illegal action; all other choices need an answer here.
        expect(Boolean(label?.answer), `${id} ${at} ${choice.action}`).toBe(!choice.refused);
      });
    });
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

  it("have signs and inks; seats of a game without a folder are told apart by place", () => {
    const game = frontGames()[0]?.game ?? "";
    const seat = Object.keys(partsOf(game)?.looks ?? {})[0] ?? "";
    expect(inkOf(game, seat, 0)).toMatch(/^light-dark\(#\w{6}, #\w{6}\)$/);
    expect(lookOf("strange", "1")).toBeNull();
    expect([0, 1, 6].map((place) => inkOf("strange", "1", place))).toEqual(["var(--seat-1)", "var(--seat-2)", "var(--seat-1)"]);
  });

  it("without a folder are reviewed and told in words", async () => {
    expect(partsOf("strange")).toBeNull();
    const { default: review } = await playParts(STRANGE).review();
    expect(review.seatName(null, "2")).toBe("Two");
    const { default: text } = await playParts(STRANGE).text();
    expect(text.ending).toBeNull();
  });
});
