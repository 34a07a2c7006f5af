import { fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { PathTable } from "../api/people";
import { ownStudy } from "../study/own.svelte";
import Ladder from "./people/Ladder.svelte";
import Today, { load } from "./Today.svelte";

const puzzle = {
  name: "chess-1",
  game: "chess",
  number: 1,
  rating: 1000,
  seats: ["N", "S"],
  seat: "N",
  theme: "fork",
  title: "A fork",
  difficulty: 2,
  steps: 1,
};
const step = (level: number, won: boolean) => ({
  game: "chess",
  seats: 3,
  level,
  title: `L${level}`,
  after: { id: "a", level: 2, title: "Learner", won, lost: 0 },
});
let answers: Record<string, unknown>;

beforeEach(() => {
  answers = {};
  vi.stubGlobal("fetch", (path: string) =>
    Promise.resolve(
      new Response(JSON.stringify(answers[path] ?? { error: {} }), { status: path in answers ? 200 : 404 }),
    ),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

it("loads what there is", async () => {
  expect(await load()).toEqual({ step: null, puzzle: null, date: "" });
  answers["/api/puzzles/today"] = { date: "2026-11-28", puzzle };
  expect(await load()).toEqual({ step: null, puzzle, date: "2026-11-28" });
  answers["/api/me/path"] = { tables: [], next: step(3, true) };
  expect(await load()).toEqual({ step: step(3, true), puzzle, date: "2026-11-28" });
});

it.each([
  [3, true, "You beat Learner at chess. The level above is next."],
  [1, false, "Learner was tough at chess. The level below makes more mistakes."],
  [2, false, "Another go at Learner, in chess?"],
  [2, true, "Another go at Learner, in chess?"],
])("shows the next step to level %s and the puzzle of the day", async (level, won, words) => {
  const play = vi.fn();
  render(Today, { step: step(level, won), puzzle, date: "2026-11-28", busy: false, play });
  expect(screen.getByText(words, { exact: false })).toBeTruthy();
  await fireEvent.click(screen.getByRole("button", { name: `Play L${level}` }));
  expect(play).toHaveBeenCalledWith("chess", `level:${level}`, 3);
  expect(screen.getByRole<HTMLAnchorElement>("link", { name: "Solve it" }).getAttribute("href")).toBe(
    "/puzzles/chess-1",
  );
});

it("says that the puzzle of the day is solved, and for how many days in a row", () => {
  ownStudy.noteDay("2026-11-27");
  ownStudy.noteDay("2026-11-28");
  render(Today, { step: null, puzzle, date: "2026-11-28", busy: false, play: vi.fn() });
  expect(screen.getByText("2 days in a row.")).toBeTruthy();
  expect(screen.getByText("Solved. The next one comes tomorrow.", { exact: false })).toBeTruthy();
  expect(screen.getByRole("link", { name: "See it again" })).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});

it("shows a ladder with its curve", () => {
  const table: PathTable = {
    game: "chess",
    seats: 2,
    games: 4,
    streak: 2,
    levels: [
      { level: 1, title: "Beginner", games: 3, wins: 2 },
      { level: 2, title: "Learner", games: 0, wins: 0 },
    ],
    fastest: { id: "abc", moves: 61, level: 1 },
    best: { id: "abd", score: [6, 7], level: 1 },
    rating: { points: 1040, spread: 200 },
    curve: [900, 1000, 950].map((points) => ({ at: "2026-11-28T00:00:00Z", points })),
  };
  const { container } = render(Ladder, { table });
  expect(screen.getAllByRole("listitem").map((item) => item.textContent?.trim().replaceAll(/\s+/g, " "))).toEqual([
    "★ Beginner: 2 of 3 won",
    "☆ Learner: not played",
    "2 victories in a row",
    "Fastest victory: 61 moves, against Beginner",
    "Best final score: 6, 7, against Beginner",
    "Strength against levels: 1040 points, give or take 200",
  ]);
  const links = screen.getAllByRole<HTMLAnchorElement>("link");
  expect(links.map((link) => link.getAttribute("href"))).toEqual(["/g/abc/review", "/g/abd/review"]);
  expect(screen.getByRole("img").getAttribute("aria-label")).toBe(
    "The strength after each game: from 900 to 950 points",
  );
  expect(container.querySelector("polyline")?.getAttribute("points")).toBe("0.0,48.0 120.0,0.0 240.0,24.0");
});
