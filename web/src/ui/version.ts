/** Detects that the server has a newer build than the open page, and offers a reload before parts of the page fail. */

import { t } from "../texts";
import { dismiss, notify } from "../notices.svelte";
import { ANYWHERE } from "../worker/shell";

/** Return whether this page comes from the device's cache, since the server cannot be reached. */
const isKept = (): boolean => document.documentElement.dataset["offline"] !== undefined;

function offerNewer(): void {
  if (isKept()) return; // parts are missing because the server cannot be reached
  notify({
    key: "newer",
    text: t("shell.newer"),
    kind: "info",
    action: { label: t("shell.reload"), run: () => location.reload() },
  });
}

/** Offer a reload when a part of the page is no longer on the server. Return a function that stops it. */
export function watchParts(): () => void {
  addEventListener("vite:preloadError", offerNewer);
  return () => removeEventListener("vite:preloadError", offerNewer);
}

/** Compare the server's page with this one: the name of its script changes with the content. */
export async function lookForNewer(): Promise<void> {
  const script = document
    .querySelector<HTMLScriptElement>('script[type="module"][src*="/assets/"]')
    ?.getAttribute("src");
  if (!script) return; // the development server has no built script
  try {
    const answer = await fetch("/", { cache: "no-store" });
    const page = await answer.text();
    if (answer.ok && page.includes("/assets/") && !page.includes(script)) offerNewer();
  } catch {
    // The connection is lost again; the next check follows when it is back.
  }
}

/** Show a notice if the page comes from the cache, until the device is online. Return a function that stops it. */
export function watchLine(): () => void {
  const lost = () =>
    notify({
      key: "offline",
      text: t("shell.offline_page"),
      kind: "trouble",
      ...(document.documentElement.dataset["anywhere"] === undefined
        ? {}
        : { link: { label: t("shell.anywhere"), href: ANYWHERE } }),
      action: { label: t("shell.try_now"), run: () => location.reload() },
    });
  const back = () => dismiss("offline");
  if (isKept()) lost();
  addEventListener("online", back);
  return () => removeEventListener("online", back);
}
