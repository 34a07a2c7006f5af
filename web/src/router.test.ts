import { beforeEach, describe, expect, it, vi } from "vitest";
import { navigate, onNavigate, pageOf, paths, route, startRouter } from "./router.svelte";

describe("pageOf", () => {
  it.each([
    ["/", { name: "start" }],
    ["/new", { name: "new" }],
    ["/new/", { name: "new" }],
    ["/games", { name: "games" }],
    ["/g/abc-_1", { name: "game", id: "abc-_1" }],
    ["/g/abc/review", { name: "review", id: "abc", number: null }],
    ["/g/abc/review/12", { name: "review", id: "abc", number: "12" }],
    ["/g/abc/review/0", { name: "review", id: "abc", number: "0" }],
    ["/g/abc/text/12", { name: "missing" }],
    ["/g/abc/review/12/more", { name: "missing" }],
    ["/g/abc/text", { name: "text", id: "abc" }],
    ["/learn", { name: "learn", lesson: null }],
    ["/learn/first%20road", { name: "learn", lesson: "first road" }],
    ["/rules", { name: "rules", game: null }],
    ["/rules/chess", { name: "rules", game: "chess" }],
    ["/p/1~chess~a-b_c~0000beef", { name: "position", text: "1~chess~a-b_c~0000beef" }],
    ["/puzzles", { name: "puzzles" }],
    ["/puzzles/chess-1-2", { name: "puzzle", id: "chess-1-2" }],
    ["/claim/t0k", { name: "claim", token: "t0k" }],
    ["/g", { name: "missing" }],
    ["/g/abc/else", { name: "missing" }],
    ["/g/abc/review/more", { name: "missing" }],
    ["/new/more", { name: "missing" }],
    ["/nowhere", { name: "missing" }],
    ["/g/%E0%A4%A", { name: "missing" }],
  ])("takes %s", (path, page) => {
    expect(pageOf(path)).toEqual(page);
  });

  it("finds what paths puts together", () => {
    expect(pageOf(paths.game("a/b"))).toEqual({ name: "game", id: "a/b" });
    expect(pageOf(paths.review("x"))).toEqual({ name: "review", id: "x", number: null });
    expect(pageOf(paths.review("x", 7))).toEqual({ name: "review", id: "x", number: "7" });
    expect(pageOf(paths.claim("x-_y"))).toEqual({ name: "claim", token: "x-_y" });
    expect(pageOf(paths.learn("ports"))).toEqual({ name: "learn", lesson: "ports" });
  });
});

describe("navigate", () => {
  beforeEach(() => navigate("/", { replace: true }));

  it("changes place, with query and anchor", () => {
    navigate("/rules/chess?from=table#FT-4");
    expect(route.page).toEqual({ name: "rules", game: "chess" });
    expect(route.query.get("from")).toBe("table");
    expect(route.anchor).toBe("FT-4");
    expect(location.pathname).toBe("/rules/chess");
  });

  it("tells of another page, not of another anchor on it", () => {
    const listener = vi.fn();
    const stop = onNavigate(listener);
    navigate("/rules/chess");
    navigate("/rules/chess#B-1");
    expect(listener.mock.calls).toEqual([["/rules/chess"]]);
    navigate(paths.review("x", 1));
    navigate(paths.review("x", 2));
    expect(listener.mock.calls).toEqual([["/rules/chess"], ["/g/x/review/1"]]);
    stop();
    navigate("/games");
    expect(listener).toHaveBeenCalledTimes(2);
  });
});

describe("links", () => {
  function clicked(html: string, init: MouseEventInit = {}): boolean {
    document.body.innerHTML = html;
    const event = new MouseEvent("click", { bubbles: true, cancelable: true, button: 0, ...init });
    document.body.querySelector("a, a *")?.dispatchEvent(event);
    return event.defaultPrevented;
  }

  it("are followed without loading the page anew", () => {
    navigate("/", { replace: true });
    const stop = startRouter();
    expect(clicked('<a href="/games"><b>Games</b></a>')).toBe(true);
    expect(route.page).toEqual({ name: "games" });
    stop();
  });

  it("stay the browser's own where they should", () => {
    const stop = startRouter();
    const browser = (event: Event) => event.preventDefault();
    const before = route.path;
    addEventListener("click", browser);
    clicked('<a href="/new">New</a>', { ctrlKey: true });
    clicked('<a href="/new" target="_blank">New</a>');
    clicked('<a href="/api/games/x/record" download>Record</a>');
    clicked('<a href="/api/games/x/record">Record</a>');
    clicked('<a href="https://example.org/new">Elsewhere</a>');
    expect(route.path).toBe(before);
    removeEventListener("click", browser);
    stop();
  });
});

it("has its addresses behind a hash where the games live on the device", async () => {
  vi.resetModules();
  document.head.innerHTML = '<meta name="kingdoms-home" content="device" />';
  history.replaceState({}, "", "/some/where/#/rules/chess#R-1");
  const { navigate, paths, route } = await import("./router.svelte");
  expect([route.path, route.anchor, route.page.name]).toEqual(["/rules/chess", "R-1", "rules"]);
  expect([paths.start, paths.game("x", "N"), paths.rules("go", "A-1")]).toEqual([
    "#/",
    "#/g/x?seat=N",
    "#/rules/go#A-1",
  ]);
  for (const [to, hash] of [
    [paths.game("x", "N"), "#/g/x?seat=N"],
    ["/puzzles", "#/puzzles"],
    [paths.rules("go", "A-1"), "#/rules/go#A-1"],
    ["#A-2", "#/rules/go#A-2"],
    ["?side=N", "#/rules/go?side=N"],
  ] as const) {
    navigate(to);
    expect([location.pathname, location.hash]).toEqual(["/some/where/", hash]);
  }
  expect(route.query.get("side")).toBe("N");
  document.head.innerHTML = "";
  vi.resetModules();
});
