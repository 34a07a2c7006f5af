/** Short notes to the user that lie above the page: what has happened and what comes of it. */

export interface Notice {
  /** Who says it; a later notice of the same key takes the place of this one. */
  key: string;
  text: string;
  kind: "info" | "trouble" | "good";
  action?: { label: string; run: () => void };
  /** Goes by itself after so many milliseconds. */
  lasting?: number;
}

export const notices: { all: Notice[] } = $state({ all: [] });

const timers = new Map<string, ReturnType<typeof setTimeout>>();

/** Take a notice away. */
export function dismiss(key: string): void {
  clearTimeout(timers.get(key));
  timers.delete(key);
  if (notices.all.some((one) => one.key === key)) notices.all = notices.all.filter((one) => one.key !== key);
}

/** Show a notice. */
export function notify(notice: Notice): void {
  clearTimeout(timers.get(notice.key));
  timers.delete(notice.key);
  const place = notices.all.findIndex((one) => one.key === notice.key);
  notices.all = place < 0 ? [...notices.all, notice] : notices.all.map((one, at) => (at === place ? notice : one));
  if (notice.lasting) timers.set(notice.key, setTimeout(() => dismiss(notice.key), notice.lasting));
}
