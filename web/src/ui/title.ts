/** The window's title. */

import { t } from "../texts";

/** Set the title to that of a page; the start page has none of its own. */
export function setTitle(page: string | null): void {
  document.title = page ? t("shell.title_page", { page }) : t("shell.brand");
}
