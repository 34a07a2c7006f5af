/** The title and the component of each page; components are loaded on demand. */

import type { Component } from "svelte";
import { pageKey, type PageName, type ParametersOf, type Route } from "./router.svelte";
import { t } from "./texts";

interface PageParts<Props extends object> {
  /** Null if the title is the application's name alone, or set by the page. */
  title: (() => string) | null;
  load: () => Promise<{ default: Component<Props> }>;
}

export const later = () => import("./pages/later");

const PAGES: { [Name in PageName]: PageParts<ParametersOf<Name>> } = {
  start: { title: null, load: () => import("./pages/StartPage.svelte") },
  new: { title: () => t("shell.new_title"), load: () => import("./pages/setup/NewGamePage.svelte") },
  games: { title: () => t("shell.nav_games"), load: () => import("./pages/GamesPage.svelte") },
  you: { title: () => t("shell.nav_you"), load: async () => (await later()).you() },
  people: { title: () => t("shell.people_title"), load: async () => (await later()).people() },
  person: { title: () => t("shell.person_title"), load: async () => (await later()).person() },
  game: { title: () => t("shell.nav_play"), load: () => import("./pages/GamePage.svelte") },
  review: { title: () => t("shell.review"), load: async () => (await later()).review() },
  text: { title: () => t("shell.nav_play"), load: async () => (await later()).text() },
  learn: { title: () => t("shell.nav_learn"), load: () => import("./pages/LearnPage.svelte") },
  rules: { title: () => t("shell.nav_rules"), load: async () => (await later()).rules() },
  position: { title: null, load: async () => (await later()).position() },
  analysis: { title: () => t("shell.analysis"), load: async () => (await later()).analysis() },
  puzzles: { title: () => t("shell.nav_puzzles"), load: () => import("./pages/PuzzlesPage.svelte") },
  puzzle: { title: () => t("shell.puzzle"), load: async () => (await later()).puzzle() },
  run: { title: null, load: async () => (await later()).run() },
  mistake: { title: null, load: async () => (await later()).mistake() },
  invite: { title: () => t("shell.invite_title"), load: async () => (await later()).invite() },
  claim: { title: () => t("shell.claim_title"), load: async () => (await later()).claim() },
};

export interface Shown extends PageParts<Record<string, unknown>> {
  /** Pages with different keys share no component state. */
  key: string;
  props: Record<string, unknown>;
}

/** Return the parts of the current page, or null if there is no such page. */
export function currentPage(route: Route): Shown | null {
  const { name, ...props } = route.page;
  if (name === "missing") return null;
  return { ...(PAGES[name] as PageParts<Record<string, unknown>>), key: pageKey(route), props };
}
