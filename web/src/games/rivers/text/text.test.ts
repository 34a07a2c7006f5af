import { expect, it } from "vitest";
import type { Choice } from "../../../api/types";
import over from "../board/fixtures/over.json";
import revolt from "../board/fixtures/revolt.json";
import monuments from "../board/fixtures/monuments.json";
import wars from "../board/fixtures/wars.json";
import type { RiversFacts } from "../types";
import parts from "./parts";
import {
  buildingLines,
  conflictLine,
  forecastLine,
  kingdomLine,
  leadersLine,
  pointsLine,
  rowLines,
  scoreLines,
  tilesLine,
} from "./summary";

const tables = [over, revolt, monuments, wars] as unknown as RiversFacts[];
const [ended, revolting, built] = tables as [RiversFacts, RiversFacts, RiversFacts];

it("names every cell on which something lies or stands, once", () => {
  for (const facts of tables) {
    const rows = rowLines(facts).join("; ");
    const standing = facts.seats.flatMap((seat) =>
      Object.values(facts.dynasties[seat]?.leaders ?? {}).flatMap(({ cell }) => (cell ? [cell] : [])),
    );
    for (const cell of [...Object.keys(facts.cells), ...standing]) {
      expect(rows.match(new RegExp(`(^|[ ;:])${cell} `, "g")), cell).toHaveLength(1);
    }
    expect(rows).not.toMatch(/[{}]/);
  }
});

it("tells each kingdom with its leaders", () => {
  for (const facts of tables) {
    facts.kingdoms.forEach((kingdom, at) => {
      const line = kingdomLine(facts, kingdom, at + 1);
      expect(line).toMatch(/^Kingdom \d+: /);
      expect(line).not.toMatch(/[{}]/);
      for (const [seat] of kingdom.leaders) expect(line).toContain(facts.dynasties[seat]?.name);
    });
  }
});

it("tells hands, points, buildings and conflicts", () => {
  expect(tilesLine({ red: 2, blue: 0, green: 1, black: 0 })).toBe("2 temples and 1 market");
  expect(tilesLine({ red: 0, blue: 0, green: 0, black: 0 })).toBe("no tiles");
  expect(pointsLine({ red: 1, blue: 2, green: 3, black: 4 })).toBe("1 red, 2 blue, 3 green and 4 black");
  expect(buildingLines(built).length).toBe(Object.keys(built.monuments).length + (built.wonder ? 1 : 0));
  expect(conflictLine(revolting)).toMatch(/^Revolt: \w+ \d.* against \w+ \d/);
  expect(conflictLine(built)).toBeNull();
  expect(leadersLine(revolting, revolting.seats[0] ?? "")).not.toBe("");
});

it("tells the scores from the best", () => {
  const lines = scoreLines(ended);
  expect(lines).toHaveLength(ended.seats.length);
  expect(lines[0]).toContain(ended.dynasties[ended.outcome?.winners[0] ?? ""]?.name);
  expect(scoreLines(built)).toEqual([]);
});

it("says of a choice what its words do not", () => {
  const choice = (action: string, forecast: Choice["forecast"]): Choice => ({
    action,
    kind: action.split(" ")[0] ?? "",
    forecast,
  });
  expect(forecastLine(choice("leader black I5", { attack: 3, defence: 2, defence_most: 5 }))).toBe(
    "3 against 2, at most 5",
  );
  expect(forecastLine(choice("leader black I5", { attack: 3, defence: 2, defence_most: 2 }))).toBe("");
  expect(forecastLine(choice("commit 1", { attack: 3, defence: 4, result: "wins" }))).toBe("always wins");
  expect(
    forecastLine(
      choice("place red C5", {
        home: [
          ["A", "red"],
          ["B", "black"],
        ],
      }),
    ),
  ).toBe("Archer's priest has to go home and Bull's king has to go home");
  expect(forecastLine(choice("pass", {}))).toBe("");
});

it("has a name for each group of choices", () => {
  for (const colour of ["red", "blue", "green", "black"]) {
    const group = parts.groupOf({ action: `place ${colour} A1` } as Choice);
    expect(parts.idiom.groupName(group)).toMatch(/^Place a \w+$/);
  }
});
