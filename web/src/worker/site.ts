/** The cache of a page that plays on its device: all files of one version, so that it starts without a connection. */

import { KEPT, PREFIX, type Surroundings } from "./shell";

/** What `kingdoms site` writes before this worker: its version, the files that the page starts with, and all files. */
export interface SiteFiles {
  version: string;
  first: readonly string[];
  all: readonly string[];
  /** The sizes of all files in bytes, in their order. */
  sizes: readonly number[];
}

/** How many files are fetched at once, and the milliseconds until a server that has had too many requests is asked again. */
const [AT_ONCE, PAUSE] = [6, 2000];
const TOO_MANY = 429;

export class Site {
  readonly #name: string;
  readonly #files: SiteFiles;
  readonly #around: Surroundings;
  readonly #base: string;

  /** @param base The folder of the page, which is the worker's scope. Other folders on the same host have caches of their own. */
  constructor(files: SiteFiles, base: string, around: Surroundings) {
    this.#files = files;
    this.#base = base;
    this.#around = around;
    this.#name = `${this.#prefix}${files.version}`;
  }

  get #prefix(): string {
    return `${PREFIX}${this.#base} `;
  }

  /**
   * Cache the files that the page starts with; with `all`, all of them. Files with the same name in an older cache are taken over.
   * `progress` hears how many bytes are cached, of how many.
   */
  async keep(all: boolean, progress: (bytes: number, of: number) => void = () => {}): Promise<void> {
    const cache = await this.#around.caches.open(this.#name);
    const queue = [...(all ? this.#files.all : this.#files.first)];
    const of = this.#files.sizes.reduce((sum, size) => sum + size, 0);
    let bytes = 0;
    const work = async () => {
      for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
        await this.#keepFile(cache, file);
        bytes += this.#files.sizes[this.#files.all.indexOf(file)] ?? 0;
        progress(bytes, of);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    if (all) await cache.put(new URL(KEPT, this.#base).href, new Response());
  }

  async #keepFile(cache: Cache, file: string): Promise<void> {
    const url = new URL(file, this.#base).href;
    if (await cache.match(url)) return;
    const isNamedByContent = /-[\w-]{6,}\.\w+$|^assets\/|^device\//.test(file);
    const older = isNamedByContent ? await this.#around.caches.match(url) : undefined;
    const answer = older ?? (await this.#around.fetch(url, isNamedByContent ? {} : { cache: "reload" }));
    if (answer.status === TOO_MANY) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
      return this.#keepFile(cache, file);
    }
    if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
    await cache.put(url, answer);
  }

  /** Delete the caches of this page's other versions. */
  async forgetOthers(): Promise<void> {
    const names = await this.#around.caches.keys();
    const otherNames = names.filter((name) => name.startsWith(this.#prefix) && name !== this.#name);
    await Promise.all(otherNames.map((name) => this.#around.caches.delete(name)));
  }

  /** Return the response to a request, or null to leave it to the browser. */
  respond(request: Request): Promise<Response> | null {
    const { href } = new URL(request.url);
    if (request.method !== "GET" || !href.startsWith(this.#base)) return null;
    const path = href.slice(this.#base.length).replace(/[?#].*/, "");
    const file = path === "" || path === "index.html" ? "./" : path;
    return this.#files.all.includes(file) ? this.#file(request, new URL(file, this.#base).href) : null;
  }

  /** Return a file from the cache, or fetch and cache it. */
  async #file(request: Request, url: string): Promise<Response> {
    const cache = await this.#around.caches.open(this.#name);
    const copy = await cache.match(url);
    if (copy) return copy;
    const answer = await this.#around.fetch(request);
    if (answer.ok && url !== this.#base) await cache.put(url, answer.clone());
    return answer;
  }
}
