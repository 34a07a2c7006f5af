/** A cache of the page's files for when the server cannot be reached. API responses are never cached. */

/** The prefix of cache names. Each build has its own cache, and deletes those of other builds when it activates. */
export const PREFIX = "kingdoms-";

/** The path of the page that plays on its visitor's device, and a file of its cache that says that the cache is complete. */
export const [ANYWHERE, KEPT] = ["/anywhere/", "kept"] as const;

/** The cache in which a page keeps its language for the worker, through all versions, and its address there. */
const [LANGUAGES, LANGUAGE] = [`${PREFIX}/`, "/language"] as const;

/** Keep the language of the page, for notifications. */
export const keepLanguage = async (tag: string): Promise<void> =>
  (await caches.open(LANGUAGES)).put(LANGUAGE, new Response(tag));

/** Return the language that a page was last in, or null. */
export const keptLanguage = async (): Promise<string | null> =>
  (await (await caches.open(LANGUAGES)).match(LANGUAGE))?.text() ?? null;

/** The browser APIs in use; tests provide their own. */
export interface Surroundings {
  caches: CacheStorage;
  fetch: (request: Request | string, options?: RequestInit) => Promise<Response>;
  origin: string;
}

export class Shell {
  readonly #name: string;
  readonly #parts: readonly string[];
  readonly #around: Surroundings;

  /**
   * @param version The id of this build.
   * @param parts The files cached on installation: the page, its script, its styles, its fonts.
   */
  constructor(version: string, parts: readonly string[], around: Surroundings) {
    this.#name = PREFIX + version;
    this.#parts = parts;
    this.#around = around;
  }

  /** Cache the files that the page needs to start. */
  async keep(_all?: boolean, _progress?: (loaded: number, of: number) => void): Promise<void> {
    const cache = await this.#around.caches.open(this.#name);
    await cache.addAll([...this.#parts]);
    await this.#keepTexts(cache);
  }

  /** Cache the page anew: its reader has another language. */
  async renew(): Promise<void> {
    const cache = await this.#around.caches.open(this.#name);
    await cache.addAll(["/"]);
    await this.#keepTexts(cache);
  }

  /** Cache the texts that the page names: those in its own language. */
  async #keepTexts(cache: Cache): Promise<void> {
    const page = (await (await cache.match("/"))?.text()) ?? "";
    await cache.addAll([...page.matchAll(/href="(\/assets\/[^"]+\.json)"/g)].map(([, path = ""]) => path));
  }

  /** Delete the caches of other builds. */
  async forgetOthers(): Promise<void> {
    const names = await this.#around.caches.keys();
    await Promise.all(
      names
        .filter((name) => name.startsWith(PREFIX) && !name.includes("/") && name !== this.#name) // those of `Site` stay
        .map((name) => this.#around.caches.delete(name)),
    );
  }

  /** Return the response to a request, or null to leave it to the browser. */
  respond(request: Request): Promise<Response> | null {
    const url = new URL(request.url);
    if (request.method !== "GET" || url.origin !== this.#around.origin) return null;
    if (url.pathname.startsWith("/assets/")) return this.#part(request);
    if (url.pathname.startsWith("/api/") || url.pathname === "/operator") return null;
    return request.mode === "navigate" ? this.#page(request) : null;
  }

  /** Return a file from the cache, or fetch and cache it. Its name contains a digest, so it never changes. */
  async #part(request: Request): Promise<Response> {
    const cache = await this.#around.caches.open(this.#name);
    const response = await cache.match(request.url);
    if (response) return response;
    const fresh = await this.#around.fetch(request);
    if (fresh.ok) await cache.put(request.url, fresh.clone());
    return fresh;
  }

  /**
   * Fetch the page from the server. If that fails, return the cached page, marked with `data-offline`, and with `data-anywhere` if
   * the games can be played here without it.
   */
  async #page(request: Request): Promise<Response> {
    try {
      return await this.#around.fetch(request);
    } catch (lost) {
      const response = await (await this.#around.caches.open(this.#name)).match("/");
      if (!response) throw lost;
      const isPlayable = await this.#around.caches.match(new URL(ANYWHERE + KEPT, this.#around.origin).href);
      const mark = isPlayable ? "data-offline data-anywhere" : "data-offline";
      const text = (await response.text()).replace("<html", `<html ${mark}`);
      const headers = new Headers(response.headers);
      headers.delete("content-encoding");
      headers.delete("content-length");
      return new Response(text, { headers });
    }
  }
}
