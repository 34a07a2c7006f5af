/** The reader's choice of language: of the page, on this device, and with the account. */

import { api, me } from "../api/client";
import { isDevice } from "../home";
import { bestOf, directionOf, language, onLanguage } from "../language";
import { notify } from "../notices.svelte";
import { t } from "../texts";
import { onChoice, ownChoice } from "../texts/choice";
import page from "../texts/en/page.json";
import { speak } from "../texts/parts.svelte";
import { keepLanguage } from "../worker/shell";

/** Write the language into the page's frame, and keep it for notifications. */
export function frame(): void {
  const { documentElement: root } = document;
  root.lang = language();
  root.dir = directionOf(language());
  document.querySelector<HTMLMetaElement>('meta[name="description"]')?.setAttribute("content", page.description);
  if (navigator.serviceWorker && !isDevice) keepLanguage(language()).catch(() => null); // the browser may keep nothing
}
onLanguage(() => {
  frame();
  navigator.serviceWorker?.controller?.postMessage("language");
});
onChoice((tag) => void speak(tag).catch(() => null));

/** Change the language, as the reader has chosen. */
export async function choose(tag: string): Promise<void> {
  try {
    await speak(tag);
  } catch {
    notify({ key: "language", text: t("shell.part_failed"), kind: "trouble", lasting: 8_000 });
    return;
  }
  if (!isDevice) api.put("/api/me/language", { language: tag }).catch(() => null); // the choice holds here
}

/** Take over the language of the account on a device where none was chosen. */
export async function adopt(): Promise<void> {
  if (ownChoice() !== null) return;
  const { language: wish } = await me();
  const tag = bestOf([wish ?? ""]);
  if (tag) await speak(tag);
}
