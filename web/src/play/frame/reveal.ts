/** Scrolling on phones, where a sheet covers the lower part of the page. */

import { tick } from "svelte";
import { animated } from "../../settings.svelte";

/** The attribute of the lowest of the player's own pieces, which stays above the sheet. */
export const OWN = "data-own";

/** Scroll an element into the part of the window above the sheet, if the sheet covers the page. */
export function reveal(element: Element | null | undefined, sheet: HTMLElement): void {
  if (!element || getComputedStyle(sheet).position !== "fixed") return;
  const { top, bottom } = element.getBoundingClientRect();
  const end = innerHeight - sheet.offsetHeight;
  const by = bottom > end ? bottom - end : top < 0 && bottom - top <= end ? top : 0;
  if (Math.abs(by) > 1) scrollBy({ top: by, behavior: animated() ? "smooth" : "auto" });
}

/** Scroll the place with a key into sight, once the page shows the choice of it. */
export function revealPlace(table: HTMLElement | null, key: string | undefined): void {
  const sheet = table?.querySelector<HTMLElement>(".asked");
  if (key && sheet)
    void tick().then(() => reveal(table?.querySelector(`.boardbox [data-key="${CSS.escape(key)}"]`), sheet));
}
