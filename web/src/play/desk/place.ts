/** A visitor's place at a table, and the parts that a game supplies for it. */

import type { Snippet } from "svelte";
import type { Feed } from "../../api/feed.svelte";
import type { CatalogueGame, GameEvent, GameInfo, Outcome, Seat, TableFacts } from "../../api/types";
import type { Composer, Server } from "./composer.svelte";
import type { Idiom } from "./idiom";
import type { Option } from "./options";
import type { Advised } from "./speech";

/** A table set up for a puzzle: its feed and judge are not those of a game on the server. */
export interface Stage {
  feed: Feed;
  server: Server;
  /** The heading of the page. */
  title: string;
  /** Shown above the question; `say` describes an event, and `reason` gives the reason for a choice at a table. */
  above: Snippet<[say: (event: GameEvent) => string, reason: (advised: Advised, facts: TableFacts) => Promise<string>]>;
  /** Whether the question is hidden. */
  readonly silent: boolean;
}

/** Properties of a page that shows a game. */
export interface Place extends Record<string, unknown> {
  id: string;
  game: CatalogueGame;
  /** The visitor's seat; null: an onlooker; undefined: the server's choice. */
  seat: Seat | null | undefined;
  /** Whether another player at this screen has just passed it on. */
  passed: boolean;
  /** Takes another of the visitor's seats. */
  onsit: (seat: Seat) => void;
  /** Null or omitted for a game on the server. */
  stage?: Stage | null;
}

/** Properties of a component that shows the effects of a chosen option. */
export interface OutlookProps<F extends TableFacts, O extends Option> extends Record<string, unknown> {
  idiom: Idiom<F, O>;
  composer: Composer<F, O>;
  info: GameInfo;
  facts: F;
  option: O;
}

/** Properties of a component that shows the scores at the end of a game. */
export interface ScoresProps<F extends TableFacts> extends Record<string, unknown> {
  info: GameInfo;
  facts: F;
  outcome: Outcome;
  /** The visitor's seats. */
  ownSeats: readonly Seat[];
}

/** The person at a seat, for the seat's card. */
export interface Sitting {
  info: GameInfo;
  /** Whether the person has been away long enough for a bot to stand in. */
  absent: boolean;
  /** Lets a bot stand in. */
  onbot: () => void;
  /** Takes the seat back from a bot. */
  onreturn: () => void;
}
