import "./app.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { isDevice } from "./home";
import { language } from "./language";
import { later } from "./pages";
import { ready } from "./texts/parts.svelte";
import { frame } from "./ui/languages";

// The worker caches the shell for when the server cannot be reached. The development server goes without it.
if (import.meta.env.PROD && !isDevice) {
  addEventListener("load", () => void navigator.serviceWorker?.register("/worker.js").catch(() => null));
  // An installed page keeps what it needs to play without its server.
  const keep = () => void later().then(({ offline }) => offline());
  addEventListener("appinstalled", keep);
  if (matchMedia("(display-mode: standalone)").matches) addEventListener("load", keep);
}

/** The longest wait for the fonts in milliseconds. The page preloads them, so they are on their way already. */
const TYPE_WITHIN = 1000;

/** Milliseconds between two tries to load the first texts. */
const AGAIN = 4000;
const app = document.getElementById("app") as HTMLElement;

/** Load the first texts. Without them nothing can be shown but that they are missing, in the words of `index.html`. */
async function texts(): Promise<void> {
  for (;;) {
    try {
      return await ready();
    } catch {
      app.querySelector("p")?.removeAttribute("hidden");
      await new Promise((again) => setTimeout(again, AGAIN));
    }
  }
}

/** What the fonts are loaded for: English does without the letters of other languages. */
const letters = language() === "en" ? "A" : "Aé";
const type = Promise.all(
  ["600 1em 'Kingdoms Serif'", "1em 'Kingdoms Sans'"].map((font) => document.fonts.load(font, letters)),
);
const home = isDevice ? later().then(({ device }) => device()) : null;
void Promise.all([
  home,
  texts(),
  Promise.race([type.catch(() => null), new Promise((late) => setTimeout(late, TYPE_WITHIN))]),
]).then(() => {
  frame();
  app.replaceChildren();
  mount(App, { target: app });
});
