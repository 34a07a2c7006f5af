/** Scrolling on phones, where a sheet covers the lower part of the page. */

import { tick } from "svelte";
import { animated } from "../../settings.svelte";

/** The attribute of the lowest of the player's own pieces, which stays above the sheet. */
export const OWN = "data-own";

/** Where the page was last scrolled to, other than by the player. */
let goal = 0;

function scroll(by: number): void {
  goal = scrollY + by;
  if (Math.abs(by) > 1) scrollBy({ top: by, behavior: animated() ? "smooth" : "auto" });
}

/**
 * Scroll the player's own pieces to just above the sheet of a phone, so that as much of the board is in sight as can be. A player
 * who has scrolled further down is not taken back up.
 */
export function revealOwn(column: HTMLElement | null, covered: number): void {
  const bottom = (column?.querySelector(`[${OWN}]`) ?? column)?.getBoundingClientRect().bottom ?? 0;
  if (covered === 0 || bottom <= 0) return;
  const by = Math.max(bottom + 4 - innerHeight + covered, -scrollY);
  if (by > 0 || scrollY <= goal + 1) scroll(by);
}

/** Scroll the chosen places into sight above the sheet of a phone, once the page shows the choice of them. */
export function revealChosen(table: HTMLElement | null, covered: number): void {
  if (covered === 0) return;
  void tick().then(() => {
    const places = [...(table?.querySelectorAll(".boardbox [data-key][aria-pressed=true]") ?? [])];
    const boxes = places.map((place) => place.getBoundingClientRect());
    const top = Math.min(...boxes.map((box) => box.top)) - 8;
    const bottom = Math.max(...boxes.map((box) => box.bottom)) + 8;
    if (boxes.length) scroll(Math.min(top, Math.max(0, bottom - innerHeight + covered)));
  });
}
