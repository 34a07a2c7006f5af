/** The current page, from the browser's history. */

import type { Seat } from "./api/types";
import { hrefOf, isDevice } from "./home";

/** The pages and their path patterns, in the syntax of URLPattern. */
const PATTERNS = {
  start: "/",
  new: "/new",
  games: "/games",
  you: "/you",
  people: "/people",
  person: "/people/:address",
  game: "/g/:id",
  // No game has a number of more than nine digits.
  review: "/g/:id/review/:number(\\d{1,9})?",
  text: "/g/:id/text",
  learn: "/learn/:lesson?",
  rules: "/rules/:game?",
  position: "/p/:text",
  analysis: "/analysis/:board?",
  puzzles: "/puzzles",
  run: "/puzzles/run",
  mistake: "/mistakes/:game/:number",
  puzzle: "/puzzles/:id",
  claim: "/claim/:token",
  invite: "/invite",
} as const;

export type PageName = keyof typeof PATTERNS;

type InPart<Part extends string> = Part extends `:${infer Name}(${string}`
  ? { [K in Name]: string | null }
  : Part extends `:${infer Name}?`
    ? { [K in Name]: string | null }
    : Part extends `:${infer Name}`
      ? { [K in Name]: string }
      : Record<never, never>;
type InPattern<Pattern extends string> = Pattern extends `${infer Part}/${infer Rest}`
  ? InPart<Part> & InPattern<Rest>
  : InPart<Pattern>;

/** The parameters of a page's path; null for a missing one. */
export type ParametersOf<Name extends PageName> = InPattern<(typeof PATTERNS)[Name]>;

export type Page = { [Name in PageName]: { name: Name } & ParametersOf<Name> }[PageName] | { name: "missing" };

export interface Route {
  path: string;
  query: URLSearchParams;
  /** The fragment: the part after "#". */
  anchor: string;
  page: Page;
}

/** A parameter in a pattern: its name, its regular expression, and "?" if it is optional. */
const PARAMETER = /\/:(\w+)(\(.*?\))?(\?)?/g;

const matchers = Object.entries(PATTERNS).map(([name, pattern]): [string, RegExp] => {
  const source = pattern.replace(
    PARAMETER,
    (_, parameter, kind = "([^/]+)", optional = "") => `(?:/(?<${parameter}>${kind}))${optional}`,
  );
  return [name, new RegExp(`^${source}$`)];
});

/** Return the page at a path. */
export function pageOf(path: string): Page {
  const plain = `/${path.split("/").filter(Boolean).join("/")}`;
  for (const [name, matcher] of matchers) {
    const match = matcher.exec(plain);
    if (!match) continue;
    try {
      const parameters = Object.entries(match.groups ?? {}).map(([key, text]) => [
        key,
        text === undefined ? null : decodeURIComponent(text),
      ]);
      return { name, ...Object.fromEntries(parameters) } as Page;
    } catch {
      break; // an invalid escape sequence
    }
  }
  return { name: "missing" };
}

function decoded(anchor: string): string {
  try {
    return decodeURIComponent(anchor);
  } catch {
    return "";
  }
}

/** Return an address within the application: a page on any host has its own behind the "#". */
const withinOf = (url: URL | Location): URL => new URL(isDevice ? url.hash.slice(1) || "/" : url.href, location.origin);

function placeOf(url: URL | Location): Route {
  const { pathname, search, hash } = withinOf(url);
  return { path: pathname, query: new URLSearchParams(search), anchor: decoded(hash.slice(1)), page: pageOf(pathname) };
}

/** The current route. */
export const route: Route = $state(placeOf(location));

/** Listeners that run before the screen changes to another page. */
type Leaving = (to: string) => void;
const leaving = new Set<Leaving>();

/** Call a listener before every change of page. Return a function that removes it. */
export function onNavigate(listener: Leaving): () => void {
  leaving.add(listener);
  return () => leaving.delete(listener);
}

