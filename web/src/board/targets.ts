/** The targets of a board: the areas that stand for something when they are pointed at. Lengths are in units of the drawing. */

/** A part of the drawing, from its upper left corner. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Target {
  key: string;
  /** Its name and state, as a screen reader says it. */
  name: string;
  /** Its middle. */
  x: number;
  y: number;
  width: number;
  height: number;
  /** The radius of its corners. */
  round: number;
  /** Whether pointing passes through to the target beneath it. */
  through?: boolean;
}

/** Targets that are read together, such as a row of a map. */
export interface Group {
  key: string;
  name: string;
  targets: readonly Target[];
}
