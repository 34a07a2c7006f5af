/** Where in the application one is, by the browser's history. */

import type { Seat } from "./api/types";

export type Page =
  | { name: "start" }
  | { name: "new" }
  | { name: "games" }
  | { name: "you" }
  | { name: "people" }
  | { name: "person"; address: string }
  | { name: "game"; id: string }
  /** At a moment of the game; null: wherever its end is. */
  | { name: "review"; id: string; number: number | null }
  | { name: "text"; id: string }
  | { name: "learn"; lesson: string | null }
  /** Of no game in particular: the first there is. */
  | { name: "rules"; game: string | null }
  | { name: "puzzles" }
  | { name: "puzzle"; id: string }
  | { name: "claim"; token: string }
  | { name: "missing" };

export interface Route {
  path: string;
  query: URLSearchParams;
  /** What comes after "#", without it. */
  anchor: string;
  page: Page;
}

/** Games do not come to more moves than this many figures can write. */
const NUMBER = /^\d{1,9}$/;

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

/** Say which page a path stands for. */
export function pageOf(path: string): Page {
  const parts = path.split("/").filter(Boolean).map(decoded);
  if (parts.includes(null)) return { name: "missing" };
  const [head, first, second, third, ...more] = parts as string[];
  if (more.length) return { name: "missing" };
  if (third !== undefined) {
    const moment = head === "g" && second === "review" && first !== undefined && NUMBER.test(third);
    return moment ? { name: "review", id: first, number: Number(third) } : { name: "missing" };
  }
  if (head === undefined) return { name: "start" };
  if (first === undefined) {
    if (head === "new" || head === "games" || head === "puzzles" || head === "you" || head === "people") return { name: head };
    if (head === "learn") return { name: "learn", lesson: null };
    if (head === "rules") return { name: "rules", game: null };
    return { name: "missing" };
  }
  if (head === "g") {
    if (second === undefined) return { name: "game", id: first };
    if (second === "review") return { name: "review", id: first, number: null };
    if (second === "text") return { name: "text", id: first };
  }
  if (second === undefined) {
    if (head === "learn") return { name: "learn", lesson: first };
    if (head === "rules") return { name: "rules", game: first };
    if (head === "puzzles") return { name: "puzzle", id: first };
    if (head === "people") return { name: "person", address: first };
    if (head === "claim") return { name: "claim", token: first };
  }
  return { name: "missing" };
}

function placeOf(url: URL | Location): Route {
  const { pathname, search, hash } = url;
  return { path: pathname, query: new URLSearchParams(search), anchor: decoded(hash.slice(1)) ?? "", page: pageOf(pathname) };
}

/** The place shown now. */
export const route: Route = $state(placeOf(location));

/** Somebody who wants to know of a change of page, before the screen changes. */
type Leaving = (to: string) => void;
const leaving = new Set<Leaving>();

/** Be told whenever another page is gone to; returns how to stop. */
export function onNavigate(listener: Leaving): () => void {
  leaving.add(listener);
  return () => leaving.delete(listener);
}

/** A page by what is on it: going from moment to moment of a review is no change of page. */
const pageKey = ({ page, path }: Route): string => (page.name === "review" ? `review ${page.id}` : path);

function show(url: URL | Location): void {
  const before = pageKey(route);
  Object.assign(route, placeOf(url));
  if (before !== pageKey(route)) leaving.forEach((listener) => listener(route.path));
}

/** Go to an address of this application; `replace` leaves no step back to the present one. */
export function navigate(to: string, options: { replace?: boolean } = {}): void {
  const url = new URL(to, location.href);
  if (url.origin !== location.origin) {
    location.assign(url);
    return;
  }
  if (options.replace || url.href === location.href) history.replaceState({}, "", url);
  else history.pushState({}, "", url);
  show(url);
}

/** Turn a click on a plain link to this application into a step without loading anew; links that open elsewhere stay. */
export function followLink(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const target = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(target instanceof HTMLAnchorElement) || target.target || target.hasAttribute("download")) return;
  const url = new URL(target.href, location.href);
  if (url.origin !== location.origin || url.pathname.startsWith("/api/")) return;
  event.preventDefault();
  navigate(url.href);
}

/** Follow the browser's history and all links from now on; returns how to stop. */
export function startRouter(): () => void {
  const back = () => show(location);
  addEventListener("popstate", back);
  document.addEventListener("click", followLink);
  return () => {
    removeEventListener("popstate", back);
    document.removeEventListener("click", followLink);
  };
}

/** The addresses of pages, so that nobody puts them together by hand. */
export const paths = {
  start: "/",
  new: "/new",
  games: "/games",
  you: "/you",
  people: "/people",
  person: (address: string) => `/people/${encodeURIComponent(address)}`,
  game: (id: string, seat?: Seat) => `/g/${encodeURIComponent(id)}${seat ? `?seat=${encodeURIComponent(seat)}` : ""}`,
  review: (id: string, number?: number) => `/g/${encodeURIComponent(id)}/review${number === undefined ? "" : `/${number}`}`,
  text: (id: string) => `/g/${encodeURIComponent(id)}/text`,
  learn: (lesson?: string) => (lesson ? `/learn/${encodeURIComponent(lesson)}` : "/learn"),
  rules: (game?: string, clause?: string) => (game === undefined ? "/rules" : `/rules/${encodeURIComponent(game)}${clause ? `#${clause}` : ""}`),
  puzzles: "/puzzles",
  puzzle: (name: string) => `/puzzles/${encodeURIComponent(name)}`,
  claim: (token: string) => `/claim/${encodeURIComponent(token)}`,
};
