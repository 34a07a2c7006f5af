/** Makes this device the home of the games: loads what they need, keeps the page for later, and offers newer versions. */

import { mount } from "svelte";
import { setTransport, transport } from "../api/transport";
import { home } from "../home";
import { language } from "../language";
import { dismiss, notify } from "../notices.svelte";
import { storageOf } from "../storage";
import { t } from "../texts/device";
import { Device, told } from "./device";
import Loading from "./Loading.svelte";
import { loading } from "./loading.svelte";
import { LIBRARY, type Parts } from "./messages";
import type { Fault } from "./store";

/** Answers that this device gave the last time, by path, for the same version: they hold until it is ready. */
const answerStore = storageOf("kingdoms.answers", (stored) => stored as { version: string; answers: object } | null);

/** Milliseconds after the first answers until the start of the next visit is prepared. */
const SETTLED = 10_000;

/** Use the device from now on. Return when requests can be sent; they wait until it is ready. */
export async function start(): Promise<void> {
  const base = new URL("./", document.baseURI.replace(/[?#].*/, "")).href;
  const parts = (await (await fetch(new URL(home.parts, base))).json()) as Parts;
  const translated = parts.translated?.[language()];
  if (translated) Object.assign(parts.answers, await (await fetch(new URL(translated, base))).json());
  const stored = answerStore.load();
  if (stored?.version === parts.version) Object.assign(parts.answers, stored.answers);
  const onready = (memory: boolean) => void ready(parts, base, memory);
  setTransport(new Device(parts, base, { onready, onfailure, onkept, onplay, words }));
  mount(Loading, { target: document.body });
  document.addEventListener("click", download);
  if (navigator.serviceWorker) void watchVersions(base);
}

const reload = {
  get label() {
    return t("shell.reload");
  },
  run: () => location.reload(),
};

const onfailure = (text: string) => notify({ key: "device", text, kind: "trouble", action: reload });

function words(reason: string, whole: boolean): string {
  if (reason.startsWith(`Error: ${LIBRARY}`)) return t("device.library");
  if (typeof WebAssembly === "undefined") return t("device.unsupported");
  const last = reason.split("\n\n    at")[0]?.trim().split("\n").at(-1) ?? reason;
  return t(whole ? "device.failed" : "device.broken", { reason: last });
}

/** Say why nothing can be kept, until something is kept again. */
function onkept(fault: Fault | null): void {
  if (fault === null) dismiss("kept");
  else if (fault === "closed") notify({ key: "kept", text: t("device.closed"), kind: "trouble", action: reload });
  else notify({ key: "kept", text: t(fault === "full" ? "device.full" : "device.not_kept"), kind: "trouble" });
}

let hasAsked = false;

/** Ask the browser to keep the games even if its disk runs short, once there is something to keep. */
async function onplay(): Promise<void> {
  if (hasAsked) return;
  hasAsked = true;
  if (!(await navigator.storage?.persisted?.())) await navigator.storage?.persist?.();
}

async function ready(parts: Parts, base: string, memory: boolean): Promise<void> {
  if (memory) notify({ key: "device", text: t("device.memory"), kind: "trouble" });
  const paths = Object.keys(parts.answers).filter((path) => !path.includes("?"));
  const texts = await Promise.all(paths.map(async (path) => (await transport.fetch(path)).json() as Promise<unknown>));
  answerStore.save({
    version: parts.version,
    answers: Object.fromEntries(paths.map((path, at) => [told(path), texts[at]])),
  });
  navigator.serviceWorker?.controller?.postMessage("keep");
  if (parts.compiled) return;
  setTimeout(() => {
    const worker = new Worker(new URL("./memory.worker.ts", import.meta.url), { type: "module" });
    worker.postMessage({ parts, base });
  }, SETTLED);
}

/** Save what a link to the server would download. */
function download(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[download]") : null;
  const path = link?.getAttribute("href");
  if (!link || !path?.startsWith("/api/")) return;
  event.preventDefault();
  void save(path, link.download);
}

async function save(path: string, name: string): Promise<void> {
  const { keep } = await import("../ui/keep");
  const answer = await transport.fetch(path);
  const id = path.split("/").at(-2) ?? "";
  if (answer.ok) return keep(await answer.blob(), name === "" ? `${id}.jsonl` : name);
  const { error } = (await answer.json()) as { error: { message: string } };
  notify({ key: "download", text: error.message, kind: "trouble" });
}

/** Offer a newer version once it is wholly here: games go on with it where they are. */
async function watchVersions(base: string): Promise<void> {
  const workers = navigator.serviceWorker;
  const own = new URL("worker.js", base).href;
  /** Whether the page comes from its own worker; on a server, that of the server's page may be there first. */
  const isControlled = () => workers.controller?.scriptURL === own;
  let wasControlled = isControlled();
  const registration = await workers.register(own).catch(() => null);
  if (!registration) return;
  const offer = (worker: ServiceWorker | null) => {
    if (worker && isControlled())
      notify({
        key: "newer",
        text: t("device.newer"),
        kind: "info",
        action: { label: t("shell.reload"), run: () => worker.postMessage("take over") },
      });
  };
  workers.addEventListener("controllerchange", () => {
    if (wasControlled) location.reload();
    wasControlled = isControlled();
    if (loading.state === "ready") workers.controller?.postMessage("keep");
  });
  offer(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const worker = registration.installing;
    worker?.addEventListener("statechange", () => void (worker.state === "installed" && offer(worker)));
  });
}
