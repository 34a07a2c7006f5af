import { fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { beforeEach, expect, it, vi } from "vitest";
import { ApiError } from "../../../api/client";
import type { Sandbox } from "../../../api/types";
import LearnPage from "../../../pages/LearnPage.svelte";
import four from "../board/fixtures/four.json";
// The page loads these on demand; imported here so that no test waits for them.
import "../../../../../src/kingdoms/games/middlesea/texts/en/refusal.json";
import "./SeaLesson.svelte";

const sandbox = vi.hoisted(() => vi.fn());
vi.mock("../../../api/client", async (original) => ({ ...(await original<object>()), sandbox }));

const REFUSED = { id: "refusal.pays_too_much", excess: 2, amount: 3 };

beforeEach(() => {
  sandbox.mockReset();
  sandbox.mockImplementation(async ({ why = null }: Sandbox) => {
    const refused = { legal: false, code: "pay_short", clause: "C-2", message: "The server's words.", said: REFUSED };
    return Promise.resolve({ view: four, ask: null, events: [], legal: [], why: why === "pay 2" ? refused : null });
  });
});

/** Click "Next" on a read-only step. */
async function goOn(): Promise<void> {
  await waitFor(() => expect((screen.getByRole("button", { name: "Next" }) as HTMLButtonElement).disabled).toBe(false));
  await fireEvent.click(screen.getByRole("button", { name: "Next" }));
}

it("lists its lessons and those that are done", async () => {
  localStorage.setItem("kingdoms.lessons", JSON.stringify({ done: ["table"], at: { building: 2 } }));
  render(LearnPage, {});
  const sea = within(await screen.findByRole("region", { name: "Kingdoms of the Middle Sea" }));
  expect(sea.getAllByRole("listitem")).toHaveLength(14);
  expect(sea.getByText("done")).toBeTruthy();
  expect(sea.getByRole("button", { name: "Continue with: A build phase" })).toBeTruthy();
});

it("says when there is no such lesson", async () => {
  render(LearnPage, { lesson: "chess" });
  expect((await screen.findByRole("alert")).textContent).toContain("no lesson with that name");
});

it("leads through a lesson: a refusal with its clause, then the right answer, and remembers the step", async () => {
  render(LearnPage, { lesson: "control" });
  await goOn();
  await fireEvent.click(await screen.findByRole("button", { name: "For both" }));
  expect(await screen.findByText(/You can pay for 2 at most here, not 3\./)).toBeTruthy();
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
  const retry = await screen.findByRole("button", { name: "Try again" });
  await fireEvent.click(retry);
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
});
