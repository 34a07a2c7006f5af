import { fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { beforeEach, expect, it, vi } from "vitest";
import { ApiError } from "../api/client";
import type { Sandbox } from "../api/types";
import four from "../games/middlesea/board/fixtures/four.json";
import revolt from "../games/rivers/board/fixtures/revolt.json";
// Loaded by the page when they are needed; here beforehand, so that no test has to wait for them.
import "../games/rivers/learn/RiversLesson.svelte";
import LearnPage from "../pages/LearnPage.svelte";
import "../games/middlesea/learn/SeaLesson.svelte";

const sandbox = vi.hoisted(() => vi.fn());
vi.mock("../api/client", async (original) => ({ ...(await original<object>()), sandbox }));

beforeEach(() => {
  sandbox.mockReset();
  sandbox.mockImplementation(async ({ position, actions = [] }: Sandbox) => {
    if (actions.includes("pay 2")) throw new ApiError(422, "pay_short", "C-2", "there is too little gold");
    if (actions.includes("leader black G4")) throw new ApiError(422, "leader_needs_temple", "D-4", "there is no temple next to G4");
    const { game } = position as { game: string };
    return Promise.resolve({ view: game === "rivers" ? revolt : four, ask: null, events: [], legal: [] });
  });
});

/** Go on from a step that is to be looked at. */
async function goOn(): Promise<void> {
  await waitFor(() => expect((screen.getByRole("button", { name: "Next" }) as HTMLButtonElement).disabled).toBe(false));
  await fireEvent.click(screen.getByRole("button", { name: "Next" }));
}

it("lists the lessons of both games and those that are done", async () => {
  localStorage.setItem("kingdoms.lessons", JSON.stringify({ done: ["table"], at: { building: 2 } }));
  render(LearnPage, {});
  const sea = within(await screen.findByRole("region", { name: "Kingdoms of the Middle Sea" }));
  expect(sea.getAllByRole("listitem")).toHaveLength(14);
  expect(sea.getByText("done")).toBeTruthy();
  expect(sea.getByRole("button", { name: "Go on with: A build phase" })).toBeTruthy();
  const rivers = within(screen.getByRole("region", { name: "Two Rivers" }));
  expect(rivers.getAllByRole("listitem")).toHaveLength(11);
  expect(rivers.getByRole("button", { name: "Begin" })).toBeTruthy();
});

it("says when there is no such lesson", async () => {
  render(LearnPage, { lesson: "chess" });
  expect((await screen.findByRole("alert")).textContent).toContain("no lesson of that name");
});

it("leads through a lesson of Two Rivers: on its map, with its clauses, by pointing at a cell", async () => {
  render(LearnPage, { lesson: "rivers-revolt" });
  await goOn();
  expect(sandbox).toHaveBeenLastCalledWith(expect.objectContaining({ seat: "P" }));
  await fireEvent.click(await screen.findByRole("button", { name: "On G4" }));
  expect(await screen.findByText(/There is no temple next to G4\./)).toBeTruthy();
  expect(screen.getAllByRole("link", { name: "D-4" }).pop()?.getAttribute("href")).toBe("/rules/rivers#D-4");
  const map = within(screen.getByRole("group", { name: "Map" }));
  await fireEvent.click(map.getByRole("button", { name: /^G6/ }));
  expect(await screen.findByText(/Only the temple on F6/)).toBeTruthy();
});

it("leads through a lesson: a refusal with its clause, then the right answer, and remembers the step", async () => {
  render(LearnPage, { lesson: "control" });
  await goOn();
  await fireEvent.click(await screen.findByRole("button", { name: "For both" }));
  expect(await screen.findByText(/There is too little gold\./)).toBeTruthy();
  const link = screen.getAllByRole("link", { name: "C-2" }).pop();
  expect(link?.getAttribute("href")).toBe("/rules/middlesea#C-2");
  const next = screen.getByRole("button", { name: "Next" }) as HTMLButtonElement;
  expect(next.disabled).toBe(true);
  await fireEvent.click(screen.getByRole("button", { name: "For one" }));
  await waitFor(() => expect(next.disabled).toBe(false));
  expect(localStorage.getItem("kingdoms.lessons")).toContain('"control":1');
});

it("says when the lesson cannot go on, and tries again", async () => {
  sandbox.mockRejectedValueOnce(new ApiError(500, "http_500", null, "broken"));
  render(LearnPage, { lesson: "king" });
  const again = await screen.findByRole("button", { name: "Try again" });
  await fireEvent.click(again);
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
});
