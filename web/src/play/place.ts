/** Where somebody sits. */

import type { CatalogueGame, Seat } from "../api/types";

/** What a page is given that shows a game. */
export interface Place extends Record<string, unknown> {
  id: string;
  /** What is played. */
  game: CatalogueGame;
  /** Where the visitor sits; null: an onlooker; undefined: wherever the server puts them. */
  seat: Seat | null | undefined;
  /** Whether the screen has just come from somebody else at it. */
  passed: boolean;
  /** Go to sit at another of one's seats. */
  onsit: (seat: Seat) => void;
}
