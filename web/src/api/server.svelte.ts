/** What everybody may know of the server: who may play, the operator's notice to all, and the operator's pages. */

import { storageOf, stringOf } from "../storage";
import { api, ApiError, CLOSED } from "./client";
import type * as made from "./schema.gen";

export type Server = made.ServerAnswer;
export type ServerNotice = made.NoticeAnswer;

/** The mark of a page for strangers, by the server; a page from the device's cache says nothing about today. */
const mark = document.querySelector<HTMLMetaElement>('meta[name="kingdoms-closed"]');
const isKept = document.documentElement.dataset["offline"] !== undefined;

/** Milliseconds between two looks at what the server says, on pages without a connection. */
const EVERY = 60_000;
/** The same while a stranger waits to be let in. */
const WAITING = 5_000;
/** The longest time of a timer in browsers. */
const LONGEST = 2 ** 31 - 1;

/** How the server is closed to this visitor, or null. */
export const closedTo: string | null = isKept ? null : (mark?.content ?? null);
/** Whether strangers may open shared positions here. */
export const showsPositions = mark?.dataset["strangers"] !== "nothing";

const dismissed = storageOf("kingdoms.notice", stringOf);
const nameOf = (notice: ServerNotice) => `${notice.until ?? ""} ${notice.text}`;

export const server: { info: Server | null; notice: ServerNotice | null } = $state({ info: null, notice: null });

let ending: ReturnType<typeof setTimeout> | undefined;

/** Show the operator's notice until it ends, unless it was dismissed here; null takes it away. */
export function showNotice(notice: ServerNotice | null): void {
  clearTimeout(ending);
  const left = notice?.until ? new Date(notice.until).getTime() - Date.now() : Infinity;
  const visible = notice && left > 0 && dismissed.load() !== nameOf(notice) ? notice : null;
  if (server.notice?.text !== visible?.text || server.notice?.until !== visible?.until) server.notice = visible;
  if (visible && left < LONGEST) ending = setTimeout(() => showNotice(null), left);
}

export function dismissNotice(): void {
  if (server.notice) dismissed.save(nameOf(server.notice));
  showNotice(null);
}

/** The time of the last reload: a page without the mark must not reload for ever. */
const reloaded = storageOf("kingdoms.reloaded", Number, () => sessionStorage);

/** Whether a request that admits the visitor is under way, or has succeeded. */
let entering = false;

/** Go to the entrance, or in, if the server has changed its mind about this visitor. */
function follow(admitted: boolean): void {
  if (entering || isKept || admitted !== (closedTo !== null) || Date.now() - reloaded.load() < EVERY / 4) return;
  reloaded.save(Date.now());
  location.reload();
}

/** Ask the server what everybody may know. A failure is left to the next time. */
export async function lookAtServer(): Promise<void> {
  try {
    server.info = await api.get<Server>("/api/server");
    showNotice(server.info.notice);
    follow(server.info.admitted);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

/** Look now, whenever the page becomes visible, and every minute while it is. Return a function that stops it. */
export function watchServer(): () => void {
  const look = () => void (document.visibilityState === "visible" && lookAtServer());
  const timer = setInterval(look, closedTo === null ? EVERY : WAITING);
  document.addEventListener("visibilitychange", look);
  document.addEventListener(CLOSED, look);
  look();
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", look);
    document.removeEventListener(CLOSED, look);
  };
}

/** Send a request that admits the visitor. The page is not reloaded then: the caller leads on. */
export async function withoutReload(request: () => Promise<unknown>): Promise<void> {
  entering = true;
  try {
    await request();
  } catch (error) {
    entering = false;
    throw error;
  }
}

export const enter = (key: { invitation: string } | { password: string }) => api.post<unknown>("/api/entrance", key);
export const ownCode = async () => (await api.post<made.CodeAnswer>("/api/entrance/code")).code;
