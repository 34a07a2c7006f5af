import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, expect, it, vi } from "vitest";
import { catalogueGame } from "../../api/testing";
import NewGamePage from "./NewGamePage.svelte";

const bot = (level: number | null, rated: number[]) => ({
  name: level ? `level:${level}` : "greedy",
  title: `Bot ${level}`,
  about: "",
  level,
  rated,
});
const ANSWERS: Record<string, unknown> = {
  "GET /api/catalogue": {
    games: [
      catalogueGame({
        seats: ["N", "S", "E"],
        players: { "2": ["N", "S"], "3": ["N", "S", "E"] },
        bots: [bot(1, [3]), bot(2, []), bot(null, [])],
      }),
    ],
    rated_clock: { kind: "turn", seconds: 259_200, increment: 0, then: "bot" },
  },
  "GET /api/me": { name: "Ida" },
  "GET /api/me/passkeys": { passkeys: [{ id: "x", name: "Phone", created: "2026-01-01T12:00:00Z", used: null }] },
  "POST /api/games": { id: "x" },
};

afterEach(() => vi.unstubAllGlobals());

it("offers only levels with a rating where the game is rated, and says so", async () => {
  let posted: unknown = null;
  vi.stubGlobal("fetch", (path: string, request: RequestInit) => {
    if (request.method === "POST") posted = JSON.parse(String(request.body));
    return Promise.resolve(new Response(JSON.stringify(ANSWERS[`${request.method} ${path}`])));
  });
  render(NewGamePage);
  await fireEvent.change(await screen.findByLabelText("Who sits at South"), { target: { value: "open" } });
  const level = () => screen.getByLabelText<HTMLSelectElement>(/: East$/);
  const offered = () => [...level().options].map((option) => option.value);
  expect(offered()).toEqual(["level:1", "level:2", "greedy"]);
  expect(level().value).toBe("level:2");
  await waitFor(() => expect(screen.getByLabelText("Rated game")).toHaveProperty("disabled", false));
  await fireEvent.click(screen.getByLabelText("Rated game"));
  await waitFor(() => expect(level().value).toBe("level:1"));
  expect(offered()).toEqual(["level:1"]);
  expect(screen.getByText(/only levels whose strength has been measured/)).toBeTruthy();
  await fireEvent.click(screen.getByRole("button", { name: "Create the table" }));
  await waitFor(() =>
    expect(posted).toMatchObject({ rated: true, seats: [{ kind: "me" }, { kind: "open" }, { bot: "level:1" }] }),
  );
});

it("shows the clock of a rated table before it is made, and lets no clock decide a game of several", async () => {
  const posted: unknown[] = [];
  vi.stubGlobal("fetch", (path: string, request: RequestInit) => {
    if (request.method === "POST") posted.push(JSON.parse(String(request.body)));
    return Promise.resolve(new Response(JSON.stringify(ANSWERS[`${request.method} ${path}`])));
  });
  render(NewGamePage);
  await fireEvent.change(await screen.findByLabelText("Who sits at South"), { target: { value: "open" } });
  expect(screen.getByText("No time limit")).toBeTruthy();
  expect(screen.getByText("Timed")).toBeTruthy();
  await waitFor(() => expect(screen.getByLabelText("Rated game")).toHaveProperty("disabled", false));
  await fireEvent.click(screen.getByLabelText("Rated game"));
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>("spinbutton", { name: "Days per turn" }).value).toBe("3"),
  );
  expect([
    screen.queryByText("No time limit"),
    screen.queryByText("Timed"),
    screen.queryByText("The game is decided"),
  ]).toEqual([null, null, null]);
  await fireEvent.click(screen.getByRole("button", { name: "Create the table" }));
  await waitFor(() =>
    expect(posted).toMatchObject([
      { rated: true, minutes: null, clock: { kind: "turn", seconds: 259_200, then: "bot" } },
    ]),
  );
});
