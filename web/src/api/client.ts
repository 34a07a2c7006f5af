/** The server's requests as functions. Every failure is an ApiError. See docs/server.md. */

import { language } from "../language";
import { t } from "../texts";
import { transport, type Live } from "./transport";
import type {
  Ask,
  Asked,
  Catalogue,
  Entry,
  Explained,
  GameInfo,
  HistoryPage,
  Me,
  NewGame,
  Previewed,
  Proposal,
  Said,
  Sandbox,
  SandboxAnswer,
  Seat,
  Seen,
  ShortAsk,
  TableFacts,
} from "./types";

/** A failed request. `status` is 0 if no response arrived. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly clause: string | null,
    message: string,
    readonly body: unknown = null,
  ) {
    super(message);
    this.name = "ApiError";
  }

  /** The refusal of an action as a message, or null. */
  get said(): Said | null {
    return (this.body as { said?: Said | null } | null)?.said ?? null;
  }
}

/** News about a game from the response to a request, for its live feeds. */
export type GameNews = { id: string; number: number } | { id: string; stale: boolean } | { id: string; gone: true };

const followers = new Set<(news: GameNews) => void>();

/** Call a listener when an action succeeds, is rejected with a conflict, or meets a deleted game. Return a function that removes it. */
export function onGameNews(follower: (news: GameNews) => void): () => void {
  followers.add(follower);
  return () => followers.delete(follower);
}

function tell(news: GameNews): void {
  followers.forEach((follower) => follower(news));
}

export const PATIENCE = 60_000;
const RETRIES = [400, 1200, 3000];

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** An event on the document: the server is closed to this visitor. */
export const CLOSED = "kingdoms:closed";

export function failure(status: number, body: unknown, fallback: string): ApiError {
  const error = (body as { error?: { code?: unknown; clause?: unknown; message?: unknown } } | null)?.error;
  if (error?.code === "closed") document.dispatchEvent(new Event(CLOSED));
  return new ApiError(
    status,
    typeof error?.code === "string" ? error.code : `http_${status}`,
    typeof error?.clause === "string" ? error.clause : null,
    typeof error?.message === "string" ? error.message : fallback || t("shell.error_status", { status }),
    body,
  );
}

/** Return the error for a request without a response. */
export const unreachable = () => new ApiError(0, "network", null, t("shell.error_network"));

async function once<T>(method: string, path: string, body: unknown): Promise<T> {
  const request: RequestInit = { method, credentials: "same-origin", signal: AbortSignal.timeout(PATIENCE) };
  if (body !== undefined) {
    request.body = JSON.stringify(body);
    request.headers = { "Content-Type": "application/json" };
  }
  let answer: Response;
  let text: string;
  try {
    answer = await transport.fetch(path, request);
    text = await answer.text();
  } catch (cause) {
    const late = cause instanceof DOMException && cause.name === "TimeoutError";
    throw late ? new ApiError(0, "timeout", null, t("shell.error_timeout")) : unreachable();
  }
  let read: unknown = null;
  try {
    read = text === "" ? null : JSON.parse(text);
  } catch {
    if (answer.ok) throw new ApiError(answer.status, "unreadable", null, t("shell.error_unreadable"));
  }
  if (!answer.ok) throw failure(answer.status, read, answer.statusText);
  return unfolded(read as T);
}

/** Return whether the same request may succeed if it is retried. */
const passing = (error: unknown) =>
  error instanceof ApiError && [0, 429, 502, 503, 504].includes(error.status) && error.code !== "timeout";

/** Send a request. Retry a repeatable one after a transient failure. */
async function send<T>(method: string, path: string, body?: unknown, repeatable = method === "GET"): Promise<T> {
  for (const wait of repeatable ? RETRIES : []) {
    try {
      return await once<T>(method, path, body);
    } catch (error) {
      if (!passing(error)) throw error;
      await pause(wait * (0.7 + 0.6 * Math.random()));
    }
  }
  return once<T>(method, path, body);
}

/** Requests by method. GET and PUT are retried, POST only if `repeatable`. */
export const api = {
  get: <T>(path: string) => send<T>("GET", path),
  post: <T>(path: string, body: unknown = {}, repeatable = false) => send<T>("POST", path, body, repeatable),
  put: <T>(path: string, body: unknown) => send<T>("PUT", path, body, true),
  delete: <T>(path: string) => send<T>("DELETE", path),
};

const part = encodeURIComponent;
export const gamePath = (id: string) => `/api/games/${part(id)}`;
const seatPath = (id: string, seat: Seat) => `${gamePath(id)}/seats/${part(seat)}`;

export function query(values: Record<string, string | number | null | undefined>): string {
  const pairs = Object.entries(values).filter(
    (pair): pair is [string, string | number] => pair[1] !== undefined && pair[1] !== null,
  );
  return pairs.length ? `?${new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]))}` : "";
}

/** Asks for short messages without their texts: the page puts them into words. */
export const SILENT = { texts: "short" };

/** Return an answer with the choices of its question written out: short messages say once, in `says`, what choices repeat. */
export function unfolded<T>(answer: T): T {
  const ask = (answer as { ask?: ShortAsk | null } | null)?.ask;
  for (const choice of ask?.says ? ask.choices : []) {
    if (!choice.said) continue;
    const [number, ...values] = choice.said as [number, ...unknown[]];
    const [id, ...holes] = ask?.says?.[number] ?? [];
    choice.said = { id, ...Object.fromEntries(holes.map((hole, at) => [hole, values[at]])) };
  }
  return answer;
}

/** Return a unique id for a request. The server executes each id only once. */
export function freshId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export const me = () => api.get<Me>("/api/me");
export const setName = (name: string) => api.put<Me>("/api/me", { name });

