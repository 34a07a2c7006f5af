import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { catalogueGame, FakeSocket, gameInfo, seatInfo } from "../api/testing";
import { navigate, route } from "../router.svelte";
import { keptFor } from "../play/coach/coach";
import Notices from "../ui/Notices.svelte";
import { notices, notify } from "../notices.svelte";
import ClaimPage from "./people/ClaimPage.svelte";
import GamePage from "./GamePage.svelte";
import NewGamePage from "./setup/NewGamePage.svelte";
import StartPage from "./StartPage.svelte";
import WaitingPage from "./setup/WaitingPage.svelte";

const seats = [seatInfo({ seat: "N", name: "Ida", you: true }), seatInfo({ seat: "S", name: "", kind: "open" })];
const lobby = gameInfo({ status: "lobby", seats });
const DICE = catalogueGame({
  name: "dice",
  title: "Dice",
  introduction: "Bid on all dice.",
  players: { "2": ["N", "S"], "4": ["N", "E", "S", "W"] },
});
const CHESS = catalogueGame({
  rulings: [
    { name: "attack_port", about: "Which port", values: ["home", "any"], words: ["home", "any"], default: "home" },
  ],
  bots: [
    { name: "level:1", title: "Beginner", about: "Overlooks much.", level: 1, rated: [] },
    { name: "level:2", title: "Learner", about: "Often misses it.", level: 2, rated: [] },
    { name: "greedy", title: "Greedy", about: "", level: null, rated: [] },
  ],
});

let requests: [string, string, unknown][];
let answers: Record<string, [number, unknown]>;

