/**
 * Guesses at the action a player had in mind when picking a target that offers nothing, as questions for the server.
 * They serve "why not?"; only the server knows whether they are legal, and why not.
 */

import type { Seat } from "../../../api/types";
import type { SeaFacts, Site } from "../types";

/** The maximum number of questions to the server. */
const MOST = 3;

/** Return likely actions for a target, most likely first. */
export function guesses(facts: SeaFacts, seat: Seat, picks: readonly string[], key: string): string[] {
  const [kind, first = "", second = ""] = key.split(" ");
  const lines: string[] = [];
  if (kind === "stack") lines.push(`explore ${first} under`);
  else if (kind === "leader") lines.push(...forLeader(facts, seat, first, Number(second)));
  else if (kind === "site") lines.push(...forSite(facts, seat, picks, first));
  return [...new Set(lines)].slice(0, MOST);
}

/** Return the first leader among the picks. */
function pickedLeader(picks: readonly string[]): number | null {
  const key = picks.find((pick) => pick.startsWith("leader "));
  return key === undefined ? null : Number(key.split(" ")[2]);
}

function forSite(facts: SeaFacts, seat: Seat, picks: readonly string[], site: Site): string[] {
  const continent = site.split(".")[0] ?? "";
  const city = facts.cities[site];
  const capital = site.endsWith(".C");
  if (facts.decision === "rebel" || facts.decision === "produce") return [`${facts.decision} ${site}`];
  if (facts.decision === "rank") return [`rank ${continent}`];
  if (facts.decision === "suppress") return suppressions(facts, seat, picks, site);
  if (facts.decision === "build") {
    const stack = picks.find((pick) => pick.startsWith("stack "))?.split(" ")[1];
    if (stack) return [`explore ${stack} ${site}`];
    if (!city && !capital) return [`explore ${firstStack(facts)} ${site}`];
    const isOwn = city?.holder === seat;
    if (isOwn && picks.length === 0) return [`port ${site} 1`, `road ${origin(facts, seat, picks, site)} ${site}`];
    return [`road ${origin(facts, seat, picks, site)} ${site}`];
  }
  if (facts.decision === "leader") {
    const leader = pickedLeader(picks) ?? likelyLeader(facts, seat);
    if (capital && continent === seat) return [`move ${leader} reserve`];
    return city?.holder === seat || (!city && !capital) ? [`move ${leader} ${site}`] : [`attack ${leader} ${site}`];
  }
  return [];
}

/** Return a likely start of a road to a site: the picked site, else a city held on its continent, else the Capital. */
function origin(facts: SeaFacts, seat: Seat, picks: readonly string[], site: Site): Site {
  const picked = picks.find((pick) => pick.startsWith("site "))?.split(" ")[1];
  if (picked) return picked;
  const continent = site.split(".")[0] ?? "";
  if (continent === seat) return `${seat}.C`;
  return facts.kingdoms[seat]?.cities.find((city) => city !== site && city.startsWith(`${continent}.`)) ?? `${seat}.C`;
}

function firstStack(facts: SeaFacts): string {
  return Object.entries(facts.stacks).find(([, tiles]) => tiles.length > 0)?.[0] ?? "suns";
}

/** Return an own leader likely to act: an active one in a garrison or temple, else any on the board, else the lowest. */
function likelyLeader(facts: SeaFacts, seat: Seat): number {
  const leaders = (facts.kingdoms[seat]?.leaders ?? []).filter((leader) => leader.place !== "king");
  const base = (place: string) => ["garrison", "temple"].includes(facts.cities[place]?.kind ?? "");
  const best =
    leaders.find((leader) => leader.active && base(leader.place)) ??
    leaders.find((leader) => leader.place.includes("."));
  return (best ?? leaders[0])?.value ?? 0;
}

function suppressions(facts: SeaFacts, seat: Seat, picks: readonly string[], site: Site): string[] {
  return [`suppress ${site} ${pickedLeader(picks) ?? likelyLeader(facts, seat)}`];
}

function forLeader(facts: SeaFacts, seat: Seat, owner: Seat, value: number): string[] {
  const leader = facts.kingdoms[owner]?.leaders.find((leader) => leader.value === value);
  if (!leader) return [];
  if (owner !== seat) {
    const site = leader.place === "king" ? `${owner}.C` : leader.place;
    return site === "reserve" || facts.decision !== "leader" ? [] : [`attack ${likelyLeader(facts, seat)} ${site}`];
  }
  if (facts.decision === "suppress") {
    const site = facts.rebelling[0];
    return site ? [`suppress ${site} ${value}`] : [];
  }
  if (leader.place === "king") return [`move ${value} reserve`];
  if (leader.place === "reserve") {
    const free = facts.kingdoms[seat]?.cities.find((site) => !facts.cities[site]?.leader);
    return [...(free ? [`move ${value} ${free}`] : []), `king ${value}`];
  }
  return leader.active ? [`move ${value} reserve`] : [`activate ${value}`];
}
