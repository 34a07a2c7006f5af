/** Events, choices, questions and warnings of Two Rivers as whole sentences of the catalogue, with places in words. */

import type { Alert, Ask, GameEvent, Seat } from "../../../api/types";
import type { Worded } from "../../../play/idiom";
import { listing } from "../../../play/names";
import { bare } from "../../../play/words";
import { t } from "../texts";
import { neighboursOf } from "../board/geometry";
import { kingdomOf } from "../board/scene";
import { buildingName, leaderName, seatName, tileName, tilesName } from "../board/names";
import { COLOURS, forecastOf, type CellName, type Colour, type RiversFacts } from "../types";
import { parseAction, type Parsed } from "./choices";
import { OFFICES, sentHome } from "./joining";
import { cellWords, inWords, regionWords } from "./words";

/** The number of treasures left on the map at which the game ends. */
const AT_THE_END = 2;

const isColour = (word: unknown): word is Colour => COLOURS.some((colour) => colour === word);
const tileOf = (colour: Colour) => t(`rivers.a_tile_${colour}`);
const leaderOf = (colour: Colour) => t(`rivers.the_${OFFICES[colour]}`);
const pointsOf = (colour: Colour, n: number) => t(`said.points_${colour}`, { n });

/** Return tiles of several colours in words: "2 temples and 1 market". */
function tilesOf(counts: Partial<Record<Colour, number>>): string {
  return listing(COLOURS.flatMap((colour) => (counts[colour] ? [tilesName(colour, counts[colour])] : [])));
}

/** Return the names of the two colours of a monument. */
function coloursOf(pair: string): { one: string; other: string } {
  const [one = "", other = ""] = pair.split("-").map((colour) => (isColour(colour) ? t(`rivers.colour_${colour}`) : colour));
  return { one, other };
}

/** Return the kinds of the decisions pending before or after an event. */
function pending(event: GameEvent, when: "before" | "after"): unknown[] {
  return event.changes.flatMap(({ path, [when]: value }) => (path[0] === "pending" && value ? [(value as { kind?: unknown }).kind] : []));
}

/** Return an event in words, or null for an unknown kind. Places are named by region of the map: their surroundings have changed since. */
function told(event: GameEvent, facts: RiversFacts): string | null {
  const { kind, details } = event;
  const nameOf = (seat: unknown) => seatName(facts, String(seat));
  const name = nameOf(event.seat);
  const colour = isColour(details["colour"]) ? details["colour"] : null;
  const where = regionWords(String(details["cell"] ?? ""));
  const moved = typeof details["from"] === "string";
  const figures = { attack: Number(details["attack"]), defence: Number(details["defence"]) };
  switch (kind) {
    case "first":
    case "turn":
    case "pass":
      return t(`said.${kind}`, { name });
    case "drawn":
      return colour ? t("said.drawn", { name, tile: tileOf(colour) }) : t("said.drawn_hidden", { name });
    case "place":
      return colour && placed(event, facts, { name, tile: tileOf(colour), where });
    case "leader":
      return colour && t(moved ? "said.leader_moved" : "said.leader", { name, leader: leaderOf(colour), where });
    case "withdrawn":
      return colour && t("said.withdrawn", { name, leader: leaderOf(colour) });
    case "leader_returned":
      return colour && event.seat && t("said.leader_returned", { leader: leaderName(facts, event.seat, OFFICES[colour]) });
    case "catastrophe":
    case "wonder":
    case "treasure":
      return t(`said.${kind}`, { name, where });
    case "swap":
      return details["tiles"] ? t("said.swap", { name, tiles: tilesOf(details["tiles"] as Record<Colour, number>) }) : t("said.swap_hidden", { name, n: Number(details["count"]) });
    case "war_chosen":
      return colour && t(`said.war_chosen_${colour}`, { name });
    case "revolt":
    case "war":
      return colour && t(`said.${kind}`, { ...figures, attacker: leaderName(facts, String(details["attacker"]), OFFICES[colour]), defender: leaderName(facts, String(details["defender"]), OFFICES[colour]) });
    case "committed":
      return colour && (details["count"] ? t("said.committed", { name, tiles: tilesName(colour, Number(details["count"])) }) : t("said.committed_nothing", { name }));
    case "revolt_won":
    case "war_won":
      return colour && won(event, facts, colour, { name, ...figures });
    case "raised":
      return colour && t(moved ? "said.raised_moved" : "said.raised", { name, building: buildingName(colour), where });
    case "lowered":
      return colour && t("said.lowered", { building: buildingName(colour) });
    case "monument":
      return t("said.monument", { name, where, ...coloursOf(String(details["pair"])) });
    case "decline":
      return t(pending(event, "before").includes("raise") ? "said.decline_move" : "said.decline", { name });
    case "income":
      return colour && t(pending(event, "before").includes("income") ? "said.income_wonder" : "said.income", { name, points: pointsOf(colour, Number(details["points"])) });
    case "game_over": {
      const winners = (details["winners"] ?? []) as Seat[];
      return t(details["reason"] === "bag" ? "said.over_bag" : "said.over_treasures", { n: winners.length, names: listing(winners.map(nameOf)) });
    }
    default:
      return null;
  }
}

