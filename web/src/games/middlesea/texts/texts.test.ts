import { expect, it } from "vitest";
import { en as shared } from "../../../texts/en";
import { doubled, silent } from "../../../texts/testing";
import { t } from ".";
import { en } from "./en";

it("says the game's own words and those of all games", () => {
  expect(t("play.log_heading", { n: 2, phase: t("play.phase_build") })).toBe("Round 2: Build");
  expect(t("shell.try_again")).toBe(shared.shell.try_again);
});

it("leaves none empty, and takes none of another's place", () => {
  expect(silent(en)).toEqual([]);
  expect(doubled(en, shared)).toEqual([]);
});
