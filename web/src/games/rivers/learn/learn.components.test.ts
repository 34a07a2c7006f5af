import { fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { beforeEach, expect, it, vi } from "vitest";
import type { Sandbox } from "../../../api/types";
import LearnPage from "../../../pages/LearnPage.svelte";
import revolt from "../board/fixtures/revolt.json";
// The page loads this on demand; importing it here avoids waiting in the tests.
import "./RiversLesson.svelte";

const sandbox = vi.hoisted(() => vi.fn());
vi.mock("../../../api/client", async (original) => ({ ...(await original<object>()), sandbox }));

beforeEach(() => {
  sandbox.mockReset();
  sandbox.mockImplementation(async ({ why = null }: Sandbox) => {
    const message = { id: "refusal.leader_needs_temple", place: "G4" };
    const refused = {
      legal: false,
      code: "leader_needs_temple",
      clause: "D-4",
      message: "there is no temple next to G4",
      said: message,
    };
    return Promise.resolve({
      view: revolt,
      ask: null,
      events: [],
      legal: [],
      why: why === "leader black G4" ? refused : null,
    });
  });
});

/** Leave a step that only shows something. */
async function goOn(): Promise<void> {
  await waitFor(() => expect((screen.getByRole("button", { name: "Next" }) as HTMLButtonElement).disabled).toBe(false));
  await fireEvent.click(screen.getByRole("button", { name: "Next" }));
}

it("lists its lessons", async () => {
  render(LearnPage, {});
  const rivers = within(await screen.findByRole("region", { name: "Two Rivers" }));
  expect(rivers.getAllByRole("listitem")).toHaveLength(14);
  expect(rivers.getByRole("button", { name: "Start" })).toBeTruthy();
});

it("leads through a lesson on its map, with its clauses, by pointing at a cell", async () => {
  render(LearnPage, { lesson: "rivers-revolt" });
  await goOn();
  expect(sandbox).toHaveBeenLastCalledWith(expect.objectContaining({ seat: "P" }));
  await fireEvent.click(await screen.findByRole("button", { name: "On G4" }));
  expect(await screen.findByText(/There is no temple next to this place\./)).toBeTruthy();
  expect(screen.getAllByRole("link", { name: "D-4" }).pop()?.getAttribute("href")).toBe("/rules/rivers#D-4");
  const map = within(screen.getByRole("group", { name: "Map" }));
  await fireEvent.click(map.getByRole("button", { name: /^G6/ }));
  expect(await screen.findByText(/Only the temple on F6/)).toBeTruthy();
});
