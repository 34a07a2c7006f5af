import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "../../api/client";
import { decisionOf } from "../../api/testing";
import type { ReviewLine } from "../../api/types";
import { Judging } from "./judging.svelte";

const decision = (number: number, loss = 0) => decisionOf(number, { loss });
const END: ReviewLine = { type: "done", chances: { N: 0, S: 1 } };

async function* all(...lines: ReviewLine[]): AsyncGenerator<ReviewLine> {
  for (const line of lines) yield await Promise.resolve(line);
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("a game that is judged", () => {
  it("gathers decisions and marks those that cost most, in the order of the game", async () => {
    const judging = new Judging(() =>
      all(
        { type: "begin", total: 3, strength: "quick" },
        decision(1, 0.3),
        decision(4),
        decision(6, 0.5),
        { type: "turning_points", numbers: [6, 1] },
        END,
      ),
    );
    await judging.start("quick");
    expect([judging.total, judging.isDone, judging.running]).toEqual([3, true, false]);
    expect(judging.turning.map((decision) => decision.number)).toEqual([1, 6]);
    expect([...judging.course(7)].map(([number, chances]) => [number, chances["N"]])).toEqual([
      [0, 0.6],
      [3, 0.6],
      [5, 0.6],
      [7, 0],
    ]);
  });

  it("says that it waits, and then that it goes on", async () => {
    const waits: (number | null)[] = [];
    const judging = new Judging(async function* () {
      for await (const line of all({ type: "waits", seconds: 4 }, decision(1), END)) {
        yield line;
        waits.push(judging.waits);
      }
    });
    await judging.start("quick");
    expect(waits).toEqual([4, null, null]);
  });

  it("tries again when it may when too much was asked before", async () => {
    const ask = vi
      .fn()
      .mockImplementationOnce(() => {
        throw new ApiError(429, "thought_enough", null, "Enough.", { seconds: 2 });
      })
      .mockImplementation(() => all(decision(1), END));
    const judging = new Judging(ask);
    const judged = judging.start("quick");
    await vi.advanceTimersByTimeAsync(1000);
    expect([judging.waits, judging.running]).toEqual([2, true]);
    await vi.advanceTimersByTimeAsync(1500);
    await judged;
    expect([judging.isDone, judging.decisions.length, judging.failure]).toEqual([true, 1, null]);
  });

  it("stops when told, and keeps what it has; a failure is told", async () => {
    const judging = new Judging(async function* (_, signal) {
      yield decision(1);
      judging.stop();
      expect(signal.aborted).toBe(true);
      yield await Promise.resolve(decision(2));
    });
    await judging.start("thorough");
    expect([judging.decisions.length, judging.running, judging.failure]).toEqual([1, false, null]);
    const failing = new Judging(() => all(decision(1), { type: "failed" }));
    await failing.start("quick");
    expect(failing.failure).toBeInstanceOf(ApiError);
    expect(failing.isDone).toBe(false);
  });
});
