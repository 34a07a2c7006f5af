import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { gameInfo } from "../../api/testing";
import type { Analysis, Said } from "../../api/types";
import type { Worded } from "../desk/speech";
import Study from "./Study.svelte";

const INFO = gameInfo({ company: false });
const STEP = { by: "N", action: "end", sentences: ["North ends."] };
const FOUND: Analysis = {
  number: 3,
  seat: null,
  chances: { N: 0.624, S: 0.376 },
  spread: 0.02,
  proven: false,
  visits: 500,
  seconds: 0.3,
  options: [
    {
      action: "end",
      words: "finish",
      said: null,
      visits: 400,
      prior: 0.5,
      chances: { N: 0.624, S: 0.376 },
      spread: 0.02,
      proven: false,
      line: [STEP, STEP],
      line_said: [[{ id: "event.end", seat: "N" }], [null]],
    },
  ],
  reason: "",
  why: null,
  said: null,
  than: null,
  gains: [],
  done: false,
  ended: null,
};
const sentenceOf = (message: Said | null | undefined, text = "") =>
  message ? `${String(message["seat"])}: ${String(message["id"])}.` : text;
const props = (more: object = {}) => ({
  id: "x",
  info: INFO,
  seats: ["N", "S"],
  number: 3,
  over: false,
  seatName: (seat: string) => (seat === "N" ? "North" : "South"),
  words: ({ words = "" }: Worded) => words,
  sentenceOf,
  ...more,
});

let lines: ReadableStreamDefaultController<Uint8Array>;
let requests: { path: string; signal: AbortSignal }[];
const tell = (line: object) => lines.enqueue(new TextEncoder().encode(`${JSON.stringify(line)}\n`));

beforeEach(() => {
  requests = [];
  vi.stubGlobal("fetch", (path: string, { signal }: { signal: AbortSignal }) => {
    requests.push({ path, signal });
    return Promise.resolve(new Response(new ReadableStream({ start: (controller) => void (lines = controller) })));
  });
});
afterEach(() => vi.unstubAllGlobals());

describe("chances and best choices", () => {
  it("grow while one looks, and say how sure they are", async () => {
    render(Study, props());
    await fireEvent.click(screen.getByRole("button", { name: "Chances: a quick look" }));
    await waitFor(() => expect(requests).toHaveLength(1));
    expect(requests[0]?.path).toBe("/api/games/x/analysis?number=3&strength=quick");
    tell(FOUND);
    expect(await screen.findByText("North 62%")).toBeTruthy();
    expect(screen.getByText("give or take 2%")).toBeTruthy();
    expect(screen.getByText("finish")).toBeTruthy();
    expect(screen.getByText(/N: event\.end\./)).toBeTruthy();
    expect(screen.getByText("Thinking… 500 ways tried so far")).toBeTruthy();
    tell({ ...FOUND, chances: { N: 1, S: 0 }, proven: true, spread: 0, visits: 900, done: true, ended: "done" });
    lines.close();
    expect(await screen.findByText("certain")).toBeTruthy();
    expect(await screen.findByText("900 ways tried")).toBeTruthy();
  });

  it("are no longer asked for when the game goes on", async () => {
    const { rerender } = render(Study, props());
    await fireEvent.click(screen.getByRole("button", { name: "Think longer" }));
    await waitFor(() => expect(requests).toHaveLength(1));
    tell(FOUND);
    await screen.findByText("North 62%");
    await rerender(props({ number: 4 }));
    expect(requests[0]?.signal.aborted).toBe(true);
    expect(await screen.findByText("From an earlier moment")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Stop" })).toBeNull();
  });

  it("are for nobody's eyes but the seat's whose knowledge they came from", async () => {
    const { rerender } = render(Study, props({ seat: "N" }));
    await fireEvent.click(screen.getByRole("button", { name: "Think longer" }));
    await waitFor(() => expect(requests).toHaveLength(1));
    expect(requests[0]?.path).toContain("seat=N");
    tell(FOUND);
    await screen.findByText("finish");
    await rerender(props({ seat: "S" }));
    expect(screen.queryByText("finish")).toBeNull();
    expect(screen.queryByText("North 62%")).toBeNull();
  });

  it("are not to be had where people play each other, unless they are allowed", async () => {
    const { rerender } = render(Study, props({ info: { ...INFO, company: true } }));
    expect(screen.getByText(/^Fair play/)).toBeTruthy();
    expect(screen.queryByRole("button")).toBeNull();
    await rerender(props({ info: { ...INFO, company: true, advice: true } }));
    expect(screen.getByText(/are allowed for everyone/)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Think longer" })).toBeTruthy();
  });

  it("tell what the server refuses", async () => {
    vi.stubGlobal("fetch", () =>
      Promise.resolve(
        new Response(
          JSON.stringify({ error: { code: "thought_enough", clause: null, message: "Ask again in 7 seconds." } }),
          { status: 429 },
        ),
      ),
    );
    render(Study, props());
    await fireEvent.click(screen.getByRole("button", { name: "Think longer" }));
    expect((await screen.findByRole("alert")).textContent).toContain("used up your thinking time for this minute");
  });
});
