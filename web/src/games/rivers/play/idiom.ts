/** How Two Rivers is spoken of at the table. */

import type { Idiom } from "../../../play/idiom";
import { sentence } from "../../../play/words";
import { t } from "../texts";
import { cellName, officeName, seatName, tileName } from "../board/names";
import { CATASTROPHE_KEY } from "../board/types";
import { COLOURS, type RiversFacts } from "../types";
import { cellOf, SWAP_KEY, type Option } from "./choices";
import { RIVERS_CHRONICLE } from "./chronicle";

const GUIDED = ["action", "war", "commit", "build", "take", "income"] as const;
const OFFICES = { red: "priest", blue: "farmer", green: "trader", black: "king" } as const;

function thingName(facts: RiversFacts, key: string): string {
  const cell = cellOf(key);
  if (cell !== null) return cellName(facts, cell);
  if (key === CATASTROPHE_KEY) return t("board.tile_catastrophe");
  if (key === SWAP_KEY) return t("rivers.swap");
  const [kind, word] = key.split(" ");
  const colour = COLOURS.find((one) => one === word) ?? "red";
  return kind === "leader" ? t("rivers.the_leader", { office: officeName(OFFICES[colour]) }) : t("rivers.a_tile", { tile: tileName(colour) });
}

/** Tiles are listed by what they are, everything else by what is done. */
function groupOf(option: Option): string {
  const { kind, colour } = option.parsed;
  return kind === "place" && colour ? `place_${colour}` : kind;
}

export const RIVERS: Idiom<RiversFacts, Option> = {
  chronicle: RIVERS_CHRONICLE,
  seatName: (facts, seat) => (facts ? seatName(facts, seat) : seat),
  thingName,
  guide: (ask) => {
    const known = GUIDED.find((kind) => kind === ask.decision);
    return known ? t(`rivers.guide_${known}`) : null;
  },
  chance: t("rivers.chance"),
  groupOf,
  groups: [...COLOURS.map((colour) => `place_${colour}`), "leader", "withdraw", "catastrophe", "swap"],
  groupName: (group) => t(`rivers.group_${group as "leader"}`),
  label: (family) => (family.kind === "commit" ? t("rivers.commit") : sentence(family.options[0]?.choice.words ?? family.key)),
  ending: (options) => options.find((option) => option.parsed.kind === "pass") ?? null,
  endName: () => t("rivers.end_turn"),
  endShort: t("rivers.end_short"),
  extra: null,
  unused: (facts) => t("rivers.unused", { n: facts.actions_left }),
  example: t("rivers.example"),
};
