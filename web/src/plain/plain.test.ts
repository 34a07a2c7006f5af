import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { catalogueGame, entryOf, FakeSocket, gameInfo, seatInfo } from "../api/testing";
import type { Ask, PlainFacts } from "../api/types";
import { settings } from "../settings.svelte";
import { heading, idiomOf, whereOf } from "./idiom";
import PlainBoard from "./PlainBoard.svelte";
import PlainTable from "./PlainTable.svelte";
import PlainWords from "./PlainWords.svelte";
import { reviewOf } from "./review";

const GAME = catalogueGame({
  name: "dice",
  title: "Dice",
  secrets: true,
  seats: ["1", "2"],
  seat_names: { "1": "One", "2": "Two" },
});

const FACTS: PlainFacts = {
  game: "dice",
  seat: "1",
  seats: ["1", "2"],
  round: 2,
  phase: "bidding_on",
  decision: "bid",
  to_move: "1",
  question: "One: bid, or doubt the last bid.",
  asked: null,
  scores: { "1": 5 },
  words: "dice: 2, 5, 5\nlast bid: none",
  picture: null,
  picture_dark: null,
  outcome: null,
};
const SEATS = GAME.seats.map((seat) => seatInfo({ seat, name: seat === "1" ? "Ida" : "Otto", you: true }));
const INFO = gameInfo({ id: "g", game: "dice", you: ["1", "2"], seats: SEATS });
const ASK: Ask = {
  seat: "1",
  decision: "bid",
  question: FACTS.question,
  undo: false,
  choices: [
    { action: "bid 1 2", kind: "bid", words: "bid one two", forecast: {} },
    { action: "bid 1 3", kind: "bid", words: "bid one three", forecast: {} },
  ],
};

let requests: [string, unknown][];

beforeEach(() => {
  requests = [];
  settings.speed = 0;
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("fetch", (path: string, request: RequestInit) => {
    requests.push([path, request.body ? JSON.parse(String(request.body)) : null]);
    const answer = path.includes("/preview") ? { view: FACTS, events: [], known: true, ask: null } : { number: 4 };
    return Promise.resolve(new Response(JSON.stringify(answer), { status: 200 }));
  });
});
afterEach(() => vi.unstubAllGlobals());

/** Render the table for a seat. */
async function sit(facts: PlainFacts, ask: Ask | null, info = INFO): Promise<ReturnType<typeof vi.fn>> {
  const onsit = vi.fn();
  render(PlainTable, { id: "g", game: GAME, seat: "1", passed: false, onsit });
  FakeSocket.last.says({ type: "hello", number: 3, info, view: facts, ask, question: facts.question, missed: [] });
  await tick();
  return onsit;
}

describe("the table in words", () => {
  it("says where the game stands and what lies on the table, and takes a choice from the list", async () => {
    await sit(FACTS, ASK);
    expect(await screen.findByText("Round 2, bidding on")).toBeTruthy();
    expect(screen.getByRole("region", { name: "The table in words" }).textContent).toBe(FACTS.words);
    expect(screen.getByText("score 5")).toBeTruthy();
    expect(screen.queryByRole("img", { name: /drawn/ })).toBeNull();
    await fireEvent.click(screen.getByRole("button", { name: "Bid one three" }));
    await fireEvent.click(await screen.findByRole("button", { name: "Confirm" }));
    await waitFor(() => expect(requests.map(([path]) => path)).toContain("/api/games/g/actions"));
    expect(requests.find(([path]) => path === "/api/games/g/actions")?.[1]).toMatchObject({
      base: 3,
      action: "bid 1 3",
    });
  });

  it("hides everything while the screen goes to the seat that is asked", async () => {
    const onsit = await sit({ ...FACTS, to_move: "2" }, null);
    expect(await screen.findByRole("heading", { name: "Pass the screen to Two (Otto)" })).toBeTruthy();
    expect(screen.queryByText(/dice: 2/)).toBeNull();
    await fireEvent.click(screen.getByRole("button", { name: /I am Two/ }));
    expect(onsit).toHaveBeenCalledWith("2");
  });

  it("hides what is secret when it is put away, and shows it again", async () => {
    await sit(FACTS, ASK);
    await fireEvent.click(await screen.findByRole("button", { name: "Pass the screen" }));
    expect(screen.queryByText(/dice: 2/)).toBeNull();
    await fireEvent.click(await screen.findByRole("button", { name: /I am One/ }));
    expect(screen.getByText(/dice: 2/)).toBeTruthy();
  });

  it("says how it ended", async () => {
    const outcome = { reason: "last_dice", winners: ["2"], loser: null, scores: { "1": 0, "2": [3, 1] } };
    await sit({ ...FACTS, decision: null, to_move: null, outcome }, null, {
      ...INFO,
      ending: { text: "Last dice.", said: null },
    });
    expect(await screen.findByText("Last dice.")).toBeTruthy();
    const rows = screen
      .getAllByRole("row")
      .slice(1)
      .map((row) => [...row.children].map((cell) => cell.textContent?.trim()));
    expect(rows).toEqual([
      ["2 Two won", "Otto", "3, 1"],
      ["1 One", "Ida", "0"],
    ]);
  });
});

describe("a drawing", () => {
  const drawing = {
    ...FACTS,
    picture: "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
    picture_dark: "<svg id='dark'/>",
  };

  it("is a picture in which nothing can act, by day and by night", async () => {
    settings.theme = "light";
    const { container } = render(PlainBoard, { facts: drawing });
    const source = () => decodeURIComponent(screen.getByRole("img").getAttribute("src") ?? "");
    expect(source()).toBe(`data:image/svg+xml,${drawing.picture}`);
    expect(container.querySelector("script")).toBeNull();
    settings.theme = "dark";
    await tick();
    expect(source()).toBe("data:image/svg+xml,<svg id='dark'/>");
    settings.theme = "auto";
  });

  it("leaves the words their columns", () => {
    render(PlainBoard, { facts: { ...FACTS, words: "A   B\n1   2" } });
    expect(screen.getByRole("region").classList.contains("columns")).toBe(true);
  });
});

describe("in words", () => {
  it("every line is one", () => {
    const { container } = render(PlainWords, { facts: FACTS });
    expect([...container.querySelectorAll("p")].map((line) => line.textContent)).toEqual([
      "dice: 2, 5, 5",
      "last bid: none",
    ]);
  });

  it("names are as the server has them", () => {
    const idiom = idiomOf(GAME);
    expect([idiom.seatName(FACTS, "2"), idiom.seatName(null, "3")]).toEqual(["Two", "3"]);
    expect(heading("take_back")).toBe("Take back");
    expect(whereOf({ ...FACTS, round: null })).toBe("Bidding on");
    expect(whereOf({ ...FACTS, round: null, phase: "" })).toBe("");
  });

  it("a game without rounds is reviewed as one part", () => {
    const entry = (number: number, round: number | null) => entryOf(number, { action: "bid", round });
    const review = reviewOf(GAME);
    expect(review.log([entry(1, null), entry(2, null)]).map((part) => part.round)).toEqual([0]);
    expect(review.starts([entry(1, null)])).toEqual([]);
    expect(review.log([entry(1, 1), entry(2, 2), entry(3, 2)]).map((part) => part.round)).toEqual([0, 1, 2]);
  });
});
