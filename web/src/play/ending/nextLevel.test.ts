import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { gameInfo, seatInfo } from "../../api/testing";
import { route } from "../../router.svelte";
import NextLevel from "./NextLevel.svelte";

const info = gameInfo({
  seats: [seatInfo({ seat: "N", you: true }), seatInfo({ seat: "S", kind: "bot", bot: "level:2" })],
});
const next = (level: number, title: string, won: boolean, id = info.id) => ({
  game: info.game,
  seats: 2,
  level,
  title,
  after: { id, level: 2, title: "Learner", won, lost: won ? 0 : 2 },
});
let paths: unknown[];
let posted: unknown;

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  posted = null;
  vi.stubGlobal("fetch", (path: string, request: RequestInit) => {
    if (path === "/api/me/path")
      return Promise.resolve(new Response(JSON.stringify({ tables: [], next: paths.shift() })));
    posted = JSON.parse(String(request.body));
    return Promise.resolve(new Response(JSON.stringify({ ...info, id: "next" }), { status: 201 }));
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

it.each([
  [true, 3, "Casual", "You beat Learner"],
  [false, 1, "Beginner", "Learner is tough today. The level below makes more mistakes."],
])("leads to the next level: won %s", async (won, level, title, heading) => {
  paths = [next(level, title, won)];
  render(NextLevel, { info });
  const button = await screen.findByRole("button", { name: `Try ${title}` });
  expect(screen.getByRole("heading").textContent).toContain(heading);
  await fireEvent.click(button);
  await waitFor(() => expect(route.path).toBe("/g/next"));
  expect(posted).toMatchObject({ seats: [{ kind: "me" }, { kind: "bot", bot: `level:${level}` }] });
});

it("waits until the result is stored", async () => {
  paths = [null, next(3, "Casual", true, "an earlier game"), next(3, "Casual", true)];
  render(NextLevel, { info });
  await vi.advanceTimersByTimeAsync(1500);
  expect(screen.queryByRole("button")).toBeNull();
  await vi.advanceTimersByTimeAsync(1000);
  expect(screen.getByRole("button", { name: "Try Casual" })).toBeTruthy();
});

it("says nothing when the same level comes next, or the game counts for no level", async () => {
  paths = [next(2, "Learner", false)];
  render(NextLevel, { info });
  await vi.advanceTimersByTimeAsync(5000);
  expect(screen.queryByRole("heading")).toBeNull();
  paths = [null, null, null, next(3, "Casual", true)];
  render(NextLevel, { info });
  await vi.advanceTimersByTimeAsync(9000);
  expect(screen.queryByRole("heading")).toBeNull();
  expect(paths).toHaveLength(1);
});
