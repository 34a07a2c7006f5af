import "./app.css";
import { mount } from "svelte";
import App from "./App.svelte";

// The worker keeps the shell for when the server cannot be reached; a page in the making goes without.
if (import.meta.env.PROD) addEventListener("load", () => void navigator.serviceWorker?.register("/worker.js").catch(() => null));

/** How long the page waits for its type, in milliseconds: it is on its way since before this was. */
const TYPE_WITHIN = 1000;

const type = Promise.all(["600 1em 'Kingdoms Serif'", "1em 'Kingdoms Sans'"].map((font) => document.fonts.load(font)));
void Promise.race([type.catch(() => null), new Promise((late) => setTimeout(late, TYPE_WITHIN))]).then(() =>
  mount(App, { target: document.getElementById("app") as HTMLElement }),
);
