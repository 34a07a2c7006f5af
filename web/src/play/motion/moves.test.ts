import { expect, it } from "vitest";
import type { Change, GameEvent } from "../../api/types";
import { stepsOf, type Moves } from "./moves";

const MOVES: Pick<Moves, "looks" | "things" | "gains"> = {
  looks: { place: "moves", income: "moves", turn: "still" },
  things: ([cell], value) => (typeof value === "string" ? [{ piece: `${value} ${cell}` }] : []),
  gains: ({ kind }) => (kind === "income" ? [{ counter: "gold", by: 1 }] : []),
};

function event(kind: string, ...changes: Change[]): GameEvent {
  return { kind, seat: "A", text: "", said: null, details: {}, changes } as GameEvent;
}

it("tells from the changes what arrives, what leaves, and what stays", () => {
  const placed = event(
    "place",
    { path: ["C5"], before: null, after: "tile" },
    { path: ["D5"], before: "tile", after: null },
    { path: ["E5"], before: "king", after: "king" },
  );
  const [step] = stepsOf([placed], MOVES, () => ["cell C5"], "A");
  expect(step?.arriving.map(({ piece }) => piece)).toEqual(["tile C5"]);
  expect(step?.leaving.map(({ piece }) => piece)).toEqual(["tile D5"]);
  expect(step?.staying.map(({ piece }) => piece)).toEqual(["king E5"]);
});

it("shows events of a kind together, one kind after the other, and nothing where nothing moves", () => {
  const placed = event("place", { path: ["C5"], before: null, after: "tile" });
  const steps = stepsOf([event("turn"), placed, event("income"), event("income")], MOVES, () => [], null);
  expect(steps.map(({ event: { kind }, slot }) => [kind, slot])).toEqual([
    ["place", 0],
    ["income", 1],
    ["income", 1],
  ]);
});
