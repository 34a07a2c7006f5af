import { expect, it } from "vitest";
import shell from "../../../texts/en/shell.json";
import { doubled, empty } from "../../../texts/testing";
import { t } from ".";

const own = import.meta.glob<Record<string, string>>("./en/*.json", { eager: true, import: "default" });
const shared = import.meta.glob<Record<string, string>>("../../../texts/en/*.json", { eager: true, import: "default" });

/** Return the texts of files by their part. */
const byPart = (files: typeof own) => Object.fromEntries(Object.entries(files).map(([file, texts]) => [file.replace(/^.*\/|\.json$/g, ""), texts]));

it("says the game's own words and those of all games", () => {
  expect(t("play.log_heading", { n: 2, phase: t("play.phase_build") })).toBe("Round 2: Build");
  expect(t("shell.try_again")).toBe(shell.try_again);
});

it("leaves none empty, and takes none of another's place", () => {
  expect(empty(own)).toEqual([]);
  expect(doubled(byPart(own), byPart(shared))).toEqual([]);
});
