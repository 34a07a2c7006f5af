/** Kinds of players in words. */

import { t } from "../texts/explorer";

/** The width of the bands of points in which rated people are counted. */
const BAND = 200;

/** Return the name of a kind of player, such as `level:6` or `people:1000`. */
export function kindName(kind: string): string {
  const [name = "", number = ""] = kind.split(":");
  if (name === "level") return t("explorer.level", { n: Number(number) });
  if (name === "people") return t("explorer.people", { from: Number(number), to: Number(number) + BAND - 1 });
  return name === "trial" ? t("explorer.trial") : kind;
}

/** Return kinds of players and their games in words, the one with the most games first. */
export const kindsInWords = (games: Readonly<Record<string, number>>): string =>
  Object.entries(games)
    .sort(([, one], [, other]) => other - one)
    .map(([kind, n]) => t("explorer.by", { who: kindName(kind), n }))
    .join(", ");
