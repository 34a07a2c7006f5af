import { expect, it } from "vitest";
import { en as shared } from "../../../texts/en";
import { coach as sharedCoach } from "../../../texts/en/coach";
import { learn as sharedLearn } from "../../../texts/en/learn";
import { text as sharedText } from "../../../texts/en/text";
import { doubled, silent } from "../../../texts/testing";
import { t } from ".";
import { en } from "./en";
import { coach } from "./en/coach";
import { learn } from "./en/learn";
import { rules } from "./en/rules";
import { text } from "./en/text";

const own = { ...en, coach, learn, rules, text };

it("says the game's own words and those of all games", () => {
  expect(t("rivers.actions_left", { n: 1 })).toBe("1 action left");
  expect(t("shell.try_again")).toBe(shared.shell.try_again);
});

it("leaves none empty, and takes none of another's place", () => {
  expect(silent(own)).toEqual([]);
  expect(doubled(own, { ...shared, coach: sharedCoach, learn: sharedLearn, text: sharedText })).toEqual([]);
});