beforeEach(() => {
  FakeSocket.all = [];
  requests = [];
  answers = {
    "GET /api/catalogue": [200, { games: [CHESS, DICE] }],
    "GET /api/me": [200, { name: null }],
    "GET /api/games": [200, { games: [] }],
    "POST /api/games": [201, lobby],
  };
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("fetch", (path: string, request: RequestInit) => {
    const name = `${request.method} ${path.split("?")[0]}`;
    requests.push([String(request.method), path, request.body ? JSON.parse(String(request.body)) : null]);
    const [status, body] = answers[name] ?? [
      404,
      { error: { code: "not_found", clause: null, message: "There is nothing." } },
    ];
    return Promise.resolve(new Response(status === 204 ? null : JSON.stringify(body), { status }));
  });
  navigate("/", { replace: true });
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const posted = (path: string) => requests.find(([method, at]) => method !== "GET" && at === path)?.[2];

describe("the start page", () => {
  it("introduces games without a front of their own", async () => {
    render(StartPage);
    expect(await screen.findByRole("heading", { name: "Dice" })).toBeTruthy();
    expect(screen.getByText("Bid on all dice.")).toBeTruthy();
    expect(screen.getByText("For 2 to 4.")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Play Dice" })).toBeTruthy();
  });

  it("makes a game of you against bots with one click", async () => {
    render(StartPage);
    await fireEvent.click(screen.getByRole("button", { name: "Play now" }));
    await waitFor(() => expect(route.path).toBe("/g/x"));
    expect(posted("/api/games")).toMatchObject({
      seats: [
        { seat: "N", kind: "me" },
        { seat: "S", kind: "bot", bot: "level:2" },
      ],
    });
  });

  it("offers a newcomer a first game: for two, against the weakest level, with the coach and a lesson after it", async () => {
    render(StartPage);
    const [first] = screen.getAllByRole("button", { name: /^First game: \d minutes of / });
    await fireEvent.click(first as HTMLElement);
    await waitFor(() => expect(route.path).toBe("/g/x"));
    expect(posted("/api/games")).toMatchObject({ seats: [{ kind: "me" }, { kind: "bot", bot: "level:1" }] });
    expect(keptFor("chess")).toMatchObject({ on: true, table: "x", next: "table" });
    cleanup();
    localStorage.setItem("kingdoms.seen", '["x"]');
    render(StartPage);
    expect(screen.queryByRole("button", { name: /^First game/ })).toBeNull();
  });

  it("plays against the level that is chosen there, and remembers it", async () => {
    render(StartPage);
    const field = await screen.findByLabelText("Bot strength");
    expect(field).toHaveProperty("value", "level:2");
    await fireEvent.change(field, { target: { value: "level:1" } });
    expect(await screen.findByText("Overlooks much.")).toBeTruthy();
    await fireEvent.click(screen.getByRole("button", { name: "Play now" }));
    await waitFor(() => expect(posted("/api/games")).toMatchObject({ seats: [{ kind: "me" }, { bot: "level:1" }] }));
    cleanup();
    render(StartPage);
    expect(await screen.findByLabelText("Bot strength")).toHaveProperty("value", "level:1");
  });

  it("says what is wrong when that fails", async () => {
    answers["POST /api/games"] = [422, { error: { code: "seats", clause: null, message: "No such seats." } }];
    render(StartPage);
    await fireEvent.click(screen.getByRole("button", { name: "Play now" }));
    expect((await screen.findByRole("alert")).textContent).toBe("No such seats.");
  });
});

describe("the form of a new game", () => {
  it("asks for what is missing, then makes the game", async () => {
    render(NewGamePage);
    await fireEvent.change(await screen.findByLabelText("Who sits at South"), { target: { value: "shared" } });
    await fireEvent.change(screen.getByLabelText("Who sits at North"), { target: { value: "shared" } });
    for (const seat of ["North", "South"])
      await fireEvent.input(screen.getByLabelText(`Name: ${seat}`), { target: { value: "Anna" } });
    await fireEvent.click(screen.getByRole("button", { name: "Start" }));
    expect((await screen.findByRole("alert")).textContent).toContain("“Anna”");
    await fireEvent.change(screen.getByLabelText("Who sits at North"), { target: { value: "me" } });
    await fireEvent.change(screen.getByLabelText("Which port"), { target: { value: "1" } });
    await fireEvent.input(screen.getByLabelText("Your name"), { target: { value: "Ida" } });
    answers["PUT /api/me"] = [200, { name: "Ida" }];
    await fireEvent.click(screen.getByRole("button", { name: "Start" }));
    await waitFor(() => expect(route.path).toBe("/g/x"));
    expect(posted("/api/me")).toEqual({ name: "Ida" });
    expect(posted("/api/games")).toEqual({
      game: "chess",
      seats: [
        { seat: "N", kind: "me", name: "Ida" },
        { seat: "S", kind: "shared", name: "Anna" },
      ],
      rulings: { attack_port: "any" },
      minutes: null,
      public: false,
      advice: false,
    });
  });

  it("takes a file", async () => {
    render(NewGamePage);
    const field = await screen.findByLabelText("Choose a file");
    const take = (name: string, text: string) =>
      fireEvent.change(field, { target: { files: [new File([text], name)] } });
    await take("notes.txt", "hello");
    expect((await screen.findByRole("alert")).textContent).toContain("“notes.txt” isn't a record");
    await take("old.jsonl", '{"game": "whist", "seats": []}');
    await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("whist"));
    await take("game.json", '{"game": "chess", "phase": "build", "seats": {"N": {}, "S": {}}}');
    expect(await screen.findByText("Position: game.json")).toBeTruthy();
    await fireEvent.click(screen.getByRole("button", { name: "Start" }));
    await waitFor(() => expect(route.path).toBe("/g/x"));
    expect(posted("/api/games")).toMatchObject({ position: { phase: "build" } });
  });
});

describe("the waiting room", () => {
  const greeted = async (info: object = {}) => {
    await waitFor(() => expect(FakeSocket.all).not.toEqual([]));
    FakeSocket.last.says({
      type: "hello",
      number: 0,
      info: { ...lobby, ...info },
      view: null,
      ask: null,
      question: null,
      missed: [],
    });
  };

  it("lets the host put a bot on a seat, and tells when the game begins", async () => {
    const onbegun = vi.fn();
    render(WaitingPage, { id: "x", onbegun });
    await greeted();
    answers["POST /api/games/x/seats/S/bot"] = [200, lobby];
    await fireEvent.click(await screen.findByRole("button", { name: "Add a bot as South" }));
    await waitFor(() => expect(posted("/api/games/x/seats/S/bot")).toEqual({ bot: "level:2" }));
    expect(screen.getByLabelText<HTMLInputElement>("Link to this game").value).toMatch(/\/g\/x$/);
    FakeSocket.last.says({ type: "info", info: { ...lobby, status: "playing" } });
    await waitFor(() => expect(onbegun).toHaveBeenCalled());
  });

  it("lets a guest sit down under a name", async () => {
    render(WaitingPage, { id: "x" });
    await greeted({ you: [], host: false, seats: seats.map((seat) => ({ ...seat, you: false })) });
    await fireEvent.input(await screen.findByLabelText("Your name"), { target: { value: "Otto" } });
    answers["PUT /api/me"] = [200, { name: "Otto" }];
    answers["POST /api/games/x/seats/S/join"] = [
      409,
      { error: { code: "taken", clause: null, message: "That seat is taken." } },
    ];
    await fireEvent.click(screen.getByRole("button", { name: "Sit here as South" }));
    expect((await screen.findByRole("alert")).textContent).toBe("That seat is taken.");
    const before = FakeSocket.last;
    answers["POST /api/games/x/seats/S/join"] = [200, { ...lobby, you: ["S"] }];
    await fireEvent.click(screen.getByRole("button", { name: "Sit here as South" }));
    await waitFor(() => expect(FakeSocket.last).not.toBe(before));
    expect(posted("/api/games/x/seats/S/join")).toEqual({ name: "Otto" });
  });

  it("carries a seat to another device", async () => {
    render(WaitingPage, { id: "x" });
    await greeted();
    answers["POST /api/games/x/seats/N/link"] = [200, { token: "t0k" }];
    await fireEvent.click(await screen.findByRole("button", { name: "Move to another device: North" }));
    expect((await screen.findByLabelText<HTMLInputElement>("Move to another device")).value).toMatch(/\/claim\/t0k$/);
  });
});

describe("a game's page", () => {
  it("says when there is no such game", async () => {
    render(GamePage, { id: "nothing" });
    expect((await screen.findByRole("heading")).textContent).toBe("No such game");
  });

  it("asks once for the game", async () => {
    answers["GET /api/games/x"] = [200, { ...lobby, status: "playing", game: "whist" }];
    render(GamePage, { id: "x" });
    expect((await screen.findByRole("alert")).textContent).toContain("whist");
    expect(requests.filter(([, path]) => path === "/api/games/x")).toHaveLength(1);
  });
});

describe("a claim", () => {
  it("waits for a click, then goes to the game", async () => {
    answers["POST /api/claims"] = [200, { id: "x", seat: "S" }];
    render(ClaimPage, { token: "t0k" });
    expect(requests).toEqual([]);
    await fireEvent.click(screen.getByRole("button", { name: "Take the seat" }));
    await waitFor(() => expect(route.path).toBe("/g/x"));
    expect(posted("/api/claims")).toEqual({ token: "t0k" });
  });

  it("says when the link is used up", async () => {
    render(ClaimPage, { token: "old" });
    await fireEvent.click(screen.getByRole("button", { name: "Take the seat" }));
    expect((await screen.findByRole("alert")).textContent).toContain("already been used");
  });
});

it("notices are shown, acted on, and put away", async () => {
  render(Notices);
  const run = vi.fn();
  notify({ key: "a", text: "First.", kind: "info" });
  notify({ key: "b", text: "Lost.", kind: "trouble", action: { label: "Try now", run } });
  notify({ key: "a", text: "Instead.", kind: "good" });
  await fireEvent.click(await screen.findByRole("button", { name: "Try now" }));
  expect(run).toHaveBeenCalled();
  expect(screen.queryByText("First.")).toBeNull();
  await fireEvent.click(screen.getAllByRole("button", { name: "Close" })[0] as HTMLElement);
  expect(notices.all.map((notice) => notice.key)).toEqual(["b"]);
  notices.all = [];
});
