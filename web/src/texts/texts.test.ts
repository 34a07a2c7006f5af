import { describe, expect, it } from "vitest";
import { tryText } from "./";
import { t } from "./setup";
import { empty } from "./testing";

describe("texts", () => {
  it("fill their holes", () => {
    expect(t("lobby.game_round", { round: 3 })).toBe("round 3");
    expect(tryText("play.level", { level: 3 })).toBe("3 · {title}");
  });

  it("agree with numbers", () => {
    expect(t("setup.waiting_for", { n: 1 })).toBe("The game starts as soon as the last seat is taken.");
    expect(t("setup.waiting_for", { n: 3 })).toBe("The game starts as soon as the last 3 seats are taken.");
  });

  it("are typed: their names, and exactly their holes", () => {
    // @ts-expect-error no such text
    expect(t("lobby.nothing_of_the_kind")).toBe("lobby.nothing_of_the_kind");
    // @ts-expect-error a hole is missing
    expect(t("lobby.game_round")).toBe("round {round}");
    // @ts-expect-error a wrong hole
    expect(t("lobby.game_round", { n: 3 })).toBe("round {round}");
    // @ts-expect-error no hole
    expect(t("lobby.learn", { n: 3 })).toBe("First lesson: 2 minutes");
    // @ts-expect-error a number is needed
    expect(t("setup.waiting_onlookers", { n: "3" })).toBe("3 people are watching");
  });

  it("are asked for by names that may not exist", () => {
    expect(tryText("shell.error_network")).toContain("can't be reached");
    expect(tryText("shell.error_of_no_kind")).toBeNull();
    expect(tryText("nowhere.at_all")).toBeNull();
    expect(tryText("shell.toString")).toBeNull();
  });

  it("are never empty", () => {
    expect(empty(import.meta.glob("./en/*.json", { eager: true, import: "default" }))).toEqual([]);
  });
});
