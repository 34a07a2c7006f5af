/** The window's title: the page, and the number of games that wait for the visitor. */

import { onLanguage } from "../language";
import { t } from "../texts";

let currentTitle: (() => string) | null = null;
let waiting = 0;

function write(): void {
  const page = currentTitle ? t("shell.title_page", { page: currentTitle() }) : t("shell.brand");
  document.title = waiting > 0 ? t("shell.title_waiting", { n: waiting, page }) : page;
}

onLanguage(write);

/** Set the title for a page. The start page has only the application's name. */
export function setTitle(page: (() => string) | null): void {
  currentTitle = page;
  waiting = 0;
  write();
}

/** Show the number of waiting games in the title. */
export function setWaiting(games: number): void {
  waiting = games;
  write();
}
