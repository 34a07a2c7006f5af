import "./app.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { isDevice } from "./home";
import { later } from "./pages";

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

const type = Promise.all(["600 1em 'Kingdoms Serif'", "1em 'Kingdoms Sans'"].map((font) => document.fonts.load(font)));
const home = isDevice ? later().then(({ device }) => device()) : null;
void Promise.all([
  home,
  Promise.race([type.catch(() => null), new Promise((late) => setTimeout(late, TYPE_WITHIN))]),
]).then(() => mount(App, { target: document.getElementById("app") as HTMLElement }));
