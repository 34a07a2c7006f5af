/** The reason for a hint in words, from the server's code and details. */

import type { Seat, Why } from "../../../api/types";
import { listing } from "../../../play/names";
import { reasonOf, type Details } from "../../../play/reasons";
import { leaderName, tilesName } from "../board/names";
import { t, tryText } from "../texts/advised";
import { COLOURS, type CellName, type Colour, type RiversFacts } from "../types";
import { OFFICES } from "./joining";
import { cellWords } from "./words";

const isColour = (word: unknown): word is Colour => COLOURS.some((colour) => colour === word);
const ownLeader = (colour: Colour) => t(`rivers.your_${OFFICES[colour]}`);
const sideOf = (colour: Colour) => t(`advised.many_${OFFICES[colour]}`);
const tilesOf = (colour: Colour) => t(`said.many_${colour}`);

/** Return a reason in words, or null for a code that this page does not know. */
export function reasonWords(why: Why, facts: RiversFacts, own: Seat | null): string | null {
  return reasonOf(why, (name, details) => tryText(`advised.${name}`, { ...numbersOf(details), ...named(name, details, facts, own) }));
}

function numbersOf(details: Details): Record<string, number> {
  return Object.fromEntries(Object.entries(details).filter((detail): detail is [string, number] => typeof detail[1] === "number"));
}

/** Return the names of the colours, leaders and places of a reason. */
function named(name: string, { colour, colours, leaders, cell, n }: Details, facts: RiversFacts, own: Seat | null): Record<string, string> {
  const words: Record<string, string> = {};
  if (isColour(colour)) {
    const points = t(`said.points_${colour}`, { n: name === "gain_points_two" ? 2 : 1 });
    const one = { colour: t(`rivers.colour_${colour}`), leader: ownLeader(colour), side: sideOf(colour), tile: t(`rivers.a_tile_${colour}`) };
    Object.assign(words, one, { points, tiles: tilesOf(colour), held: tilesName(colour, Number(n ?? 1)) });
  }
  if (Array.isArray(colours)) {
    const known = colours.filter(isColour);
    Object.assign(words, { leaders: listing(known.map(ownLeader)), sides: listing(known.map(sideOf)), tiles: listing(known.map(tilesOf)) });
  }
  if (Array.isArray(leaders)) {
    const nameOf = ([seat, of]: [Seat, Colour]) => (seat === own ? ownLeader(of) : leaderName(facts, seat, OFFICES[of]));
    words["leaders"] = listing((leaders as [Seat, Colour][]).map(nameOf));
  }
  if (typeof cell === "string") words["where"] = cellWords(facts, cell as CellName);
  return words;
}
