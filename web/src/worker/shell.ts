/** What the page is made of, kept for when the server cannot be reached: the shell alone, never an answer of the server's. */

/** The cache of this build: another build has another name, and takes this one away when it takes over. */
export const PREFIX = "kingdoms-";

/** What of the browser is used here; a test has its own. */
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
   * @param version What tells this build from others.
   * @param parts What is kept from the start: the page itself, its script, its styles, its type.
   */
  constructor(version: string, parts: readonly string[], around: Surroundings) {
    this.#name = PREFIX + version;
    this.#parts = parts;
    this.#around = around;
  }

  /** Keep what the page needs to be there at all. */
  async keep(): Promise<void> {
    const cache = await this.#around.caches.open(this.#name);
    await cache.addAll([...this.#parts]);
  }

  /** Forget what other builds have kept. */
  async forgetOthers(): Promise<void> {
    const names = await this.#around.caches.keys();
    await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== this.#name).map((name) => this.#around.caches.delete(name)));
  }

  /** Answer a request in the server's place, null: it is none of the shell's. */
  respond(request: Request): Promise<Response> | null {
    const url = new URL(request.url);
    if (request.method !== "GET" || url.origin !== this.#around.origin) return null;
    if (url.pathname.startsWith("/assets/")) return this.#part(request);
    if (url.pathname.startsWith("/api/") || url.pathname === "/operator") return null;
    return request.mode === "navigate" ? this.#page(request) : null;
  }

  /** A file with a digest in its name stays as it is: it is kept when it comes by. */
  async #part(request: Request): Promise<Response> {
    const cache = await this.#around.caches.open(this.#name);
    const known = await cache.match(request.url);
    if (known) return known;
    const fresh = await this.#around.fetch(request);
    if (fresh.ok) await cache.put(request.url, fresh.clone());
    return fresh;
  }

  /** The server's own page, as long as it answers; else the one that is kept, which then knows that it is. */
  async #page(request: Request): Promise<Response> {
    try {
      return await this.#around.fetch(request);
    } catch (lost) {
      const kept = await (await this.#around.caches.open(this.#name)).match("/");
      if (!kept) throw lost;
      const text = (await kept.text()).replace("<html", "<html data-offline");
      const headers = new Headers(kept.headers);
      headers.delete("content-encoding");
      headers.delete("content-length");
      return new Response(text, { headers });
    }
  }
}
