import { expect, it } from "vitest";
import { entryOf } from "../../api/testing";
import type { Entry, GameEvent } from "../../api/types";
import { tracesOf } from "./traces";

const SPOTS = { spots: (event: GameEvent) => (event.details["cell"] ? [`cell ${String(event.details["cell"])}`] : []) };

function placed(number: number, by: string, cell: string): Entry {
  const event = { kind: "place", seat: by, text: `${by} on ${cell}.`, said: null, details: { cell }, changes: [] };
  return entryOf(number, { by, events: [event as GameEvent] });
}

const ENTRIES = [
  placed(1, "B", "B2"),
  placed(2, "A", "A1"),
  placed(3, "B", "C3"),
  placed(4, "P", "C3"),
  placed(5, "P", "D4"),
];

const marks = (entries: Entry[], ownSeats: string[]) =>
  [...tracesOf(entries, ownSeats, SPOTS, (event) => event.text ?? "")].map(([key, { seat, last }]) => [
    key,
    seat,
    last,
  ]);

it("marks the last action, and at one's turn all that has changed since one's own", () => {
  expect(marks(ENTRIES, [])).toEqual([["cell D4", "P", true]]);
  expect(marks(ENTRIES, ["A"])).toEqual([
    ["cell D4", "P", true],
    ["cell C3", "P", false],
  ]);
  expect(marks(ENTRIES.slice(0, 2), ["A"])).toEqual([["cell A1", "A", true]]);
  expect(tracesOf(ENTRIES, ["A"], SPOTS, (event) => event.text ?? "").get("cell C3")?.text).toBe("B on C3. P on C3.");
});

it("marks nothing that was taken back", () => {
  expect(marks([...ENTRIES, entryOf(6, { by: "P", undo: 3, events: [] })], [])).toEqual([["cell C3", "B", true]]);
});
