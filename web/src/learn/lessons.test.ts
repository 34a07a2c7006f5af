import { describe, expect, it } from "vitest";
import { courses } from "../games";
import { parts } from "../rules/clauses";
import { idsOf, lessonAfter, seatAt, textsOf, type Lesson } from "./lesson";

const [sea, rivers] = await courses();
if (!sea || !rivers) throw new Error("there are two games with lessons");
/** What ids of clauses begin with. */
const CHAPTERS: Record<string, RegExp> = {
  middlesea: /^(S|L|Y|K|U|V|R|C|D|P|B[ERPX]?|F[KAMT]?|M|Z|AMB)-\d+$/,
  rivers: /^[A-J]-\d+$/,
};
const every = [sea, rivers].flatMap((course) => course.lessons.map((lesson): [string, typeof course, Lesson] => [lesson.id, course, lesson]));

describe("lessons", () => {
  it("are all there, each with words", () => {
    expect(sea.lessons).toHaveLength(13);
    expect(rivers.lessons).toHaveLength(11);
    for (const { lessons, words } of [sea, rivers]) expect(Object.keys(words).sort()).toEqual(lessons.map((one) => one.id).sort());
    expect(new Set([sea, rivers].flatMap(idsOf)).size).toBe(25);
  });

  it("lead from one to the next, then to the guided round where there is one", () => {
    expect(lessonAfter(sea, "table")).toBe("building");
    expect(lessonAfter(sea, "winning")).toBe("first-round");
    expect(textsOf(sea, "first-round").title).toBe("Your first round");
    expect(lessonAfter(rivers, "rivers-revolt")).toBe("rivers-war");
    expect(lessonAfter(rivers, "rivers-wonder")).toBeNull();
  });

  it("are seen by one seat until a step says otherwise", () => {
    const revolt = rivers.lessons.find((one) => one.id === "rivers-revolt") as Lesson;
    expect(revolt.steps.map((_, at) => seatAt(revolt, at))).toEqual(["P", "P", "P", "B", "B", "A", "A"]);
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
        // The server answers to what is refused; all else is answered here.
        expect(Boolean(label?.answer), `${id} ${at} ${choice.action}`).toBe(!choice.refused);
      });
    });
  });

  it.each([sea, rivers])("of $game name only clauses that there are", ({ game, words }) => {
    const ids = parts(JSON.stringify(words)).flatMap((part) => (part.kind === "clause" ? [part.id] : []));
    expect(ids.length).toBeGreaterThan(50);
    expect(ids.filter((id) => !CHAPTERS[game]?.test(id))).toEqual([]);
  });
});
