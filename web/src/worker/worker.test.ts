import { beforeEach, describe, expect, it, vi } from "vitest";
import { noteOf } from "./notes";
import { ANYWHERE, PREFIX, Shell } from "./shell";
import { Site } from "./site";

const ORIGIN = "https://kingdoms.example";

/** A fake of the browser's cache storage, by cache name and address. */
class Kept {
  all = new Map<string, Map<string, Response>>();
  open = (name: string) => {
    const cache = this.all.get(name) ?? new Map<string, Response>();
    this.all.set(name, cache);
    return Promise.resolve({
      addAll: (paths: string[]) =>
        Promise.resolve(paths.forEach((path) => cache.set(path, new Response(`<html lang="en">kept ${path}`)))),
      match: (path: string) => Promise.resolve(cache.get(path)?.clone()),
      put: (path: string, answer: Response) => Promise.resolve(void cache.set(path, answer)),
    });
  };
  match = (path: string) =>
    Promise.resolve(
      [...this.all.values()]
        .find((cache) => cache.has(path))
        ?.get(path)
        ?.clone(),
    );
  keys = () => Promise.resolve([...this.all.keys()]);
  delete = (name: string) => Promise.resolve(this.all.delete(name));
}

let stored: Kept;
let requests: string[];
let online: boolean;
let busy: boolean;
/** The end of the address of a file that the host does not have. */
let missing: string | null;
let shell: Shell;

const fetched = (request: Request | string): Promise<Response> => {
  const url = typeof request === "string" ? request : request.url;
  requests.push(url);
  if (missing && url.endsWith(missing)) return Promise.resolve(new Response(null, { status: 404 }));
  if (busy) return Promise.resolve(new Response(null, { status: 429 }));
  return online ? Promise.resolve(new Response(`fresh ${url}`)) : Promise.reject(new TypeError("no line"));
};
const surroundings = () => ({ caches: stored as unknown as CacheStorage, fetch: fetched, origin: ORIGIN });
const request = (path: string, more: { mode?: string; method?: string } = {}) =>
  ({ url: new URL(path, ORIGIN).href, method: "GET", mode: "cors", ...more }) as unknown as Request;

beforeEach(() => {
  stored = new Kept();
  requests = [];
  online = true;
  busy = false;
  missing = null;
  shell = new Shell("two", ["/", "/assets/a.js"], surroundings());
});

describe("the shell", () => {
  it("leaves everything to the server that is no part of it", () => {
    for (const path of [
      "/api/me",
      "/api/games/x/talk",
      "/favicon.svg",
      "/worker.js",
      "https://elsewhere.example/assets/x.js",
    ])
      expect(shell.respond(request(path))).toBeNull();
    expect(shell.respond(request("/", { mode: "navigate", method: "POST" }))).toBeNull();
    expect(shell.respond(request("/api/games/x/record", { mode: "navigate" }))).toBeNull();
    expect(shell.respond(request("/operator", { mode: "navigate" }))).toBeNull();
  });

  it("asks for a part once", async () => {
    for (let time = 0; time < 2; time += 1)
      expect(await (await shell.respond(request("/assets/b.js")))?.text()).toBe(`fresh ${ORIGIN}/assets/b.js`);
    expect(requests).toEqual([`${ORIGIN}/assets/b.js`]);
  });

  it("is the server's own as long as that answers, and says when it does not", async () => {
    await shell.keep();
    expect(await (await shell.respond(request("/g/x", { mode: "navigate" })))?.text()).toBe(`fresh ${ORIGIN}/g/x`);
    online = false;
    expect(await (await shell.respond(request("/g/x", { mode: "navigate" })))?.text()).toBe(
      '<html data-offline lang="en">kept /',
    );
  });

  it("keeps the texts that the page names, in the language of its reader", async () => {
    await shell.keep();
    const cache = stored.all.get(`${PREFIX}two`) as Map<string, Response>;
    expect([...cache.keys()]).not.toContain("/assets/a-de.json");
    cache.set("/", new Response('<link rel="preload" href="/assets/a-de.json">'));
    const kept = stored.open;
    stored.open = async (name) => ({
      ...(await kept(name)),
      addAll: (paths) => Promise.resolve(paths.forEach((path) => path === "/" || cache.set(path, new Response()))),
    });
    await shell.renew();
    expect([...cache.keys()]).toContain("/assets/a-de.json");
  });

  it("fails as the line does where nothing is kept", async () => {
    online = false;
    await expect(shell.respond(request("/", { mode: "navigate" }))).rejects.toThrow("no line");
  });

  it("takes away what other builds have kept, and nothing of others", async () => {
    await new Shell("one", ["/"], surroundings()).keep();
    await stored.open("somebody else's");
    await shell.keep();
    await shell.forgetOthers();
    expect([...stored.all.keys()]).toEqual(["somebody else's", `${PREFIX}two`]);
  });
});

