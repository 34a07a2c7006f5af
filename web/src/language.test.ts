import { afterEach, expect, it, vi } from "vitest";
import { bestOf, directionOf, language, locale, onLanguage, ownNameOf, perLocale, setLanguage } from "./language";

afterEach(() => setLanguage("en"));

it("a reader gets the language that comes nearest to a wish", () => {
  const tags = ["en", "de", "pt-BR"];
  expect(bestOf(["de-AT", "en"], tags)).toBe("de");
  expect(bestOf(["nl", "EN-us"], tags)).toBe("en");
  expect(bestOf(["pt-PT"], tags)).toBe("pt-BR");
  expect(bestOf(["", "nl", "eng"], tags)).toBeNull();
});

it("languages are called by their own names, and are written in their direction", () => {
  expect(["en", "de", "fr", "es"].map(ownNameOf)).toEqual(["English", "Deutsch", "Français", "Español"]);
  expect(["de", "ar"].map(directionOf)).toEqual(["ltr", "rtl"]);
});

it("formatters are those of the present language, each made once", () => {
  const make = vi.fn((tag: string) => new Intl.NumberFormat(tag));
  const numbers = perLocale(make);
  expect([numbers().format(1.5), locale()]).toEqual(["1.5", "en-GB"]);
  setLanguage("de");
  expect([numbers().format(1.5), locale()]).toEqual(["1,5", "de"]);
  setLanguage("en");
  expect(numbers().format(1.5)).toBe("1.5");
  expect(make).toHaveBeenCalledTimes(2);
});

it("a change is told", () => {
  const listener = vi.fn();
  const stop = onLanguage(listener);
  setLanguage("de");
  stop();
  setLanguage("fr");
  expect(listener.mock.calls).toEqual([["de"]]);
  expect(language()).toBe("fr");
});
