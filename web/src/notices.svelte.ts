/** Short notices above the page: an event, and what it means for the visitor. */

interface Notice {
  /** The source; a new notice replaces the one with the same key. */
  key: string;
  text: string;
  kind: "info" | "trouble" | "good";
  action?: { label: string; run: () => void };
  link?: { label: string; href: string };
  /** Milliseconds after which the notice disappears. */
  lasting?: number;
}

export const notices: { all: Notice[] } = $state({ all: [] });

const timers = new Map<string, ReturnType<typeof setTimeout>>();

export function dismiss(key: string): void {
  clearTimeout(timers.get(key));
  timers.delete(key);
  if (notices.all.some((candidate) => candidate.key === key))
    notices.all = notices.all.filter((candidate) => candidate.key !== key);
}

/** Show a notice, in place of any with the same key. */
export function notify(notice: Notice): void {
  clearTimeout(timers.get(notice.key));
  timers.delete(notice.key);
  const place = notices.all.findIndex((candidate) => candidate.key === notice.key);
  notices.all =
    place < 0 ? [...notices.all, notice] : notices.all.map((candidate, at) => (at === place ? notice : candidate));
  if (notice.lasting)
    timers.set(
      notice.key,
      setTimeout(() => dismiss(notice.key), notice.lasting),
    );
}
