/** Scrolling on phones, where a sheet covers the lower part of the page. */

import { tick } from "svelte";
import { animated } from "../../settings.svelte";

/** The attribute of the lowest of the player's own pieces, which stays above the sheet. */
export const OWN = "data-own";

function scroll(by: number): void {
  if (Math.abs(by) > 1) scrollBy({ top: by, behavior: animated() ? "smooth" : "auto" });
}

/** Scroll the player's own pieces to just above the sheet of a phone, so that as much of the board is in sight as can be. */
export function revealOwn(column: HTMLElement | null, covered: number): void {
  const bottom = (column?.querySelector(`[${OWN}]`) ?? column)?.getBoundingClientRect().bottom ?? 0;
  if (covered > 0 && bottom > 0) scroll(Math.max(bottom + 4 - innerHeight + covered, -scrollY));
}

/** Scroll the place with a key into sight above the sheet of a phone, once the page shows the choice of it. */
export function revealPlace(table: HTMLElement | null, key: string | undefined, covered: number): void {
  if (key === undefined || covered === 0) return;
  void tick().then(() => {
    const box = table?.querySelector(`.boardbox [data-key="${CSS.escape(key)}"]`)?.getBoundingClientRect();
    if (box)
      scroll(box.top < 8 ? box.top - 8 : Math.max(0, Math.min(box.bottom + 8 - innerHeight + covered, box.top - 8)));
  });
}
