/** The way to what keeps the games: the network, or this device (`device/`). Nothing above knows which it is. */

/** The part of a WebSocket in use. */
export type Live = Pick<WebSocket, "readyState" | "send" | "close" | "onopen" | "onmessage" | "onclose">;

export interface Transport {
  /** Send a request, as `fetch` does. */
  fetch(path: string, request?: RequestInit): Promise<Response>;
  /** Send a request whose answer comes line by line. Aborting its signal stops the work. */
  stream(path: string, request: RequestInit): Promise<Response>;
  /** Open a connection that brings the news of a game. */
  live(path: string): Live;
}

const ask: Transport["fetch"] = (...request) => fetch(...request);
const network: Transport = {
  fetch: ask,
  stream: ask,
  live: (path) => new WebSocket(`${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}${path}`),
};

export let transport: Transport = network;

/** Use another transport from now on. */
export function setTransport(other: Transport): void {
  transport = other;
}
