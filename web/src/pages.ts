/** Which component shows which page; each is loaded when it is first gone to. */

import type { Component } from "svelte";
import type { Page } from "./router.svelte";
import { t } from "./texts";

type Load<P extends Record<string, unknown>> = () => Promise<{ default: Component<P> }>;

export interface Shown {
  /** Pages of different keys share nothing on the screen. */
  key: string;
  title: string | null;
  load: Load<Record<string, unknown>>;
  props: Record<string, unknown>;
}

/** Pair a component with what it is given; that the two agree is checked here, and forgotten after. */
function shown<P extends Record<string, unknown>>(key: string, title: string | null, load: Load<P>, props: P): Shown {
  return { key, title, load: load as unknown as Shown["load"], props };
}

/** Return what shows a page, null if there is none. */
export function currentPage(page: Page): Shown | null {
  switch (page.name) {
    case "start":
      return shown("start", null, () => import("./pages/StartPage.svelte"), {});
    case "new":
      return shown("new", t("shell.new_title"), () => import("./pages/NewGamePage.svelte"), {});
    case "games":
      return shown("games", t("shell.games_title"), () => import("./pages/GamesPage.svelte"), {});
    case "you":
      return shown("you", t("shell.nav_you"), () => import("./pages/YouPage.svelte"), {});
    case "people":
      return shown("people", t("shell.people_title"), () => import("./pages/PeoplePage.svelte"), {});
    case "person":
      return shown(`person ${page.address}`, t("shell.person_title"), () => import("./pages/PersonPage.svelte"), { address: page.address });
    case "game":
      return shown(`game ${page.id}`, t("shell.nav_play"), () => import("./pages/GamePage.svelte"), { id: page.id });
    case "review":
      return shown(`review ${page.id}`, t("shell.game_review"), () => import("./pages/ReviewPage.svelte"), { id: page.id });
    case "text":
      return shown(`text ${page.id}`, t("shell.nav_play"), () => import("./pages/TextPage.svelte"), { id: page.id });
    case "learn": {
      const props = page.lesson === null ? {} : { lesson: page.lesson };
      return shown(`learn ${page.lesson ?? ""}`, t("shell.nav_learn"), () => import("./pages/LearnPage.svelte"), props);
    }
    case "rules":
      return shown(`rules ${page.game}`, t("shell.nav_rules"), () => import("./pages/RulesPage.svelte"), { game: page.game });
    case "puzzles":
      return shown("puzzles", t("shell.nav_puzzles"), () => import("./pages/PuzzlesPage.svelte"), {});
    case "puzzle":
      return shown(`puzzle ${page.id}`, t("shell.puzzle"), () => import("./pages/PuzzlePage.svelte"), { name: page.id });
    case "claim":
      return shown(`claim ${page.token}`, t("shell.claim_title"), () => import("./pages/ClaimPage.svelte"), { token: page.token });
    case "missing":
      return null;
  }
}
