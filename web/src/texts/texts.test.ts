import { describe, expect, it } from "vitest";
import { fill, plural, tryText } from ".";
import { en } from "./en";
import { chances } from "./en/chances";
import { coach } from "./en/coach";
import { ending } from "./en/ending";
import { help } from "./en/help";
import { learn } from "./en/learn";
import { lobby } from "./en/lobby";
import { passing } from "./en/passing";
import { push } from "./en/push";
import { puzzles } from "./en/puzzles";
import { review } from "./en/review";
import { rules } from "./en/rules";
import { settings } from "./en/settings";
import { talk } from "./en/talk";
import { text } from "./en/text";
import { you } from "./en/you";
import { t } from "./lobby";
import { silent } from "./testing";

describe("texts", () => {
  it("fill their holes", () => {
    expect(t("lobby.game_round", { round: 3 })).toBe("round 3");
    expect(fill("{a} and {b}", { a: "x" })).toBe("x and {b}");
  });

  it("agree with numbers", () => {
    expect(t("lobby.ago_minutes", { n: 1 })).toBe("1 minute ago");
    expect(t("lobby.ago_minutes", { n: 5 })).toBe("5 minutes ago");
    expect(plural(0, "game", "games")).toBe("games");
  });

  it("are asked for by names that may not exist", () => {
    expect(tryText("shell.error_network")).toContain("can't be reached");
    expect(tryText("shell.error_of_no_kind")).toBeNull();
    expect(tryText("nowhere.at_all")).toBeNull();
    expect(tryText("shell.toString")).toBeNull();
  });

  it("are never empty, in either number", () => {
    expect(silent({ ...en, chances, coach, ending, help, learn, lobby, passing, push, puzzles, review, rules, settings, talk, text, you })).toEqual([]);
  });
});
