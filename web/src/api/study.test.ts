import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ApiError } from "./client";
import { analysis, hint } from "./study";

/** Return a response whose body arrives in exactly these chunks. */
const stream = (...parts: string[]) =>
  new Response(
    new ReadableStream({
      start(controller) {
        for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
        controller.close();
      },
    }),
    { status: 200 },
  );

let fetched: ReturnType<typeof vi.fn>;
beforeEach(() => vi.stubGlobal("fetch", (fetched = vi.fn())));
afterEach(() => vi.unstubAllGlobals());

const path = () => String(fetched.mock.calls[0]?.[0]);

it("yields lines however they are cut, and passes over empty ones", async () => {
  fetched.mockResolvedValue(stream('{"number": 1}\n\n{"num', 'ber": 2}\n'));
  const numbers: number[] = [];
  for await (const line of analysis("x", { number: 7, seat: "N" }, "thorough", new AbortController().signal))
    numbers.push(line.number);
  expect(numbers).toEqual([1, 2]);
  expect(path()).toBe("/api/games/x/analysis?number=7&seat=N&strength=thorough");
});

it("ends quietly when nobody listens any more", async () => {
  const stopping = new AbortController();
  fetched.mockImplementation(() => {
    stopping.abort();
    return Promise.reject(new DOMException("aborted", "AbortError"));
  });
  const lines = [];
  for await (const line of analysis("x", {}, "quick", stopping.signal)) lines.push(line);
  expect(lines).toEqual([]);
});

it("tells what the server refuses, with all that it says", async () => {
  const body = { error: { code: "thought_enough", clause: null, message: "Enough." }, seconds: 7 };
  fetched.mockResolvedValue(new Response(JSON.stringify(body), { status: 429 }));
  const refused = await analysis("x", {}, "quick", new AbortController().signal)
    .next()
    .catch((error: unknown) => error);
  expect(refused).toMatchObject({ status: 429, code: "thought_enough", body: { seconds: 7 } });
  fetched.mockRejectedValue(new TypeError("failed"));
  await expect(analysis("x", {}, "quick", new AbortController().signal).next()).rejects.toBeInstanceOf(ApiError);
});

it("makes a hint of the last line, and none where none is told", async () => {
  const best = { action: "end", words: "finish", said: { id: "choice.end" }, line: [] };
  const why = { id: "reason.enough", n: 2 };
  const rest = { action: "rest", words: "rest", line: [] };
  fetched.mockResolvedValueOnce(
    stream(
      '{"options": [], "reason": ""}\n',
      `${JSON.stringify({ options: [best, rest], reason: "It is enough.", said: why })}\n`,
    ),
  );
  expect(await hint("x")).toEqual({
    action: "end",
    words: "finish",
    said: best.said,
    reason: "It is enough.",
    why,
  });
  fetched.mockResolvedValueOnce(stream('{"options": [], "reason": "", "said": null}\n'));
  expect(await hint("x")).toBeNull();
});
