/** Requests with the key of a link, or with a body and an answer of lines, for pages beside the tables. */

import { failure, PATIENCE, unreachable } from "./client";
import { transport } from "./transport";

/** Return a request with the key of a link; a body is posted. */
export function sending(key: string | null, body?: unknown): RequestInit {
  const headers = new Headers(key === null ? {} : { Authorization: `Bearer ${key}` });
  if (body === undefined) return { headers };
  headers.set("Content-Type", "application/json");
  return { method: "POST", body: JSON.stringify(body), headers };
}

/**
 * Send a request and return the raw response.
 *
 * @throws ApiError The server refuses, or is out of reach.
 */
export async function send(path: string, request: RequestInit): Promise<Response> {
  const options = { credentials: "same-origin", signal: AbortSignal.timeout(PATIENCE), ...request } as const;
  const answer = await transport.fetch(path, options).catch(() => {
    throw unreachable();
  });
  if (!answer.ok) throw failure(answer.status, await answer.json().catch(() => null), answer.statusText);
  return answer;
}