/** Return the key of a page. All moments of a review share one. */
export const pageKey = ({ page, path }: Route): string => (page.name === "review" ? `review ${page.id}` : path);

function show(url: URL | Location): void {
  const before = pageKey(route);
  Object.assign(route, placeOf(url));
  if (before !== pageKey(route)) leaving.forEach((listener) => listener(route.path));
}

/** Return the URL of an address, which may be relative to the current page. */
function urlOf(to: string): URL {
  if (!isDevice || /^\w+:/.test(to)) return new URL(to, location.href);
  const { pathname, search, hash } = new URL(to.replace(/^#\//, "/"), withinOf(location));
  return new URL(`#${pathname}${search}${hash}`, location.href);
}

/** Go to an address of this application. With `replace`, there is no step back to the current one. */
export function navigate(to: string, options: { replace?: boolean } = {}): void {
  const url = urlOf(to);
  if (url.origin !== location.origin) {
    location.assign(url);
    return;
  }
  if (options.replace || url.href === location.href) history.replaceState({}, "", url);
  else history.pushState({}, "", url);
  show(url);
}

/** Give the page that is shown another address. */
export function readdress(to: string): void {
  history.replaceState({}, "", urlOf(to));
}

/** Handle a click on a plain link within this application without a reload. Links that open elsewhere are left to the browser. */
function followLink(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  const target = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (
    !(target instanceof HTMLAnchorElement) ||
    target.target ||
    target.rel === "external" ||
    target.hasAttribute("download")
  )
    return;
  const url = urlOf(target.getAttribute("href") ?? "");
  if (url.origin !== location.origin || url.pathname.startsWith("/api/")) return;
  event.preventDefault();
  navigate(url.href);
}

/** Follow the browser's history and all links. Return a function that stops it. */
export function startRouter(): () => void {
  const back = () => show(location);
  addEventListener("popstate", back);
  document.addEventListener("click", followLink);
  back(); // the address may have changed while the page was loading
  return () => {
    removeEventListener("popstate", back);
    document.removeEventListener("click", followLink);
  };
}

/** Return a page's address: its pattern filled with values. Parameters without a value are left out. */
function addressOf(pattern: string, ...values: (string | number | undefined)[]): string {
  return hrefOf(
    pattern.replace(PARAMETER, () => {
      const value = values.shift();
      return value === undefined ? "" : `/${encodeURIComponent(value)}`;
    }),
  );
}

/** Functions that return the addresses of the pages. */
export const paths = {
  start: hrefOf(PATTERNS.start),
  new: hrefOf(PATTERNS.new),
  games: hrefOf(PATTERNS.games),
  you: hrefOf(PATTERNS.you),
  people: hrefOf(PATTERNS.people),
  puzzles: hrefOf(PATTERNS.puzzles),
  run: hrefOf(PATTERNS.run),
  invite: hrefOf(PATTERNS.invite),
  person: (address: string) => addressOf(PATTERNS.person, address),
  game: (id: string, seat?: Seat) => addressOf(PATTERNS.game, id) + (seat ? `?seat=${encodeURIComponent(seat)}` : ""),
  review: (id: string, number?: number) => addressOf(PATTERNS.review, id, number),
  text: (id: string) => addressOf(PATTERNS.text, id),
  learn: (lesson?: string) => addressOf(PATTERNS.learn, lesson),
  rules: (game?: string, clause?: string) => addressOf(PATTERNS.rules, game) + (clause ? `#${clause}` : ""),
  puzzle: (id: string, query = "") => addressOf(PATTERNS.puzzle, id) + query,
  mistake: (game: string, number: number | string, query = "") => addressOf(PATTERNS.mistake, game, number) + query,
  /** An analysis board, at a number of moves. */
  analysis: (board?: string, move?: number) =>
    addressOf(PATTERNS.analysis, board) + (move === undefined ? "" : `?move=${move}`),
  claim: (token: string) => addressOf(PATTERNS.claim, token),
};
