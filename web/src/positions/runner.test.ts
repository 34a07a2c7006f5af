import { describe, expect, it, vi } from "vitest";
import type { Board } from "../api/positions";
import type { TableFacts } from "../api/types";
import { BoardRunner } from "./runner.svelte";

const step = (by: string, action: string) => ({ by, action, events: [] });
const board = (seat: string | null, steps: Board["steps"] = []): Board => ({
  game: "chess",
  seat,
  seats: ["N", "S"],
  text: `1~chess~${steps.length}~00000000`,
  view: { game: "chess", seat, seats: ["N", "S"], to_move: seat, outcome: null } as TableFacts,
  ask: seat === null ? null : { seat, decision: "move", question: "", undo: false, choices: [] },
  open: false,
  draws: [],
  guessed: false,
  steps,
});

function running(...answers: Board[]) {
  const fetchBoard = vi.fn(async () => answers.shift() ?? board("N"));
  const search = async function* (..._asked: unknown[]) {
    yield { options: [{ action: "e4", words: "e4", said: null }], reason: "It is best.", said: null };
  };
  const requests = { board: fetchBoard, tryOut: vi.fn(), whyNot: vi.fn(), searched: vi.fn(search) };
  return { asked: fetchBoard, requests, runner: new BoardRunner("1~chess~x~00000000", board("N"), requests as never) };
}

describe("an analysis board", () => {
  it("plays every seat, and takes back a move with what chance gave after it", async () => {
    const played = [step("N", "e4"), step("chance", "roll 3")];
    const { runner, asked } = running(board("S", played), board("N", [...played, step("S", "e5")]), board("S", played));
    await runner.server.act("", 0, "e4");
    expect(asked).toHaveBeenLastCalledWith("1~chess~x~00000000", ["e4"], false);
    expect([runner.feed.seat, runner.feed.info?.you, runner.feed.ask?.undo]).toEqual(["S", ["S"], true]);
    await runner.server.act("", 0, "e5");
    expect(asked).toHaveBeenLastCalledWith("1~chess~x~00000000", ["e4", "roll 3", "e5"], false);
    await runner.back();
    expect(asked).toHaveBeenLastCalledWith("1~chess~x~00000000", ["e4", "roll 3"], false);
    await runner.back();
    expect(asked).toHaveBeenLastCalledWith("1~chess~x~00000000", [], false);
    expect([runner.moved, runner.feed.ask?.undo]).toEqual([false, false]);
  });

  it("goes on from a position in which no seat is asked, and back to it", async () => {
    const { runner, asked } = running(board("N"), board(null));
    await runner.playOn();
    expect(asked).toHaveBeenLastCalledWith("1~chess~x~00000000", [], true);
    expect(runner.moved).toBe(true);
    await runner.back();
    expect(asked).toHaveBeenLastCalledWith("1~chess~x~00000000", [], false);
    expect([runner.feed.seat, runner.feed.info?.you, runner.feed.ask]).toEqual([null, [], null]);
  });

  it("asks for hints about the position that it shows", async () => {
    const { runner, requests } = running(board("S", [step("N", "e4")]));
    await runner.server.act("", 0, "e4");
    expect(await runner.server.hint("", {})).toMatchObject({ action: "e4", reason: "It is best." });
    expect(requests.searched).toHaveBeenCalledWith("1~chess~1~00000000", "quick", expect.any(AbortSignal));
  });
});
