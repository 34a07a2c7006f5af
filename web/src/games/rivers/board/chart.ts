/** The orientation of the map: as printed or, on upright phones, turned by a quarter, with north at the right. */

import { MediaQuery } from "svelte/reactivity";
import { type Box, HEIGHT, type Point, WHOLE, WIDTH } from "./geometry";

/** Lengths and points of a chart are those of the drawing; on a printed map they are the map's own. */
export interface Chart {
  turned: boolean;
  /** The whole drawing. */
  whole: Box;
  /** The size of the map without its edge. */
  width: number;
  height: number;
  /** Return the point of the drawing at a point of the map. */
  draw(point: Point): Point;
  /** Return the point of the map at a point of the drawing. */
  find(point: Point): Point;
}

export const PRINTED: Chart = {
  turned: false,
  whole: WHOLE,
  width: WIDTH,
  height: HEIGHT,
  draw: (point) => point,
  find: (point) => point,
};

/** The edge has names at the left and above only, so that eleven cells fill the width of a phone. */
const EDGE = { names: 26, right: 2, below: 12 };

export const TURNED: Chart = {
  turned: true,
  whole: {
    x: -EDGE.names,
    y: -EDGE.names,
    width: EDGE.names + HEIGHT + EDGE.right,
    height: EDGE.names + WIDTH + EDGE.below,
  },
  width: HEIGHT,
  height: WIDTH,
  draw: ({ x, y }) => ({ x: HEIGHT - y, y: x }),
  find: ({ x, y }) => ({ x: y, y: HEIGHT - x }),
};

const phone = new MediaQuery("(max-width: 640px) and (orientation: portrait)");

/** Return the chart for the present screen. */
export function currentChart(): Chart {
  return phone.current ? TURNED : PRINTED;
}

/** Return the width of the current chart's drawing divided by its height. */
export function currentRatio(): number {
  const { width, height } = currentChart().whole;
  return width / height;
}
