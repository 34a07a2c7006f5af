/** The targets of a board: areas that can be pointed at and picked. Lengths are in units of the drawing. */

/** A rectangle of the drawing, given by its upper left corner and size. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Target {
  key: string;
  /** The name and state of the target, for screen readers. */
  name: string;
  /** The middle of the target. */
  x: number;
  y: number;
  width: number;
  height: number;
  /** The radius of the corners. */
  round: number;
  /** Whether pointer events pass through to the target beneath. */
  through?: boolean;
}

/** Targets that belong together for screen readers, such as a row of a map. */
export interface Group {
  key: string;
  name: string;
  targets: readonly Target[];
}
