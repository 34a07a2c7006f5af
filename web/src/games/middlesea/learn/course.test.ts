import { expect, it } from "vitest";
import { idsOf, lessonAfter, lessonText } from "../../../learn/lesson";
import { splitText } from "../../../rules/clauses";
import course from "./course";

it("leads from one lesson to the next, then to the table", () => {
  expect(course.lessons).toHaveLength(13);
  expect(idsOf(course)).toHaveLength(14);
  expect(lessonAfter(course, "table")).toBe("building");
  expect(lessonAfter(course, "winning")).toBe("first-round");
  expect(lessonText(course, "first-round", "title")).toBe("Your first round");
});

it("names only clauses that there are", () => {
  const ids = splitText(JSON.stringify(course.words)).flatMap((part) => (part.kind === "clause" ? [part.id] : []));
  expect(ids.length).toBeGreaterThan(50);
  expect(ids.filter((id) => !/^(S|L|Y|K|U|V|R|C|D|P|B[ERPX]?|F[KAMT]?|M|Z|AMB)-\d+$/.test(id))).toEqual([]);
});
