/** Touch gestures: one finger drags the map, two change its scale. */

import type { Point } from "./geometry";

interface Movement {
  /** The movement of the point between the fingers, in pixels. */
  by: Point;
  /** The current position of that point. */
  at: Point;
  factor: number;
}

const SLACK = 8;

export class Gestures {
  readonly #fingers = new Map<number, Point>();
  #start: Point = { x: 0, y: 0 };
  /** The type of the last pointer pressed: "mouse", "touch" or "pen". */
  kind = "mouse";
  /** Whether the fingers have moved too far for a tap. */
  dragged = false;

  down({ pointerId, pointerType, clientX, clientY }: PointerEvent): void {
    this.kind = pointerType || "mouse";
    if (this.#fingers.size === 0) {
      this.dragged = false;
      this.#start = { x: clientX, y: clientY };
    }
    this.#fingers.set(pointerId, { x: clientX, y: clientY });
  }

  /** Return what a pointer movement means for the map, or null. */
  move({ pointerId, clientX, clientY }: PointerEvent): Movement | null {
    const before = this.#fingers.get(pointerId);
    if (!before) return null;
    const now = { x: clientX, y: clientY };
    const secondFinger = [...this.#fingers].find(([id]) => id !== pointerId)?.[1];
    this.#fingers.set(pointerId, now);
    if (secondFinger) {
      this.dragged = true;
      const length = ({ x, y }: Point) => Math.hypot(x - secondFinger.x, y - secondFinger.y) || 1;
      const by = { x: (now.x - before.x) / 2, y: (now.y - before.y) / 2 };
      return {
        by,
        at: { x: (now.x + secondFinger.x) / 2, y: (now.y + secondFinger.y) / 2 },
        factor: length(now) / length(before),
      };
    }
    if (!this.dragged && Math.hypot(now.x - this.#start.x, now.y - this.#start.y) < SLACK) return null;
    this.dragged = true;
    return { by: { x: now.x - before.x, y: now.y - before.y }, at: now, factor: 1 };
  }

  up({ pointerId }: PointerEvent): void {
    this.#fingers.delete(pointerId);
  }
}
