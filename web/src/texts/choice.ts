/** The language that a page starts with, and where a reader's choice is kept. */

import { isDevice } from "../home";
import { bestOf, LANGUAGES, setLanguage } from "../language";
import { storageOf, stringOf } from "../storage";

const KEY = "kingdoms.language";
const stored = storageOf(KEY, stringOf);
/** The server sends the next page in the language of this cookie. */
const COOKIE = "kingdoms_language";
const YEAR = 365 * 24 * 60 * 60;

/** Return the reader's choice on this device, or null. */
export const ownChoice = (): string | null => bestOf([stored.load() ?? ""]);

/** Keep a choice on this device. */
export function keepChoice(tag: string): void {
  stored.save(tag);
  // biome-ignore lint/suspicious/noDocumentCookie: not all browsers have the Cookie Store API, and the value needs no escapes.
  if (!isDevice) document.cookie = `${COOKIE}=${tag}; Path=/; SameSite=Lax; Max-Age=${YEAR}`;
}

/** Call a listener when a choice is made in another window. */
export function onChoice(listener: (tag: string) => void): void {
  addEventListener("storage", ({ key }) => {
    const tag = key === KEY ? ownChoice() : null;
    if (tag) listener(tag);
  });
}

/** Return the language that the address asks for, which is a choice; the address is then as any other. */
function addressed(): string | null {
  const [found, wish = ""] = /[?&]lang=([\w-]+)/.exec(location.href) ?? [];
  const tag = bestOf([wish]);
  if (found)
    history.replaceState(history.state, "", location.href.replace(found, "").replace(/^([^?#]*(?:#[^?]*)?)&/, "$1?"));
  if (tag) keepChoice(tag);
  return tag;
}

/** Return the language of the page that the server has sent; a page on any host, or in development, has not been chosen. */
const served = (): string | null =>
  isDevice || !import.meta.env.PROD ? null : bestOf([document.documentElement.lang]);

setLanguage(addressed() ?? ownChoice() ?? served() ?? bestOf(navigator.languages) ?? LANGUAGES[0] ?? "en");
