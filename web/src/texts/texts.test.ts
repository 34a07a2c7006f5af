import { describe, expect, it } from "vitest";
import { fill, plural, t, tryText } from ".";
import { en } from "./en";

describe("texts", () => {
  it("fill their holes", () => {
    expect(t("shell.game_round", { round: 3 })).toBe("round 3");
    expect(fill("{a} and {b}", { a: "x" })).toBe("x and {b}");
  });

  it("agree with numbers", () => {
    expect(t("shell.ago_minutes", { n: 1 })).toBe("1 minute ago");
    expect(t("shell.ago_minutes", { n: 5 })).toBe("5 minutes ago");
    expect(plural(0, "game", "games")).toBe("games");
  });

  it("are asked for by names that may not exist", () => {
    expect(tryText("shell.error_network")).toContain("cannot be reached");
    expect(tryText("shell.error_of_no_kind")).toBeNull();
    expect(tryText("nowhere.at_all")).toBeNull();
    expect(tryText("shell.toString")).toBeNull();
  });

  it("are never empty, and plurals are for their number", () => {
    for (const [part, texts] of Object.entries(en)) {
      for (const [name, text] of Object.entries(texts as Record<string, unknown>)) {
        const forms = typeof text === "string" ? [text] : Object.values(text as Record<string, string>);
        expect(forms.every((form) => typeof form === "string" && form.trim() !== ""), `${part}.${name}`).toBe(true);
      }
    }
  });
});
