/** The mark on the icon of a page that is installed: how many games wait for whoever plays here. */

/** Show a number on the icon, none for 0; browsers that have no such mark go without. */
export function badge(waiting: number): void {
  const shown = waiting > 0 ? navigator.setAppBadge?.(waiting) : navigator.clearAppBadge?.();
  void shown?.catch(() => null); // it is not installed
}
