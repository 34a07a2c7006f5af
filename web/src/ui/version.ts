/** A page that has been open while the server was renewed: it asks to be loaded anew rather than failing by parts. */

import { t } from "../texts";
import { dismiss, notify } from "../notices.svelte";

/** Whether this page is one that the device has kept, since the server cannot be reached. */
const isKept = (): boolean => document.documentElement.dataset["offline"] !== undefined;

function offerNewer(): void {
  if (isKept()) return; // what is missing is missing for that reason
  notify({ key: "newer", text: t("shell.newer"), kind: "info", action: { label: t("shell.reload"), run: () => location.reload() } });
}

/** Offer to load the page anew when a part of it is not at the server any more; returns how to stop. */
export function watchParts(): () => void {
  addEventListener("vite:preloadError", offerNewer);
  return () => removeEventListener("vite:preloadError", offerNewer);
}

/** Compare the server's page with this one: its script's name changes with what is in it. */
export async function lookForNewer(): Promise<void> {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src*="/assets/"]')?.getAttribute("src");
  if (!script) return; // the page comes from the development server
  try {
    const answer = await fetch("/", { cache: "no-store" });
    const page = await answer.text();
    if (answer.ok && page.includes("/assets/") && !page.includes(script)) offerNewer();
  } catch {
    // The connection has gone again; there will be another look when it is back.
  }
}

/** Say when the page is one that the device has kept, since the server cannot be reached; returns how to stop. */
export function watchLine(): () => void {
  const lost = () => notify({ key: "offline", text: t("shell.offline_page"), kind: "trouble", action: { label: t("shell.try_now"), run: () => location.reload() } });
  const back = () => dismiss("offline");
  if (isKept()) lost();
  addEventListener("online", back);
  return () => removeEventListener("online", back);
}
