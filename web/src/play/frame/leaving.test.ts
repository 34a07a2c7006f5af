import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import { entryOf, eventOf, gameInfo, seatInfo } from "../../api/testing";
import type { Clock, GameInfo, Proposal } from "../../api/types";
import { clockWords, isLow, secondsLeft, timeLeft, waitsUntil } from "../seats/clock";
import Leaving from "../ending/Leaving.svelte";
import ProposalNote from "./ProposalNote.svelte";
import SeatClock from "../seats/SeatClock.svelte";
import { sections, takesBack, undone, type Chronicle } from "../log/log";

const TURN: Clock = { kind: "turn", seconds: 3 * 24 * 3600, increment: 0, then: "bot" };
const BUDGET: Clock = { kind: "budget", seconds: 600, increment: 5, then: "decided" };

const PROPOSAL: Proposal = {
  id: "p",
  kind: "end",
  by: "S",
  status: "open",
  agreed: ["S"],
  waits: ["N"],
  declined: null,
  to: null,
};

const posted: [string, unknown][] = [];
vi.stubGlobal("fetch", (url: string, request: RequestInit) => {
  posted.push([url, request.body ? JSON.parse(String(request.body)) : null]);
  return Promise.resolve(new Response(JSON.stringify(gameInfo()), { headers: { "Content-Type": "application/json" } }));
});
afterEach(() => {
  cleanup();
  posted.length = 0;
});

describe("time that is left", () => {
  it("runs for one seat, from when it was told", () => {
    const clocks = { left: { N: 60, S: 30 }, running: "N", waits: null };
    expect(secondsLeft(clocks, "N", 1000)).toBe(60);
    expect(secondsLeft(clocks, "N", 11_000)).toBe(50);
    expect(secondsLeft(clocks, "N", 99_000)).toBe(0);
    expect(secondsLeft(clocks, "S", 99_000)).toBe(30);
    expect(secondsLeft(clocks, "E", 0)).toBeNull();
  });

  it("waits for a player who has not come, and runs from then on", () => {
    const clocks = { left: { N: 60, S: 30 }, running: null, waits: { seat: "N", until: "1970-01-01T00:01:00Z" } };
    expect([
      secondsLeft(clocks, "N", 1000),
      secondsLeft(clocks, "N", 60_000),
      secondsLeft(clocks, "N", 70_000),
    ]).toEqual([60, 60, 50]);
    expect([waitsUntil(clocks, "S", 1000), waitsUntil(clocks, "N", 61_000)]).toEqual([null, null]);
    expect(waitsUntil(clocks, "N", 1000)).toContain("1970");
  });

  it("is told by days, hours, minutes and seconds", () => {
    expect([timeLeft(3 * 24 * 3600), timeLeft(47 * 3600), timeLeft(61)]).toEqual(["3d 0h", "47:00:00", "01:01"]);
    expect([clockWords(TURN), clockWords(BUDGET)]).toEqual([
      "3 days per turn",
      "10 minutes each, 5 seconds more per turn",
    ]);
  });

  it("warns of little", () => {
    expect([isLow(BUDGET, 61), isLow(BUDGET, 60), isLow(TURN, 3601), isLow(TURN, 3600)]).toEqual([
      false,
      true,
      false,
      true,
    ]);
    render(SeatClock, {
      info: gameInfo({ clock: BUDGET, clocks: { left: { N: 20, S: 600 }, running: "N", waits: null } }),
      seat: "N",
      label: "Time left",
    });
    expect(screen.getByRole("timer").textContent).toBe("00:20");
    expect(screen.getByRole("status").textContent).toContain("running out");
  });
});

describe("what is beside the game", () => {
  const entry = (number: number, undo: number | null, text: string) =>
    entryOf(number, { undo, events: [eventOf("x", { text })] });
  const chronicle = { headings: () => () => "", quiet: () => false, passes: () => true } as unknown as Chronicle;

  it("takes nothing back, and is told", () => {
    const entries = [entry(1, null, "moves"), entry(2, 1, "resigns"), entry(3, 0, "takes back")];
    expect(entries.map(takesBack)).toEqual([false, false, true]);
    expect([...undone(entries.slice(0, 2))]).toEqual([]);
    expect(
      sections(entries.slice(0, 2), chronicle, "all", [], ({ text = "" }) => text)[0]?.lines.map(
        (line) => line.event.text,
      ),
    ).toEqual(["moves", "resigns"]);
  });
});

describe("proposals", () => {
  const note = (more: Partial<GameInfo>) =>
    render(ProposalNote, { info: gameInfo(more), seatName: (name: string) => name });

  it("are answered", async () => {
    note({ proposal: PROPOSAL });
    expect(screen.getByRole("region").textContent).toContain("S proposes to end the game now.");
    await fireEvent.click(screen.getByRole("button", { name: "Decline" }));
    await waitFor(() => expect(posted).toEqual([["/api/games/x/proposals/p", { answer: "decline" }]]));
  });

  it("of one's own are withdrawn", async () => {
    note({ proposal: { ...PROPOSAL, by: "N", agreed: ["N"], waits: ["S"] } });
    expect(screen.getByRole("region").textContent).toContain("Waiting for S.");
    await fireEvent.click(screen.getByRole("button", { name: "Withdraw" }));
    await waitFor(() => expect(posted).toEqual([["/api/games/x/proposals/p", { answer: "withdraw" }]]));
  });

  it("come by themselves where nothing changes, and can be put away", async () => {
    note({ standstill: true });
    expect(screen.getByRole("region").textContent).toContain("Nothing changes any more.");
    await fireEvent.click(screen.getByRole("button", { name: "Not now" }));
    expect(screen.queryByRole("region")).toBeNull();
  });

  it("are no business of who has no seat, but can be seen", () => {
    note({ proposal: PROPOSAL, you: [], seats: [seatInfo({ seat: "N" }), seatInfo({ seat: "S" })] });
    expect(screen.getByRole("region").textContent).toContain("Waiting for N.");
    expect(screen.queryByRole("button", { name: "Agree" })).toBeNull();
  });
});

describe("leaving", () => {
  it("asks before somebody resigns", async () => {
    HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
      this.open = true;
    };
    render(Leaving, { info: gameInfo(), seatName: (name: string) => name, onclose: () => null });
    await fireEvent.click(screen.getByRole("button", { name: "Resign" }));
    expect(posted).toEqual([]);
    expect(screen.getByText(/can't be taken back/).textContent).toContain("The other player wins at once.");
    await fireEvent.click(screen.getByRole("button", { name: "Yes, resign" }));
    await waitFor(() => expect(posted.map(([url]) => url)).toEqual(["/api/games/x/seats/N/resign"]));
  });
});
