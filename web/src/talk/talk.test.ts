import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { BACK, TOLD, type Heard } from "../api/feed.svelte";
import { gameInfo } from "../api/testing";
import type { GameInfo, Remark } from "../api/types";
import { talks } from "../play/desk/names";
import { dock } from "../ui/dock.svelte";
import TalkDock from "./TalkDock.svelte";

const info = gameInfo();
const remark = (number: number, more: Partial<Remark> = {}): Remark => ({
  number,
  at: "2026-01-01T12:00:00Z",
  room: "players",
  seat: "S",
  name: "Bob",
  you: false,
  muted: false,
  phrase: null,
  text: `line ${number}`,
  ...more,
});

let requests: [string, string, unknown][];
let page: { remarks: Remark[]; more: boolean; on: boolean; room: string };

const hear = (
  news: Omit<Extract<Heard, { remark: Remark }>, "id"> | Omit<Extract<Heard, { info: GameInfo }>, "id">,
  id = "x",
) => document.dispatchEvent(new CustomEvent(TOLD, { detail: { id, ...news } }));

beforeEach(() => {
  requests = [];
  page = {
    remarks: [remark(1), remark(2, { phrase: "good_luck", text: null })],
    more: false,
    on: true,
    room: "players",
  };
  localStorage.clear();
  vi.stubGlobal("fetch", (path: string, options: RequestInit) => {
    requests.push([options.method ?? "GET", path, options.body ? JSON.parse(options.body as string) : null]);
    const answer =
      options.method === "GET"
        ? page
        : options.method === "POST"
          ? remark(9, { you: true, seat: "N", name: "Ida", text: "mine" })
          : { on: false };
    return Promise.resolve(new Response(JSON.stringify(answer)));
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Open the panel of a table. */
async function open(): Promise<void> {
  render(TalkDock, { id: "x", info });
  await waitFor(() => expect(dock.unread).toBe(2));
  dock.open = true;
  await screen.findByText("line 1");
}

describe("talk", () => {
  it("counts what is new, and counts it no more once it was seen", async () => {
    render(TalkDock, { id: "x", info });
    await waitFor(() => expect(dock.label).toBe("Talk, 2 new messages"));
    hear({ remark: remark(3) });
    hear({ remark: remark(3) });
    hear({ remark: remark(4, { you: true }) });
    hear({ remark: remark(5, { muted: true, text: null }) });
    hear({ remark: remark(6) }, "another table");
    await waitFor(() => expect(dock.unread).toBe(3));
    expect(screen.getByText("Bob: line 3")).toBeTruthy();
    dock.open = true;
    await waitFor(() => expect(dock.label).toBe("Talk"));
    dock.open = false;
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(dock.unread).toBe(0);
  });

  it("shows lines as they are, and phrases in its own words", async () => {
    page.remarks.push(remark(3, { text: "<b>bold</b>" }));
    render(TalkDock, { id: "x", info });
    await waitFor(() => expect(dock.unread).toBe(3));
    dock.open = true;
    expect(await screen.findByText("<b>bold</b>")).toBeTruthy();
    expect(screen.getAllByText("Good luck!").length).toBe(2);
    expect(screen.getByText("Only the players read this.")).toBeTruthy();
  });

  it("says a line, or a phrase by one tap", async () => {
    await open();
    await fireEvent.input(screen.getByLabelText("Message"), { target: { value: "  mine " } });
    await fireEvent.click(screen.getByRole("button", { name: "Send" }));
    await screen.findByText("mine");
    expect(requests).toContainEqual(["POST", "/api/games/x/talk", { text: "mine" }]);
    await new Promise((resolve) => setTimeout(resolve));
    await fireEvent.click(screen.getByRole("button", { name: "Thank you!" }));
    await waitFor(() => expect(requests).toContainEqual(["POST", "/api/games/x/talk", { phrase: "thanks" }]));
  });

  it("mutes, reports and is switched off", async () => {
    await open();
    await fireEvent.click(screen.getAllByRole("button", { name: "About the message of Bob" })[0] as HTMLElement);
    await fireEvent.click(screen.getByRole("button", { name: "Report" }));
    await screen.findByText("Reported. You'll be told when this server's operator has looked at it.");
    await fireEvent.click(screen.getAllByRole("button", { name: "About the message of Bob" })[0] as HTMLElement);
    await fireEvent.click(screen.getByRole("button", { name: "Mute Bob" }));
    await waitFor(() => expect(requests).toContainEqual(["PUT", "/api/games/x/talk/1/mute", { muted: true }]));
    await waitFor(() => expect(screen.queryByRole("button", { name: "Mute Bob" })).toBeNull());
    await fireEvent.click(screen.getAllByRole("button", { name: "About the message of Bob" })[0] as HTMLElement);
    await fireEvent.click(screen.getAllByRole("button", { name: "Block Bob" })[0] as HTMLElement);
    await waitFor(() => expect(requests).toContainEqual(["POST", "/api/games/x/talk/1/block", {}]));
    await screen.findByText("Blocked, at all tables. The page “You” lists the people you have blocked.");
    await fireEvent.click(screen.getByRole("button", { name: "Block S", hidden: true }));
    await waitFor(() => expect(requests).toContainEqual(["POST", "/api/games/x/seats/S/block", {}]));
    await fireEvent.click(screen.getByRole("button", { name: "Switch talk off" }));
    await screen.findByText("The host has switched talk off at this table.");
    expect(screen.queryByLabelText("Message")).toBeNull();
  });

  it("fetches what it has missed when the connection is back", async () => {
    await open();
    page = { ...page, remarks: [remark(7)] };
    document.dispatchEvent(new CustomEvent(BACK));
    await screen.findByText("line 7");
    expect(requests.at(-1)).toEqual(["GET", "/api/games/x/talk?after=2", null]);
    expect(screen.getByText("line 1")).toBeTruthy();
  });

  it("is not there for whoever plays alone", () => {
    const bot = { seat: "S", you: false, kind: "bot" };
    expect(talks(info)).toBe(true);
    expect(talks({ ...info, seats: [info.seats[0], bot] } as unknown as GameInfo)).toBe(false);
    expect(talks({ ...info, you: [], seats: [bot, bot] } as unknown as GameInfo)).toBe(true);
  });
});
