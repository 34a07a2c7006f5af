/** The badge on the icon of an installed page: the number of games that wait for the visitor. */

/** Show a number on the icon, or none for 0. Browsers without badges ignore it. */
export function badge(waiting: number): void {
  const update = waiting > 0 ? navigator.setAppBadge?.(waiting) : navigator.clearAppBadge?.();
  void update?.catch(() => null); // the page is not installed
}
