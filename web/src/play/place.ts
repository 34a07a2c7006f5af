/** Where somebody sits. */

import type { Snippet } from "svelte";
import type { Feed } from "../api/feed.svelte";
import type { CatalogueGame, GameEvent, Seat } from "../api/types";
import type { Server } from "./composer.svelte";

/** A table that is set up for something else than a game: followed and judged by whoever has set it up. */
export interface Stage {
  feed: Feed;
  server: Server;
  /** The heading of the page. */
  title: string;
  /** What is said of it, above what is asked. */
  above: Snippet<[say: (event: GameEvent) => string]>;
  /** Whether nothing else is said or asked now. */
  readonly silent: boolean;
}

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
  /** Null, or left out: a game of the server's. */
  stage?: Stage | null;
}
