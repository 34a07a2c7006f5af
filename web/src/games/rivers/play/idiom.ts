/** The words of Two Rivers. */

import type { GameEvent } from "../../../api/types";
import type { Idiom } from "../../../play/desk/idiom";
import { sentence } from "../../../said/words";
import { t } from "../texts";
import { officeName, seatName } from "../board/names";
import { CATASTROPHE_KEY, cellKey, cellOf } from "../board/types";
import { COLOURS, type RiversFacts } from "../types";
import { SWAP_KEY, type Option } from "./choices";
import { placeName, SAID, SPEECH } from "../said";
import { RIVERS_CHRONICLE } from "./chronicle";

const GUIDED = ["action", "war", "commit", "raise", "build", "take", "income"] as const;

const SPOTS = ["cell", "from", "removed"];
/** Kinds of choices, the most usual first. */
const RANKS = ["place", "leader", "withdraw", "catastrophe"];

/** Return the keys of the cells that an event names, or that a withdrawn leader leaves. */
function spots({ details, changes }: GameEvent): string[] {
  const cells = [...SPOTS.map((name) => details[name]), changes.map(({ before }) => before)].flat();
  return [...new Set(cells)].flatMap((cell) =>
    typeof cell === "string" && /^[A-P]\d/.test(cell) ? [cellKey(cell)] : [],
  );
}

function thingName(facts: RiversFacts, key: string): string {
  const cell = cellOf(key);
  if (cell !== null) return placeName(facts, cell);
  if (key === CATASTROPHE_KEY) return t("board.tile_catastrophe");
  if (key === SWAP_KEY) return t("rivers.swap");
  const [kind, word] = key.split(" ");
  const colour = COLOURS.find((colour) => colour === word) ?? "red";
  return kind === "leader" ? t("rivers.the_leader", { office: officeName(colour) }) : SAID.name("tile", colour);
}

export const RIVERS: Idiom<RiversFacts, Option> = {
  ...SPEECH,
  chronicle: RIVERS_CHRONICLE,
  seatName: (facts, seat) => (facts ? seatName(facts, seat) : seat),
  thingName,
  guide: (ask) => {
    const decision = GUIDED.find((kind) => kind === ask.decision);
    return decision ? t(`rivers.guide_${decision}`) : null;
  },
  get chance() {
    return t("rivers.chance");
  },
  groupOf: (option) => option.parsed.kind,
  groups: ["place", "leader", "withdraw", "catastrophe", "swap"],
  groupName: (group) => t(`rivers.group_${group as "leader"}`),
  defeated: null,
  spots,
  moves: () => import("./moves").then(({ MOVES }) => MOVES),
  rank: (option) => RANKS.indexOf(option.parsed.kind),
  apart: (option) => option.parsed.kind === "swap",
  label: (family, facts) =>
    family.kind === "commit"
      ? t("rivers.commit")
      : sentence(family.options[0] ? SPEECH.choice(family.options[0].choice, facts, facts.seat) : family.key),
  ending: (options) => options.find((option) => option.parsed.kind === "pass") ?? null,
  endName: () => t("play.end_turn"),
  get endShort() {
    return t("play.end_short");
  },
  extra: null,
  unused: (facts) => t("rivers.unused", { n: facts.actions_left }),
};
