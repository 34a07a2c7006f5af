import { describe, expect, it } from "vitest";
import { parts } from "../rules/clauses";
import { lessons as words } from "../texts/en/lessons";
import { GUIDED, lessonAfter, LESSONS, ORDER } from "./lesson";

describe("lessons", () => {
  it("are all there, in order, each with words", () => {
    expect(LESSONS.map((lesson) => lesson.id)).toEqual([...ORDER]);
    expect(Object.keys(words).sort()).toEqual([...ORDER].sort());
  });

  it("lead from one to the next and then to the guided round", () => {
    expect(lessonAfter("table")).toBe("building");
    expect(lessonAfter("winning")).toBe(GUIDED);
  });

  it.each(LESSONS.map((lesson) => lesson.id))("%s has words for every step and every choice", (id) => {
    const lesson = LESSONS.find((one) => one.id === id);
    const told = words[id];
    expect(told?.steps.length).toBe(lesson?.steps.length);
    lesson?.steps.forEach((step, at) => {
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

  it("name only clauses that there are", () => {
    const named = JSON.stringify(words);
    const ids = parts(named).flatMap((part) => (part.kind === "clause" ? [part.id] : []));
    expect(ids.length).toBeGreaterThan(50);
    expect(ids.every((id) => /^(S|L|Y|K|U|V|R|C|D|P|B[ERPX]?|F[KAMT]?|M|Z|AMB)-\d+$/.test(id))).toBe(true);
  });
});
