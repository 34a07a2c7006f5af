/** What the pages show differently for each game: found here, loaded when it is first needed. Nothing else asks which game it is. */

import type { Component } from "svelte";
import type { Choice, Entry, GameInfo, Seat, TableFacts } from "./api/types";
import type { Course } from "./learn/lesson";
import type { Idiom } from "./play/idiom";
import type { LogRound, RoundStart } from "./review/cursor";
import type { RulesParts } from "./rules/picture";
import { t } from "./texts";

/** What a page is given that shows a game. */
export interface Place extends Record<string, unknown> {
  id: string;
  /** Where the visitor sits; null: an onlooker; undefined: wherever the server puts them. */
  seat: Seat | null | undefined;
  /** Whether the screen has just come from somebody else at it. */
  passed: boolean;
  /** Go to sit at another of one's seats. */
  onsit: (seat: Seat) => void;
}

/** The review's own parts. */
export interface ReviewParts<F extends TableFacts> {
  seatName: Idiom<F>["seatName"];
  /** The table at a moment; `hinted`: an action that a bot would take there. */
  Board: Component<{ facts: F; seat: Seat | null; hinted: string | null; animate: boolean }>;
  /** Width by height of the board. */
  ratio: number;
  Standings: Component<{ facts: F; names: Record<Seat, string> }>;
  standingsTitle: string;
  /** Where a moment stands, in words. */
  where(facts: F): string;
  /** Where the parts begin that one steps through: rounds, or turns. */
  starts(entries: readonly Entry[]): RoundStart[];
  /** All that was decided, by those parts; 0 is what comes before the first. */
  log(entries: readonly Entry[]): LogRound[];
  /** What such a part is called. */
  part(n: number): string;
  partName: string;
}

/** The text view's own parts. */
export interface TextParts<F extends TableFacts> {
  idiom: Pick<Idiom<F>, "seatName" | "groupName" | "groups">;
  /** The table in words. */
  Words: Component<{ facts: F; info: GameInfo | null; mine: readonly Seat[] }>;
  /** Whether an entry is worth a line of the log, and being read out. */
  tells(entry: Entry): boolean;
  /** What is waited for when nobody decides. */
  chance: string;
  /** The headings in it, by their ids. */
  headings: readonly { id: string; label: string }[];
  where(facts: F): string;
  /** What a choice costs and leads to, as far as its words do not say it. */
  forecast(choice: Choice, facts: F): string;
  /** Under which heading a choice comes. */
  groupOf(choice: Choice): string;
  /** The action that ends what one can do now. */
  ending: { action: string; label: string };
  /** The scores at the end, a line each. */
  scores(facts: F): string[];
  search: string;
  example: string;
}

type Loaded<T> = () => Promise<{ default: T }>;

export interface GameParts {
  title: string;
  /** Whether seats have secrets: at one screen they are then shown to one person at a time. */
  secrets: boolean;
  table: Loaded<Component<Place>>;
  review: Loaded<ReviewParts<TableFacts>>;
  text: Loaded<TextParts<TableFacts>>;
  learn: Loaded<Course>;
  rules: Loaded<RulesParts<TableFacts>>;
}

/** Gather a game's parts; that they agree on what the table is made of is checked here, and forgotten after. */
function gathered<F extends TableFacts>(parts: {
  title: string;
  secrets: boolean;
  table: Loaded<Component<Place>>;
  review: Loaded<ReviewParts<F>>;
  text: Loaded<TextParts<F>>;
  learn: Loaded<Course>;
  rules: Loaded<RulesParts<F>>;
}): GameParts {
  return parts as unknown as GameParts;
}

const GAMES: Record<string, GameParts> = {
  middlesea: gathered({
    title: t("shell.title"),
    secrets: false,
    table: () => import("./games/middlesea/play/Table.svelte"),
    review: () => import("./games/middlesea/review/parts"),
    text: () => import("./games/middlesea/text/parts"),
    learn: () => import("./games/middlesea/learn/course"),
    rules: () => import("./games/middlesea/rules/parts"),
  }),
  rivers: gathered({
    title: t("shell.title_rivers"),
    secrets: true,
    table: () => import("./games/rivers/play/RiversTable.svelte"),
    review: () => import("./games/rivers/review/parts"),
    text: () => import("./games/rivers/text/parts"),
    learn: () => import("./games/rivers/learn/course"),
    rules: () => import("./games/rivers/rules/parts"),
  }),
};

/** The parts of a game; null if this page does not know it. */
export function partsOf(game: string): GameParts | null {
  return GAMES[game] ?? null;
}

/** The lessons of all games. */
export async function courses(): Promise<Course[]> {
  const loaded = await Promise.all(Object.values(GAMES).map(async (game) => game.learn()));
  return loaded.map((one) => one.default);
}