const offered = new Map<string, Promise<Catalogue>>();

/** Return the catalogue of games, which is fetched once in each language. */
export function catalogue(): Promise<Catalogue> {
  const tag = language();
  const known = offered.get(tag);
  if (known) return known;
  const fetched = api.get<Catalogue>("/api/catalogue").catch((error: unknown) => {
    offered.delete(tag);
    throw error;
  });
  offered.set(tag, fetched);
  return fetched;
}

export const createGame = (body: NewGame) => api.post<GameInfo>("/api/games", body);
export const listGames = async (
  list: "open" | "mine" | "running",
  filters: { game?: string | null; fits?: "true" | null } = {},
) => (await api.get<{ games: GameInfo[] }>(`/api/games${query({ which: list, ...filters })}`)).games;
export const game = (id: string) => api.get<GameInfo>(gamePath(id));
export const deleteGame = (id: string) => api.delete<unknown>(gamePath(id));

export const join = (id: string, seat: Seat, name?: string) =>
  api.post<GameInfo>(`${seatPath(id, seat)}/join`, name === undefined ? {} : { name });
export const leave = (id: string, seat: Seat) => api.post<GameInfo>(`${seatPath(id, seat)}/leave`);
export const putBot = (id: string, seat: Seat, bot: string) => api.post<GameInfo>(`${seatPath(id, seat)}/bot`, { bot });
/** Have the table's stand-in play for an absent player. */
export const letStandIn = (id: string, seat: Seat) => api.post<GameInfo>(`${seatPath(id, seat)}/bot`);
export const returnToSeat = (id: string, seat: Seat) => api.post<GameInfo>(`${seatPath(id, seat)}/return`);
export const resign = (id: string, seat: Seat) => api.post<GameInfo>(`${seatPath(id, seat)}/resign`);
export const propose = (id: string, kind: Proposal["kind"]) =>
  api.post<GameInfo>(`${gamePath(id)}/proposals`, { kind });
export const answerProposal = (id: string, proposal: string, answer: "agree" | "decline" | "withdraw") =>
  api.post<GameInfo>(`${gamePath(id)}/proposals/${part(proposal)}`, { answer });
export const seatLink = (id: string, seat: Seat) => api.post<{ token: string }>(`${seatPath(id, seat)}/link`);
export const programToken = (id: string, seat: Seat) => api.post<{ token: string }>(`${seatPath(id, seat)}/token`);
export const claim = (token: string) => api.post<{ id: string; seat: Seat }>("/api/claims", { token });

/** Await a request that changes the course of a game, and notify the game's feeds of the result. */
async function decide(id: string, request: Promise<{ number: number }>): Promise<{ number: number }> {
  try {
    const { number } = await request;
    tell({ id, number });
    return { number };
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) tell({ id, stale: error.code === "stale" });
    if (error instanceof ApiError && error.status === 404) tell({ id, gone: true });
    throw error;
  }
}

/** Play an action. It is retried if no response arrives: the server executes each client id only once. */
export const act = (id: string, base: number, action: string, clientId: string = freshId()) =>
  decide(id, api.post<{ number: number }>(`${gamePath(id)}/actions`, { base, action, client_id: clientId }, true));
export const undo = (id: string, base: number) =>
  decide(id, api.post<{ number: number }>(`${gamePath(id)}/undo`, { base }));

export const view = <F = TableFacts>(id: string, of: { seat?: Seat | null; number?: number } = {}) =>
  api.get<Seen<F>>(`${gamePath(id)}/view${query({ ...of, ...SILENT })}`);
export const legal = (id: string, seat?: Seat) =>
  api.get<{ number: number; ask: Ask | null }>(`${gamePath(id)}/legal${query({ seat, ...SILENT })}`);

export function explain(id: string): Promise<Asked>;
export function explain(id: string, action: string): Promise<Explained>;
export function explain(id: string, action?: string): Promise<Asked | Explained>;
export function explain(id: string, action?: string): Promise<Asked | Explained> {
  return api.get<Asked | Explained>(`${gamePath(id)}/explain${query({ action })}`);
}

export const preview = <F = TableFacts>(id: string, base: number, actions: string[]) =>
  api.post<Previewed<F>>(`${gamePath(id)}/preview${query(SILENT)}`, { base, actions }, true);
/** Fetch a page of the entries after a number. */
export const historyPage = (id: string, after: number, seat?: Seat | null) =>
  api.get<HistoryPage>(`${gamePath(id)}/history${query({ after, seat, ...SILENT })}`);

/** Fetch all entries after a number, page by page. */
export async function history(id: string, after: number, seat?: Seat | null): Promise<Entry[]> {
  const entryList: Entry[] = [];
  for (;;) {
    const { entries, more } = await historyPage(id, entryList.at(-1)?.number ?? after, seat);
    entryList.push(...entries);
    if (!more || !entries.length) return entryList;
  }
}
export const rematch = (id: string) => api.post<GameInfo>(`${gamePath(id)}/rematch`);
export const sandbox = <F = TableFacts>(body: Sandbox) => api.post<SandboxAnswer<F>>("/api/sandbox", body, true);
export const recordUrl = (id: string) => `${gamePath(id)}/record`;

/** Return the URL of a picture of the board as an onlooker sees it. */
export const boardUrl = (id: string) => `${gamePath(id)}/board.png`;

/** Open a game's live connection, which begins after the entry of a number. */
export const follow = (id: string, seat: Seat | null, after: number): Live =>
  transport.live(`${gamePath(id)}/live${query({ seat, after, ...SILENT })}`);
