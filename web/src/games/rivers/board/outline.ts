/** Outlines of groups of cells: kingdoms, the wonder. */

import { CELL, columnOf, type Point, rowOf, stepFrom } from "./geometry";
import type { CellName } from "../types";

interface Edge {
  from: Point;
  to: Point;
}

/** Return the sides of cells without a neighbour in the group, each clockwise around its cell. */
function edgesOf(cells: ReadonlySet<CellName>): Edge[] {
  const edges: Edge[] = [];
  for (const cell of cells) {
    const [x, y] = [columnOf(cell) * CELL, rowOf(cell) * CELL];
    const corners = [
      { x, y },
      { x: x + CELL, y },
      { x: x + CELL, y: y + CELL },
      { x, y: y + CELL },
    ];
    const ways = [
      [0, -1],
      [1, 0],
      [0, 1],
      [-1, 0],
    ] as const;
    ways.forEach(([right, down], i) => {
      const next = stepFrom(cell, right, down);
      const [from, to] = [corners[i], corners[(i + 1) % 4]];
      if (from && to && !(next !== null && cells.has(next))) edges.push({ from, to });
    });
  }
  return edges;
}

const key = ({ x, y }: Point): string => `${x} ${y}`;

/** Return whether the path from one edge to the next turns right. */
function turnsRight(edge: Edge, next: Edge): boolean {
  const [ax, ay] = [edge.to.x - edge.from.x, edge.to.y - edge.from.y];
  const [bx, by] = [next.to.x - next.from.x, next.to.y - next.from.y];
  return ax * by - ay * bx > 0;
}

/** Join edges into closed lines. Where two cells touch only at a corner, each line follows its own cell. */
function loopsOf(cells: ReadonlySet<CellName>): Edge[][] {
  const open = new Map<string, Edge[]>();
  for (const edge of edgesOf(cells)) open.set(key(edge.from), [...(open.get(key(edge.from)) ?? []), edge]);
  const loops: Edge[][] = [];
  for (const waiting of open.values())
    for (let edge = waiting.pop(); edge; edge = waiting.pop()) {
      const loop: Edge[] = [];
      for (let next: Edge | undefined = edge; next;) {
        loop.push(next);
        const edge: Edge = next;
        const choices: Edge[] = open.get(key(edge.to)) ?? [];
        const chosen: number = Math.max(
          choices.findIndex((choice) => turnsRight(edge, choice)),
          0,
        );
        next = choices.splice(chosen, 1)[0];
      }
      loops.push(loop);
    }
  return loops;
}

/** Return the corners of a loop, moved inward. */
function cornersOf(loop: readonly Edge[], inset: number): Point[] {
  const inward = ({ from, to }: Edge): Point => ({ x: -Math.sign(to.y - from.y), y: Math.sign(to.x - from.x) });
  return loop.flatMap((edge, i) => {
    const [a, b] = [inward(loop[(i + loop.length - 1) % loop.length] ?? edge), inward(edge)];
    const straight = a.x === b.x && a.y === b.y;
    return straight ? [] : [{ x: edge.from.x + (a.x + b.x) * inset, y: edge.from.y + (a.y + b.y) * inset }];
  });
}

function rounded(corners: readonly Point[], radius: number): string {
  const toward = (from: Point, to: Point): string => {
    const share = radius / (Math.hypot(to.x - from.x, to.y - from.y) || 1);
    return `${(from.x + (to.x - from.x) * share).toFixed(1)} ${(from.y + (to.y - from.y) * share).toFixed(1)}`;
  };
  const path = corners.map((corner, i) => {
    const before = corners[(i + corners.length - 1) % corners.length] ?? corner;
    const after = corners[(i + 1) % corners.length] ?? corner;
    return `${i === 0 ? "M" : "L"}${toward(corner, before)}Q${corner.x} ${corner.y} ${toward(corner, after)}`;
  });
  return `${path.join("")}Z`;
}

/** Return the outline of a group of cells, holes included, moved inward by `inset`, with round corners. */
export function outlineOf(cells: Iterable<CellName>, inset = 0, radius = 10): string {
  return loopsOf(new Set(cells))
    .map((loop) => rounded(cornersOf(loop, inset), radius))
    .join("");
}
