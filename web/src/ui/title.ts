/** The window's title: which page it is, and how many games wait for whoever plays here. */

import { t } from "../texts";

let shown: string | null = null;
let waiting = 0;

function write(): void {
  const page = shown ? t("shell.title_page", { page: shown }) : t("shell.brand");
  document.title = waiting > 0 ? t("shell.title_waiting", { n: waiting, page }) : page;
}

/** Set the title to that of a page; the start page has none of its own. */
export function setTitle(page: string | null): void {
  shown = page;
  waiting = 0;
  write();
}

/** Say in the title how many games wait. */
export function setWaiting(games: number): void {
  waiting = games;
  write();
}
