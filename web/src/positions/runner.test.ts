import { describe, expect, it, vi } from "vitest";
import type { Board, Spot } from "../api/positions";
import type { TableFacts } from "../api/types";
import { BoardRunner } from "./runner.svelte";
import { childrenOf, pathTo, ROOT, type TreeNode } from "./tree";

const DRAWS = ["roll 3", "roll 4"].map((action) => ({ action })) as Board["steps"][number]["draws"];
const stepOf = (by: string, action: string) => ({ by, action, events: [], draws: by === "chance" ? DRAWS : [] });

/** A game in which both seats move in turn, and chance rolls after each e-pawn. */
function board({ actions, on }: Pick<Spot, "actions" | "on">, draw = false, after = 0): Board {
  const steps: Board["steps"] = [];
  for (const action of actions)
    steps.push(stepOf(action.startsWith("roll") ? "chance" : "NS".charAt(steps.length % 2), action));
  if (draw && actions.at(-1)?.startsWith("e")) steps.push(stepOf("chance", "roll 3"));
  const seat = actions.length || on ? "NS".charAt(steps.filter(({ by }) => by !== "chance").length % 2) : null;
  return {
    game: "chess",
    seat,
    seats: ["N", "S"],
    text: `1~chess~${steps.length}~00000000`,
    view: { game: "chess", seat, seats: ["N", "S"], to_move: seat, outcome: null } as TableFacts,
    ask: seat === null ? null : { seat, decision: "move", question: "", undo: false, choices: [] },
    guessed: false,
    open: false,
    draws: [],
    steps: steps.slice(after),
  };
}

function running() {
  const asked = vi.fn(async (spot: Spot, draw = false, after = 0) => board(spot, draw, after));
  const search = vi.fn(async function* (..._asked: unknown[]) {
    yield { options: [{ action: "e4", words: "e4", said: null }], reason: "It is best.", said: null };
  });
  const requests = { board: asked, tryOut: vi.fn(), whyNot: vi.fn(), searched: search };
  const runner = new BoardRunner({ text: "x" }, board({ actions: [], on: false }), undefined, requests as never);
  const line = () => (pathTo(runner.tree, runner.at) ?? []).map(({ action }) => action).join(" ");
  return { asked, search, runner, line, act: (action: string) => runner.server.act("", 0, action) };
}

describe("an analysis board", () => {
  it("plays every seat; a step back and another action make a variation, and chance belongs to the action before", async () => {
    const { runner, line, act, asked } = running();
    await act("e4");
    expect([line(), runner.feed.ask?.undo]).toEqual(["e4 roll 3", true]);
    await act("c5");
    await runner.back();
    await act("d5");
    expect(line()).toBe("e4 roll 3 d5");
    expect(childrenOf(runner.tree, runner.node.parent ?? "").map(({ action }) => action)).toEqual(["c5", "d5"]);
    await runner.aside(-1);
    expect(line()).toBe("e4 roll 3 c5");
    const requests = asked.mock.calls.length;
    await runner.back();
    await runner.forth();
    expect([line(), asked.mock.calls.length]).toEqual(["e4 roll 3 c5", requests]);
    await runner.toStart();
    expect([runner.at, runner.feed.seat, runner.feed.ask]).toEqual([ROOT, null, null]);
  });

  it("takes another draw of chance as a variation", async () => {
    const { runner, line, act } = running();
    await act("e4");
    const [[rolled, draws]] = runner.lastDraws as [[TreeNode, typeof DRAWS]];
    expect([rolled.action, draws]).toEqual(["roll 3", DRAWS]);
    await runner.choose(rolled, "roll 4");
    expect(line()).toBe("e4 roll 4");
    await act("c5");
    expect([line(), runner.lastDraws]).toEqual(["e4 roll 4 c5", []]);
    await runner.back();
    await runner.aside(-1);
    expect(line()).toBe("e4 roll 3");
  });

  it("deletes a move with what follows, and brings it back", async () => {
    const { runner, line, act } = running();
    await act("e4");
    await act("c5");
    await runner.back();
    await runner.remove();
    expect([runner.at, childrenOf(runner.tree, ROOT)]).toEqual([ROOT, []]);
    await runner.undo();
    await runner.toEnd();
    expect(line()).toBe("e4 roll 3 c5");
  });

  it("goes on from a position in which no seat is asked", async () => {
    const { runner, asked } = running();
    expect(runner.moved).toBe(false);
    await runner.playOn();
    expect(asked.mock.lastCall?.[0]).toMatchObject({ actions: [], on: true });
    expect([runner.moved, runner.feed.seat]).toEqual([true, "N"]);
  });

  it("asks for hints about the position that it shows, and tells what it changes to others", async () => {
    const { runner, act, search } = running();
    const changed = vi.fn();
    runner.onchange = (nodes) => changed(nodes.map(({ action }) => action));
    await act("e4");
    expect(changed).toHaveBeenLastCalledWith(["e4", "roll 3"]);
    expect(await runner.server.hint("", {})).toMatchObject({ action: "e4", reason: "It is best." });
    expect(search).toHaveBeenCalledWith(runner.spot(), "quick", expect.any(AbortSignal));
  });
});
