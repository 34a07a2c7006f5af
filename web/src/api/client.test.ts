import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  act,
  ApiError,
  catalogue,
  createGame,
  explain,
  freshId,
  game,
  history,
  follow,
  join,
  onGameNews,
  unfolded,
  view,
  type GameNews,
} from "./client";
import { FakeSocket } from "./testing";

const answer = (status: number, body: unknown) =>
  new Response(body === undefined ? null : JSON.stringify(body), { status });
const refusal = (status: number, code: string, clause: string | null = null) =>
  answer(status, { error: { code, clause, message: `It is ${code}.` } });

let fetched: ReturnType<typeof vi.fn<(path: string, request: RequestInit) => Promise<Response>>>;

beforeEach(() => {
  vi.useFakeTimers();
  fetched = vi.fn();
  vi.stubGlobal("fetch", fetched);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Advance fake timers through the retry delays of a pending request. */
async function settled<T>(request: Promise<T>): Promise<T | ApiError> {
  const outcome = request.catch((error: unknown) => error as ApiError);
  await vi.advanceTimersByTimeAsync(20_000);
  return outcome;
}

const callAt = (at = 0) => fetched.mock.calls[at] as [string, RequestInit];
const body = (at = 0) => JSON.parse(String(callAt(at)[1].body)) as Record<string, unknown>;

describe("requests", () => {
  it("go to the addresses of the contract", async () => {
    fetched.mockImplementation(() => Promise.resolve(answer(200, { entries: [] })));
    await view("a b", { seat: "N", number: 0 });
    await history("x", 7);
    await explain("x", "road N.C N.FM");
    await join("x", "E", "Ida");
    expect(fetched.mock.calls.map(([path]) => path)).toEqual([
      "/api/games/a%20b/view?seat=N&number=0&texts=short",
      "/api/games/x/history?after=7&texts=short",
      "/api/games/x/explain?action=road+N.C+N.FM",
      "/api/games/x/seats/E/join",
    ]);
    expect(callAt(3)[1]).toMatchObject({ method: "POST", body: '{"name":"Ida"}' });
    expect(Object.fromEntries(callAt(3)[1].headers as Headers)).toEqual({
      "Accept-Language": "en",
      "Content-Type": "application/json",
    });
  });

  it("ask for the catalogue once, and again after a failure", async () => {
    fetched.mockImplementation(() => Promise.resolve(refusal(404, "not_found")));
    await expect(catalogue()).rejects.toThrow(ApiError);
    fetched.mockImplementation(() => Promise.resolve(answer(200, { games: [] })));
    expect(await catalogue()).toEqual({ games: [] });
    expect(catalogue()).toBe(catalogue());
    expect(fetched).toHaveBeenCalledTimes(2);
  });
});

describe("failures", () => {
  it("carry code, clause and message", async () => {
    fetched.mockResolvedValue(refusal(422, "too_far", "BR-2"));
    const error = await settled(act("x", 3, "road N.C N.FM"));
    expect(error).toMatchObject({
      name: "ApiError",
      status: 422,
      code: "too_far",
      clause: "BR-2",
      message: "It is too_far.",
    });
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it("are told apart when they are not the server's own", async () => {
    fetched.mockResolvedValue(new Response("<html>", { status: 500, statusText: "Oops" }));
    expect(await settled(createGame({}))).toMatchObject({ status: 500, code: "http_500", message: "Oops" });
    fetched.mockResolvedValue(new Response("<html>", { status: 200 }));
    expect(await settled(game("x"))).toMatchObject({ code: "unreadable" });
  });

  it("that may pass are met by asking again", async () => {
    fetched
      .mockRejectedValueOnce(new TypeError("refused"))
      .mockResolvedValueOnce(refusal(503, "unavailable"))
      .mockResolvedValue(answer(200, { id: "x" }));
    expect(await settled(game("x"))).toEqual({ id: "x" });
    expect(fetched).toHaveBeenCalledTimes(3);
  });

  it("end after a few attempts", async () => {
    fetched.mockRejectedValue(new TypeError("refused"));
    expect(await settled(game("x"))).toMatchObject({ status: 0, code: "network" });
    expect(fetched).toHaveBeenCalledTimes(4);
  });

  it("of what does something new are not repeated", async () => {
    fetched.mockRejectedValue(new TypeError("refused"));
    expect(await settled(createGame({}))).toMatchObject({ code: "network" });
    expect(fetched).toHaveBeenCalledTimes(1);
  });
});

describe("actions", () => {
  let news: GameNews[];
  let stop: () => void;
  beforeEach(() => {
    news = [];
    stop = onGameNews((gameNews) => news.push(gameNews));
  });
  afterEach(() => stop());

  it("are sent again under the same client id when no answer comes", async () => {
    fetched.mockRejectedValueOnce(new TypeError("lost")).mockResolvedValue(answer(200, { number: 4 }));
    expect(await settled(act("x", 3, "end"))).toEqual({ number: 4 });
    expect(body(0)).toMatchObject({ base: 3, action: "end" });
    expect(body(1)["client_id"]).toBe(body(0)["client_id"]);
    expect(news).toEqual([{ id: "x", number: 4 }]);
  });

  it("that come too late are told to whoever follows the game", async () => {
    fetched.mockResolvedValue(refusal(409, "stale"));
    expect(await settled(act("x", 3, "end"))).toMatchObject({ status: 409 });
    fetched.mockResolvedValue(refusal(409, "not_your_turn"));
    await settled(act("x", 3, "end"));
    fetched.mockResolvedValue(refusal(404, "no_game"));
    await settled(act("x", 3, "end"));
    expect(news).toEqual([
      { id: "x", stale: true },
      { id: "x", stale: false },
      { id: "x", gone: true },
    ]);
  });

  it("have ids of their own", () => {
    expect(freshId()).toMatch(/^[0-9a-f]{32}$/);
    expect(freshId()).not.toBe(freshId());
  });
});

it("write out what the choices of a question have in common", () => {
  const says: [string, ...string[]][] = [["choice.end"], ["choice.move", "leader", "city"]];
  const choices = [{ said: [1, 2, "S3 N.FL"] }, { said: [0] }, { said: null }];
  expect(unfolded({ ask: { says, choices } }).ask.choices).toEqual([
    { said: { id: "choice.move", leader: 2, city: "S3 N.FL" } },
    { said: { id: "choice.end" } },
    { said: null },
  ]);
  const body = { ask: { choices: [{ said: { id: "choice.end" } }] } };
  expect(unfolded(structuredClone(body))).toEqual(body);
  expect([unfolded(null), unfolded({ ask: null })]).toEqual([null, { ask: null }]);
});

it("names the live socket", () => {
  vi.stubGlobal("WebSocket", FakeSocket);
  for (const [seat, after] of [
    ["N", 0],
    [null, 5],
  ] as const)
    follow("x", seat, after);
  expect(FakeSocket.all.splice(0).map(({ url }) => url)).toEqual([
    `ws://${location.host}/api/games/x/live?seat=N&after=0&texts=short&lang=en`,
    `ws://${location.host}/api/games/x/live?after=5&texts=short&lang=en`,
  ]);
});
