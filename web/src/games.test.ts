import { expect, describe, it } from "vitest";
import { courses, frontGames, partsOf, playParts } from "./games";
import { idsOf, lessonText, type Lesson } from "./learn/lesson";
import { inkOf, lookOf } from "./ui/signs";
import type { CatalogueGame } from "./api/types";

const all = await courses();
const every = all.flatMap((course) => course.lessons.map((lesson): [string, typeof course, Lesson] => [lesson.id, course, lesson]));
const STRANGE = { name: "strange", title: "Strange", secrets: true, seats: ["1", "2"], seat_names: { "1": "One", "2": "Two" }, bots: [] } as unknown as CatalogueGame;

describe("lessons", () => {
  it("are all there, each with words, under names of their own", () => {
    expect(all.length).toBeGreaterThan(1);
    for (const course of all) for (const id of idsOf(course)) for (const name of ["title", "about"]) expect(lessonText(course, id, name)).toBeTruthy();
    const ids = all.flatMap(idsOf);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(every)("%s has words for every step and every choice", (id, course, lesson) => {
    const wanted = ["title", "about"];
    lesson.steps.forEach((step, at) => {
      const name = at + 1;
      wanted.push(`${name}`);
      if (step.choices || step.find) wanted.push(`${name}.ask`);
      if (step.find) wanted.push(`${name}.found`, `${name}.missed`);
      step.choices?.forEach((choice, number) => {
        wanted.push(`${name}.choice.${number + 1}`);
        // The server words the answer to an illegal action; all other choices need an answer here.
        if (!choice.refused) wanted.push(`${name}.choice.${number + 1}.answer`);
      });
    });
    const words = Object.keys(course.words).filter((name) => name.startsWith(`${id}.`));
    expect(words).toEqual(wanted.map((name) => `${id}.${name}`));
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
