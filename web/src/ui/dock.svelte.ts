/** The button for talk in the header. The page's talk, if any, shows it. */

interface Dock {
  /** Null if the page has no talk. */
  label: string | null;
  open: boolean;
  unread: number;
}

export const dock: Dock = $state({ label: null, open: false, unread: 0 });

/** Show the button. Return a function that removes it. */
export function showDock(label: string): () => void {
  dock.label = label;
  dock.open = false;
  dock.unread = 0;
  return () => {
    dock.label = null;
    dock.open = false;
  };
}
