/** Keyboard focus on a change of page. */

/** Focus the main heading of a page as soon as it exists (pages load on demand). */
export function focusHeading(page: HTMLElement, patience = 5_000): void {
  const heading = page.querySelector<HTMLElement>("h1");
  if (heading) {
    land(heading);
    return;
  }
  const watcher = new MutationObserver(() => {
    const heading = page.querySelector<HTMLElement>("h1");
    if (!heading) return;
    stop();
    land(heading);
  });
  const timer = setTimeout(() => stop(), patience);
  const stop = () => {
    watcher.disconnect();
    clearTimeout(timer);
  };
  watcher.observe(page, { childList: true, subtree: true });
}

function land(heading: HTMLElement): void {
  heading.tabIndex = -1;
  heading.focus({ preventScroll: Boolean(location.hash) });
}
