/** A game's board outside its table: in the review, the rules and lessons. */

import type { Seat, TableFacts } from "../api/types";
import type { Mark } from "./marks";

/** Properties of a component that shows such a board. */
export interface SceneProps<F extends TableFacts = TableFacts> {
  purpose: "review" | "rules" | "lesson";
  facts: F;
  /** The seat whose view of the table is shown. */
  seat: Seat | null;
  /** The marks of targets, by key. */
  marks?: Record<string, Mark>;
  /** An action whose effects are drawn. */
  action?: string | null;
  animate?: boolean;
  /** Called when a target is picked; null: the area around the targets. */
  onpick?: (key: string | null) => void;
}
