/** What a server's page keeps for playing without the server: the page that plays on its device, with a worker and a cache of its own. */

import { lookAtServer, server } from "../api/server.svelte";
import { ANYWHERE, KEPT } from "../worker/shell";

export const offline: { state: "unknown" | "none" | "loading" | "kept" | "failed"; loaded: number; of: number } =
  $state({
    state: "unknown",
    loaded: 0,
    of: 1,
  });

/** Milliseconds after which the page has surely loaded, in browsers that do not tell when they are idle. */
const IDLE = 5_000;

const registration = async () => {
  const nearest = await navigator.serviceWorker.getRegistration(ANYWHERE);
  return nearest?.scope.endsWith(ANYWHERE) ? nearest : null;
};

/** Look whether everything is kept here. */
export async function lookForKept(): Promise<void> {
  if (offline.state === "loading") return;
  offline.state = (await caches.match(new URL(ANYWHERE + KEPT, location.href).href)) ? "kept" : "none";
}

/** Fetch everything that is not here yet, or that the server has a newer version of. */
export async function keepAll(): Promise<void> {
  if (offline.state === "loading") return;
  const before = offline.state;
  Object.assign(offline, { state: "loading", loaded: 0 });
  try {
    const { installing, waiting, active } = await navigator.serviceWorker.register(`${ANYWHERE}worker.js`, {
      scope: ANYWHERE,
    });
    const { port1, port2 } = new MessageChannel();
    const isKept = new Promise<boolean>((resolve) => {
      port1.onmessage = ({ data }: MessageEvent<[number, number] | boolean>) => {
        if (typeof data === "boolean") resolve(data);
        else [offline.loaded, offline.of] = data;
      };
    });
    (installing ?? waiting ?? active)?.postMessage("keep", [port2]);
    offline.state = (await isKept) ? "kept" : "failed";
  } catch {
    offline.state = before === "kept" ? "kept" : "failed";
  }
}

/** Delete what is kept; games that were played with it stay. */
export async function dropAll(): Promise<void> {
  await (await registration())?.unregister();
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.includes(ANYWHERE)).map((name) => caches.delete(name)));
  offline.state = "none";
}

/** Keep everything once the page has nothing else to do, if the server has it and the person pays for no bytes. */
export async function keepInIdleTime(): Promise<void> {
  if (!server.info) await lookAtServer();
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  if (!server.info?.anywhere || !navigator.serviceWorker || connection?.saveData) return;
  const begin = () => void keepAll();
  if ("requestIdleCallback" in window) requestIdleCallback(begin);
  else setTimeout(begin, IDLE);
}
