/** The way to what keeps the games: the network, or this device (`device/`). Nothing above knows which it is. */

import { language } from "../language";

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

/** Return a path with the language in which the answer's texts are to be, for what has no headers. */
export const spoken = (path: string): string => `${path}${path.includes("?") ? "&" : "?"}lang=${language()}`;

function ask(path: string, request: RequestInit = {}): Promise<Response> {
  const headers = new Headers(request.headers);
  headers.set("Accept-Language", language());
  return fetch(path, { ...request, headers });
}
const network: Transport = {
  fetch: ask,
  stream: ask,
  live: (path) => new WebSocket(`${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}${spoken(path)}`),
};

export let transport: Transport = network;

/** Use another transport from now on. */
export function setTransport(other: Transport): void {
  transport = other;
}