function placed({ details, ...event }: GameEvent, facts: RiversFacts, said: { name: string; tile: string; where: string }): string {
  const { scores, colour } = details;
  if (isColour(colour) && typeof scores === "string") {
    return t("said.place_gain", { ...said, gain: t(`rivers.gain_${colour}`, { n: Number(details["points"] ?? 1), name: seatName(facts, scores) }) });
  }
  return t(pending({ details, ...event }, "after").includes("war") ? "said.place_joins" : "said.place", said);
}

function won({ kind, details }: GameEvent, facts: RiversFacts, colour: Colour, said: { name: string; attack: number; defence: number }): string {
  const points = pointsOf(kind === "revolt_won" ? "red" : colour, Number(details["points"]));
  const leader = leaderName(facts, String(details["loser"]), OFFICES[colour]);
  const n = ((details["removed"] ?? []) as CellName[]).length;
  return n ? t("said.won_tiles", { ...said, points, leader, n }) : t("said.won", { ...said, points, leader });
}

/** Return the sentence for an event in the past. */
export function eventWords(event: GameEvent, facts: RiversFacts | null): string {
  return (facts && told(event, facts)) ?? inWords(event.text, null);
}

/** Return a choice at the current table in words. */
export function choiceWords(choice: Worded, facts: RiversFacts): string {
  return offered(choice, parseAction(choice.action), facts) ?? inWords(choice.words, facts);
}

function offered(choice: Worded, parsed: Parsed, facts: RiversFacts): string | null {
  const { kind, colour, cell, pair, counts, amount } = parsed;
  const where = cell === null ? "" : cellWords(facts, cell);
  switch (kind) {
    case "place":
      return colour && placing(choice, facts, { tile: tileOf(colour), where });
    case "leader":
      return colour && cell && leading(choice, facts, colour, cell);
    case "withdraw":
      return colour && t("said.to_withdraw", { leader: leaderOf(colour) });
    case "catastrophe": {
      const home = listing(sentHome(facts, choice));
      const hit = facts.cells[cell ?? ""]?.what;
      if (isColour(hit)) return t(home ? "said.to_ruin_tile_home" : "said.to_ruin_tile", { where, home, tile: tileOf(hit) });
      return t(home ? "said.to_ruin_home" : "said.to_ruin", { where, home });
    }
    case "swap":
      return counts && t("said.to_swap", { tiles: tilesOf(counts) });
    case "pass":
      return t("said.to_pass", { n: facts.actions_left });
    case "war": {
      const [one = "", other = ""] = facts.wars.find((war) => war.colour === colour)?.seats.map((seat) => seatName(facts, seat)) ?? [];
      return colour && t(`said.to_war_${colour}`, { one, other });
    }
    case "commit": {
      if (!facts.conflict) return null;
      const { attacker, defender, commits } = facts.conflict;
      const n = amount ?? 0;
      const own =
        attacker.committed === null
          ? { attack: attacker.board + n, defence: defender.board }
          : { attack: defender.board + n, defence: attacker.board + attacker.committed };
      return n ? t("said.to_commit", { ...own, tiles: tilesName(commits, n) }) : t("said.to_commit_nothing", own);
    }
    case "build":
      return pair && t("said.to_build", { where, ...coloursOf(pair) });
    case "wonder":
    case "take":
      return t(`said.to_${kind}`, { where });
    case "raise": {
      const ground = facts.cells[cell ?? ""]?.what;
      if (!isColour(ground) || cell === null) return null;
      // The tiles of a line lie side by side: only their cells distinguish them.
      const from = facts.buildings?.[ground];
      const said = { building: buildingName(ground), cell };
      return from ? t("said.to_raise_moved", { ...said, from }) : t("said.to_raise", said);
    }
    case "decline":
      return t(facts.decision === "raise" ? "said.to_decline_move" : "said.to_decline");
    case "income":
      return colour && t("said.to_income", { points: pointsOf(colour, 1) });
    default:
      return null;
  }
}