describe("the files of a folder", () => {
  const base = `${ORIGIN}/some/where/`;
  const files = (version: string, part: string) => ({
    version,
    first: ["./", "assets/a-abcdef.js"],
    all: ["./", "assets/a-abcdef.js", part],
    sizes: [1, 2, 3],
  });
  const site = (version: string, part = "device/p-1234567890.bin") =>
    new Site(files(version, part), base, surroundings());

  it("are kept by version: first those of the start, then all, and what is named by its content is taken over", async () => {
    const older = site("one");
    await older.keep(false);
    expect(requests).toEqual([base, `${base}assets/a-abcdef.js`]);
    const progress: number[] = [];
    await older.keep(true, (loaded, of) => progress.push(loaded, of));
    expect([progress.at(-2), progress.at(-1)]).toEqual([6, 6]);
    expect(requests.slice(2)).toEqual([`${base}device/p-1234567890.bin`]);
    await stored.open(`${PREFIX}${ORIGIN}/elsewhere/ one`);
    const newer = site("two", "device/q-1234567890.bin");
    await newer.keep(true);
    expect(requests.slice(3)).toEqual([base, `${base}device/q-1234567890.bin`]);
    await newer.forgetOthers();
    expect([...stored.all.keys()].map((name) => name.replace(PREFIX, ""))).toEqual([
      `${ORIGIN}/elsewhere/ one`,
      `${base} two`,
    ]);
  });

  it("are served without a connection, under their own path only", async () => {
    const kept = site("one");
    await kept.keep(true);
    online = false;
    for (const path of ["", "index.html", "?x#/g/y"])
      expect(await (await kept.respond(request(`some/where/${path}`, { mode: "navigate" })))?.text()).toBe(
        `fresh ${base}`,
      );
    expect(await (await kept.respond(request("some/where/assets/a-abcdef.js")))?.text()).toContain("a-abcdef");
    for (const path of ["/", "/some/where/other.js", "/assets/a-abcdef.js"])
      expect(kept.respond(request(path))).toBeNull();
  });

  it("wait for a server that has had too many requests", async () => {
    vi.useFakeTimers();
    busy = true;
    const kept = site("one").keep(true);
    await vi.advanceTimersByTimeAsync(1);
    busy = false;
    await vi.advanceTimersByTimeAsync(10_000);
    await kept;
    vi.useRealTimers();
  });

  it("open where the server is out of reach, and stay when the server's page is renewed", async () => {
    const anywhere = new Site(files("one", "device/p-1234567890.bin"), `${ORIGIN}${ANYWHERE}`, surroundings());
    await shell.keep();
    const marks = async () => {
      online = false;
      const page = await (await shell.respond(request("/", { mode: "navigate" })))?.text();
      online = true;
      return page?.includes("data-anywhere");
    };
    await anywhere.keep(false);
    expect(await marks()).toBe(false);
    await anywhere.keep(true);
    await shell.forgetOthers();
    expect(await marks()).toBe(true);
  });

  it("are not kept where one of them is missing", async () => {
    missing = "device/p-1234567890.bin";
    await expect(site("one").keep(true)).rejects.toThrow("404");
  });
});

describe("a push message", () => {
  const payload = { kind: "turn", id: "x", game: "Chess", seat: "North", path: "/g/x" };

  it("becomes a notification that names the game and the seat", () => {
    expect(noteOf(JSON.stringify(payload))).toEqual({
      title: "Chess",
      body: "It's your turn as North.",
      tag: "game x",
      path: "/g/x",
    });
    expect(noteOf(JSON.stringify({ ...payload, kind: "talk" }))?.tag).toBe("talk x");
    expect(noteOf(JSON.stringify({ ...payload, lang: "nl" }), "tlh")?.body).toBe("It's your turn as North.");
    const note = noteOf(JSON.stringify({ ...payload, kind: "asked" }));
    expect(note?.tag).toBe("asked x");
    expect(note?.body).toContain("wait for your answer");
  });

  it("that says something else shows nothing", () => {
    for (const text of [
      "",
      "null",
      "7",
      "[]",
      JSON.stringify({ ...payload, kind: "buy" }),
      JSON.stringify({ ...payload, path: "https://elsewhere.example" }),
    ])
      expect(noteOf(text)).toBeNull();
  });
});
