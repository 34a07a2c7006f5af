import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Board } from "../api/positions";
import type { KeptBoard } from "../api/boards";
import { newBoard } from "./device";
import { Keeper } from "./keeper.svelte";
import { BoardRunner } from "./runner.svelte";
import { childrenOf, ROOT } from "./tree";

const ROOTED = { new: { game: "chess", seats: ["N", "S"], rulings: {} } };
const view = { game: "chess", seat: null, seats: ["N", "S"], to_move: "N", outcome: null };
const board = { game: "chess", seat: null, seats: ["N", "S"], view, ask: null, draws: [], steps: [] };

/** Return what a stream says at a version, in which the node of that name was written. */
const at = (version: number, people: number, ...names: string[]): KeptBoard => ({
  ...{ id: "b", title: "B", root: ROOTED, comment: "", marks: [], is_owner: true, can_edit: true },
  ...{ version, people },
  nodes: names.map((id) => ({
    id,
    parent: null,
    by: "N",
    action: id,
    comment: "",
    marks: [],
    order: 0,
    version,
    deleted: false,
  })),
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("reopens a stream that has ended at the last version, without a sign of it", async () => {
  const runner = new BoardRunner(ROOTED, board as unknown as Board, undefined, {
    board: () => Promise.resolve(board),
  } as never);
  const since: number[] = [];
  const minutes = (n: number) => new Promise((over) => setTimeout(over, n * 60_000));
  async function* followBoard(_access: unknown, version: number) {
    since.push(version);
    if (since.length > 1) {
      yield at(2, 2, "d4");
      return await minutes(10);
    }
    yield at(1, 2, "e4");
    await minutes(9);
    yield at(1, 1); // the other stream has ended
    await minutes(0.01);
    yield at(1, 2); // and begun again
    await minutes(1);
  }
  const saved = { ...newBoard("B", "chess", ROOTED), id: "b" };
  const shared = { key: null, canEdit: true, isOwner: true, version: 0, waiting: [] };
  const keeper = new Keeper(runner, { ...saved, shared }, { followBoard } as never);
  const signs = new Set<string>();
  for (let second = 0; second < 15 * 60; second += 1) {
    await vi.advanceTimersByTimeAsync(1000);
    signs.add(`${keeper.people} ${keeper.connected} ${keeper.fault}`);
  }
  keeper.close();
  expect([...signs]).toEqual(["2 true null"]);
  expect(since).toEqual([0, 1]);
  expect(childrenOf(runner.tree, ROOT).map(({ id }) => id)).toEqual(["d4", "e4"]);
});