function placing(choice: Worded, facts: RiversFacts, said: { tile: string; where: string }): string {
  if (!choice.forecast) return t("said.to_place", said);
  const { wars, points } = forecastOf(choice);
  if (wars) return t(wars.length ? "said.to_place_war" : "said.to_place_peace", said);
  const gains = Object.entries(points ?? {}).flatMap(([seat, of]) =>
    COLOURS.flatMap((colour) => (of[colour] ? [t(`rivers.gain_${colour}`, { n: of[colour], name: seatName(facts, seat) })] : [])),
  );
  return gains.length ? t("said.to_place_gain", { ...said, gain: listing(gains) }) : t("said.to_place_nothing", said);
}

function leading(choice: Worded, facts: RiversFacts, colour: Colour, cell: CellName): string {
  const { attack, defence } = forecastOf(choice);
  const moved = Boolean(facts.dynasties[facts.seat ?? ""]?.leaders[colour].cell);
  const said = { leader: leaderOf(colour), where: cellWords(facts, cell) };
  if (attack !== undefined && defence !== undefined) {
    const other = ruling(facts, colour, cell);
    return t(moved ? "said.to_move_revolt" : "said.to_lead_revolt", { ...said, other, attack, defence });
  }
  const n = neighboursOf(cell).filter((next) => facts.cells[next]?.what === "red").length;
  return t(moved ? "said.to_move" : "said.to_lead", { ...said, n });
}

/** Return the other leader of a colour in a kingdom next to a cell. There is one where a leader would begin a revolt. */
function ruling(facts: RiversFacts, colour: Colour, cell: CellName): string {
  const around = neighboursOf(cell).map((next) => facts.kingdoms[kingdomOf(facts, next) ?? -1]);
  const found = around.flatMap((kingdom) => kingdom?.leaders ?? []).find(([seat, of]) => of === colour && seat !== facts.seat);
  return found ? leaderName(facts, found[0], OFFICES[colour]) : "";
}

/** Return the question as put to the seat that decides. */
export function questionWords(ask: Ask, facts: RiversFacts): string {
  return asked(ask, facts) ?? inWords(bare(ask.question), facts);
}

function asked(ask: Ask, facts: RiversFacts): string | null {
  const kinds = new Set(ask.choices.map(({ kind }) => kind));
  // A square, a plus and a line all have the colour of the tile that completes them.
  const laid = ask.choices.map(({ action }) => facts.cells[parseAction(action).cell ?? ""]?.what).find(isColour) ?? null;
  switch (ask.decision) {
    case "action":
      return t("said.ask_action", { n: facts.actions_left });
    case "commit":
      return fighting(ask, facts);
    case "raise": {
      if (!laid) return null;
      const from = facts.buildings?.[laid];
      const said = { tile: tileName(laid), building: buildingName(laid) };
      return from ? t("said.ask_raise_moved", { ...said, where: cellWords(facts, from) }) : t("said.ask_raise", said);
    }
    case "build":
      return laid && t(!kinds.has("wonder") ? "said.ask_build" : kinds.has("build") ? "said.ask_build_both" : "said.ask_build_wonder", { tile: tileName(laid) });
    case "take":
      return ask.choices.length ? t("said.ask_take", { n: ask.choices.length }) : null;
    case "war":
    case "income":
      return t(`said.ask_${ask.decision}`);
    default:
      return null;
  }
}

function fighting({ seat }: Ask, { conflict }: RiversFacts): string | null {
  if (!conflict) return null;
  const { attacker, defender, kind, commits } = conflict;
  const attacks = attacker.seat === seat;
  const [own, other] = attacks ? [attacker, defender] : [defender, attacker];
  const figures = { own: own.board, against: other.board + (attacks ? 0 : (other.committed ?? 0)), tiles: t(`said.many_${commits}`) };
  return t(`said.ask_${attacks ? "attack" : "defend"}_${kind}`, figures);
}

/** Return a warning about how the game may soon end. */
export function warningWords({ kind, near, text, details = {} }: Alert): string {
  const left = Number(details["left"]);
  if (kind !== "treasures" || !Number.isFinite(left)) return text;
  return t(left <= AT_THE_END ? "said.warn_now" : near ? "said.warn_next" : "said.warn_soon", { n: left, more: left - AT_THE_END });
}
