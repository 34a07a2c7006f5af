/** The page's service worker: caches the shell and shows notifications. It is built separately, as one file (see `vite.config.ts`). */

import { noteOf } from "./notes";
import { keptLanguage, Shell } from "./shell";
import { Site, type SiteFiles } from "./site";

/** The part of the worker's global scope in use. TypeScript's types for pages and for workers conflict. */
interface Worker {
  addEventListener(
    type: "install" | "activate",
    listener: (event: { waitUntil(work: Promise<unknown>): void }) => void,
  ): void;
  addEventListener(
    type: "fetch",
    listener: (event: { request: Request; respondWith(answer: Promise<Response>): void }) => void,
  ): void;
  addEventListener(
    type: "message",
    listener: (event: {
      data: unknown;
      ports: readonly MessagePort[];
      waitUntil(work: Promise<unknown>): void;
    }) => void,
  ): void;
  addEventListener(
    type: "push",
    listener: (event: { data: { text(): string } | null; waitUntil(work: Promise<unknown>): void }) => void,
  ): void;
  addEventListener(
    type: "notificationclick",
    listener: (event: { notification: Notification; waitUntil(work: Promise<unknown>): void }) => void,
  ): void;
  readonly registration: ServiceWorkerRegistration;
  readonly kingdomsSite?: SiteFiles;
  skipWaiting(): Promise<void>;
  readonly clients: {
    matchAll(of: { type: "window"; includeUncontrolled: boolean }): Promise<readonly Page[]>;
    openWindow(url: string): Promise<unknown>;
    claim(): Promise<void>;
  };
}
interface Page {
  readonly url: string;
  readonly visibilityState: DocumentVisibilityState;
  focus(): Promise<unknown>;
}

declare const __VERSION__: string;
declare const __PARTS__: readonly string[];

const worker = self as unknown as Worker;
const around = {
  caches,
  fetch: (request: Request | string, options?: RequestInit) => fetch(request, options),
  origin: location.origin,
};
const site = worker.kingdomsSite ? new Site(worker.kingdomsSite, new URL("./", location.href).href, around) : null;
const shell = site ?? new Shell(__VERSION__, __PARTS__, around);

// A first visit fetches what its page asks for; a newer version takes over only once all of it is here.
worker.addEventListener("install", (event) => event.waitUntil(shell.keep(worker.registration.active !== null)));
worker.addEventListener("message", (event) => {
  if (event.data === "keep") event.waitUntil(keep(event.ports[0]));
  if (event.data === "language" && shell instanceof Shell) event.waitUntil(shell.renew());
  if (event.data === "take over") event.waitUntil(worker.skipWaiting());
});
/** Cache everything, and tell a page how far it is: two numbers of bytes, then whether all is there. */
async function keep(port?: MessagePort): Promise<void> {
  try {
    await shell.keep(true, (loaded, of) => port?.postMessage([loaded, of]));
    port?.postMessage(true);
  } catch {
    port?.postMessage(false); // the line or the room is gone; the next time goes on from here
  }
}

worker.addEventListener("activate", (event) =>
  event.waitUntil(shell.forgetOthers().then(() => worker.clients.claim())),
);
worker.addEventListener("fetch", (event) => {
  const answer = shell.respond(event.request);
  if (answer) event.respondWith(answer);
});

const pages = () => worker.clients.matchAll({ type: "window", includeUncontrolled: true });

worker.addEventListener("push", (event) => {
  const payload = event.data?.text() ?? "";
  const show = async () => {
    const note = noteOf(payload, await keptLanguage().catch(() => null));
    if (note === null) return;
    // A visible page of the game shows the news itself.
    const looked = (await pages()).some(
      (page) => page.visibilityState === "visible" && new URL(page.url).pathname === note.path,
    );
    if (looked) return;
    const { title, body, tag, path } = note;
    await worker.registration.showNotification(title, {
      body,
      tag,
      icon: "/icon-192.png",
      badge: "/icon-192.png",
      data: { path },
    });
    await (navigator as Navigator).setAppBadge?.();
  };
  event.waitUntil(show());
});

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { path } = event.notification.data as { path: string };
  const go = async () => {
    const open = (await pages()).find((page) => new URL(page.url).pathname === path);
    await (open ? open.focus() : worker.clients.openWindow(path));
  };
  event.waitUntil(go());
});
