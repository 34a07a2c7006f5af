/** A game's board outside its table: in the review, in the rules and in lessons. */

import type { Seat, TableFacts } from "../api/types";
import type { Mark } from "./marks";

/** Properties of a component that shows such a board. */
export interface SceneProps<F extends TableFacts = TableFacts> {
  purpose: "review" | "rules" | "lesson";
  facts: F;
  /** The seat whose view of the table is shown. */
  seat: Seat | null;
  /** How targets stand out, by key. */
  marks?: Record<string, Mark>;
  /** An action whose changes are drawn. */
  action?: string | null;
  animate?: boolean;
  /** A target was picked; null: the area around them. */
  onpick?: (key: string | null) => void;
}
