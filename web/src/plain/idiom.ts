/** The idiom of a game without a folder of its own, based on the server's texts. */

import type { CatalogueGame, PlainFacts } from "../api/types";
import { Composer, LIST, type Server } from "../play/desk/composer.svelte";
import type { Idiom } from "../play/desk/idiom";
import { concerns, type Chronicle } from "../play/log/log";
import type { Option } from "../play/desk/options";
import { speechOf } from "../play/desk/speech";
import { sentence } from "../said/words";
import { t } from "../texts";

const PAUSE = 900;

const CHRONICLE: Chronicle = {
  filters: ["all", "mine"],
  filterName: (filter) => t(filter === "mine" ? "play.filter_mine" : "play.filter_all"),
  passes: (event, filter, ownSeats) => filter !== "mine" || concerns(event, ownSeats),
  quiet: () => false,
  headings: () => (entry) => (entry.round === null ? t("play.log_game") : t("play.round", { n: entry.round })),
  yields: () => false,
  alarm: (event) => (event.kind === "game_over" ? "victory" : null),
  pause: (entry) => (entry.events.length ? PAUSE : 0),
};

/** Return a game's identifier as a heading: "take_back" becomes "Take back". */
export function heading(name: string): string {
  return sentence(name.replaceAll("_", " "));
}

export function idiomOf(game: CatalogueGame): Idiom<PlainFacts> {
  return {
    ...speechOf<PlainFacts>(null),
    chronicle: CHRONICLE,
    seatName: (_, seat) => game.seat_names[seat] ?? seat,
    thingName: (_, key) => key,
    guide: () => null,
    get chance() {
      return t("play.waiting_dice");
    },
    groupOf: (option) => option.parsed.kind,
    groups: [],
    groupName: heading,
    defeated: null,
    spots: () => [],
    moves: null,
    rank: () => 0,
    apart: () => false,
    label: (family) => sentence(family.options[0]?.choice.words ?? family.key),
    ending: () => null,
    endName: () => "",
    endShort: "",
    extra: null,
    unused: () => null,
  };
}

export function composerOf(id: string, server?: Server): Composer<PlainFacts, Option> {
  return new Composer<PlainFacts, Option>(id, LIST, server);
}

/** Return the round and phase of a game in words. */
export function whereOf({ round, phase, outcome }: PlainFacts): string {
  if (outcome) return t("play.over");
  const lines = [
    ...(round === null ? [] : [t("play.round", { n: round })]),
    ...(phase ? [round === null ? heading(phase) : phase.replaceAll("_", " ")] : []),
  ];
  return lines.join(", ");
}
