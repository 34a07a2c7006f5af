import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { catalogueGame, gameInfo, seatInfo } from "../../api/testing";
import { route } from "../../router.svelte";
import { keep, keptFor } from "../coach/coach";
import NextSteps from "./NextSteps.svelte";

const bot = (level: number) => ({ name: `level:${level}`, title: "", about: "", level, rated: [] });
const game = catalogueGame({ bots: [bot(1), bot(2)] });
const info = gameInfo({
  game: "chess",
  rulings: { short: true },
  seats: [seatInfo({ seat: "N", you: true }), seatInfo({ seat: "S", kind: "bot", bot: "level:1" })],
});
let posted: unknown;

beforeEach(() => {
  vi.stubGlobal("fetch", (_: string, request: RequestInit) => {
    posted = JSON.parse(String(request.body));
    return Promise.resolve(new Response(JSON.stringify({ ...info, id: "next" }), { status: 201 }));
  });
  keep("chess", { on: true, table: info.id, taught: {}, next: "one" });
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

it.each([
  [true, "Short game against level 2", "level:2", { short: true }],
  [true, "Play the full game", "level:1", {}],
  [false, "Play the short game again", "level:1", { short: true }],
])("leads on after a first game: won %s, %s", async (won, label, opponent, rulings) => {
  render(NextSteps, { game, info, won, lesson: "one" });
  expect(screen.getByRole<HTMLAnchorElement>("link", { name: "A lesson: 2 minutes" }).getAttribute("href")).toBe(
    "/learn/one",
  );
  await fireEvent.click(screen.getByRole("button", { name: label }));
  await waitFor(() => expect(route.path).toBe("/g/next"));
  expect(posted).toMatchObject({
    game: "chess",
    rulings,
    seats: [
      { seat: "N", kind: "me" },
      { seat: "S", bot: opponent },
    ],
  });
  expect(keptFor("chess")?.table).toBe("next");
});
