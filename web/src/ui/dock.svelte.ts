/** The button for talk in the header: whoever has something to talk about puts it there. */

interface Dock {
  /** Null: nobody talks on this page. */
  label: string | null;
  open: boolean;
  unread: number;
}

export const dock: Dock = $state({ label: null, open: false, unread: 0 });

/** Let the button be there; returns how to take it away. */
export function showDock(label: string): () => void {
  dock.label = label;
  dock.open = false;
  dock.unread = 0;
  return () => {
    dock.label = null;
    dock.open = false;
  };
}
