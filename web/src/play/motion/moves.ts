/** What an event moves, from its own changes. A game says only where its things lie. */

import type { Change, GameEvent, Seat, TableFacts } from "../../api/types";
import type { Side } from "./scene";

/** A piece on the board. */
export interface Thing {
  /** The `data-piece` of its drawing. */
  piece: string;
  /** Places that it comes from if it is new, the best first; without any it appears where it lies. */
  from?: readonly string[];
  /** Places that it goes to if it leaves, the best first; without any it fades where it lay. */
  to?: readonly string[];
  /** Whether it rises from the ground if it is new. */
  rises?: boolean;
}

/** A change of a number that is shown somewhere. */
export interface Gain {
  /** The `data-counter` of the number. */
  counter: string;
  by: number;
}

/**
 * How a kind of event is seen: its pieces and numbers move, its places flash, both sides of a conflict face each other, or the sign
 * of its seat lights up.
 */
export type Look = "moves" | "flash" | "scene" | "still";

/** Where the things of a game lie, and how its events are seen. Places are `seat A`, `counter gold N`, or the key of a target. */
export interface Moves<F extends TableFacts = TableFacts> {
  looks: Readonly<Record<string, Look>>;
  /** Return the pieces that a value in a position stands for. */
  things(path: readonly string[], value: unknown, event: GameEvent, ownSeat: Seat | null): Thing[];
  /** Return both sides of a conflict that an event ends; `facts`: the table before it; `past`: the events before it. */
  fight(event: GameEvent, facts: F, past: readonly GameEvent[]): [Side, Side] | null;
  /** Return which of several conflicts an event ends, in words; null if there is only one. */
  order?(event: GameEvent, facts: F, past: readonly GameEvent[]): string | null;
  /** Return the pieces and places that show how a seat has won, in order. */
  way(facts: F, winner: Seat): string[];
  /** Return the numbers that an event changes. */
  gains(event: GameEvent): Gain[];
}

/** What one event shows. Steps with the same slot are shown together. */
export interface Step {
  slot: number;
  event: GameEvent;
  look: Look;
  arriving: Thing[];
  leaving: Thing[];
  /** The pieces that may have moved. */
  staying: Thing[];
  gains: Gain[];
  /** The places that the event is about. */
  places: readonly string[];
}

function thingsOf(
  event: GameEvent,
  moves: Pick<Moves, "things" | "gains" | "looks">,
  ownSeat: Seat | null,
  side: (change: Change) => unknown,
): Thing[] {
  return event.changes.flatMap((change) => moves.things(change.path, side(change), event, ownSeat));
}

/** Return what an event shows. */
function stepOf(
  event: GameEvent,
  moves: Pick<Moves, "things" | "gains" | "looks">,
  places: readonly string[],
  ownSeat: Seat | null,
): Omit<Step, "slot"> {
  const before = thingsOf(event, moves, ownSeat, (change) => change.before);
  const after = thingsOf(event, moves, ownSeat, (change) => change.after);
  const without = (things: Thing[], excluded: Thing[]) =>
    things.filter(({ piece }) => !excluded.some((thing) => thing.piece === piece));
  const arriving = without(after, before);
  return {
    event,
    look: moves.looks[event.kind] ?? "still",
    arriving,
    leaving: without(before, after),
    staying: without(after, arriving),
    gains: moves.gains(event),
    places,
  };
}

const isVisible = ({ look, arriving, leaving, staying, gains }: Omit<Step, "slot">): boolean =>
  look === "flash" || arriving.length + leaving.length + staying.length + gains.length > 0;

/** Return the steps of events in their order; neighbours of the same kind share a slot, such as the yields of all seats. */
export function stepsOf(
  events: readonly GameEvent[],
  moves: Pick<Moves, "things" | "gains" | "looks">,
  spots: (event: GameEvent) => readonly string[],
  ownSeat: Seat | null,
): Step[] {
  const steps = events.map((event) => stepOf(event, moves, spots(event), ownSeat)).filter(isVisible);
  let slot = 0;
  return steps.map((step, at) => {
    if (at > 0 && steps[at - 1]?.event.kind !== step.event.kind) slot += 1;
    return { ...step, slot };
  });
}
