import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { language, setLanguage } from "../language";
import { withOwnTexts } from "./";
import { part, partLater, ready, speak, withTexts } from "./parts.svelte";

const FILES: Record<string, object[]> = {
  "one-en": [{ hello: "Hello {n, plural, one {friend} other {friends}}" }, { bye: "Bye" }],
  "one-de": [{ hello: "Hallo {n, plural, one {Freund} other {Freunde}}" }, { bye: "Tschüss" }],
  "two-en": [{ more: "More" }],
  "two-de": [{ more: "Mehr" }],
};
/** The files that cannot be loaded. */
let missing: string[] = [];

beforeEach(() => {
  missing = [];
  vi.stubGlobal("fetch", (url: URL) => {
    const file = decodeURI(url.pathname).replace(/.*\/(.*)\.json$/, "$1");
    return Promise.resolve(missing.includes(file) ? new Response(null, { status: 404 }) : Response.json(FILES[file]));
  });
});
afterEach(() => setLanguage("en"));

it("texts come with the code that needs them, and change together", async () => {
  const hello = part("one", 0) as Record<"hello", string>;
  const { t } = withOwnTexts<{ own: { hello: { n: number } } }>({ own: hello });
  expect(await withTexts(Promise.resolve("code"), "one")).toBe("code");
  const bye = part("one", 1);
  expect([t("own.hello", { n: 1 }), bye["bye"]]).toEqual(["Hello friend", "Bye"]);
  await speak("de");
  expect([t("own.hello", { n: 2 }), bye["bye"], language()]).toEqual(["Hallo Freunde", "Tschüss", "de"]);
  expect((await partLater("two", 0)).default["more"]).toBe("Mehr");
});

it("a language of which something is missing is not changed to", async () => {
  await ready();
  missing = ["two-de"];
  part("two", 0);
  await ready();
  const told = vi.fn();
  addEventListener("vite:preloadError", told, { once: true });
  await expect(speak("fr")).rejects.toThrow();
  expect([language(), part("one", 1)["bye"], told.mock.calls.length]).toEqual(["en", "Bye", 1]);
});

it("code whose texts fail to load fails, and can be tried again", async () => {
  FILES["three-en"] = [{ late: "At last" }];
  missing = ["three-en"];
  await expect(withTexts(Promise.resolve(0), "three")).rejects.toThrow("three-en.json: 404");
  missing = [];
  expect(await withTexts(Promise.resolve(1), "three")).toBe(1);
  expect(part("three", 0)["late"]).toBe("At last");
});
