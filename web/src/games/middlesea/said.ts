/** The sentences of Kingdoms of the Middle Sea, and the names of what fills their holes. */

import alert from "../../../../src/kingdoms/games/middlesea/texts/en/alert.json";
import choice from "../../../../src/kingdoms/games/middlesea/texts/en/choice.json";
import ending from "../../../../src/kingdoms/games/middlesea/texts/en/ending.json";
import event from "../../../../src/kingdoms/games/middlesea/texts/en/event.json";
import name from "../../../../src/kingdoms/games/middlesea/texts/en/name.json";
import about from "../../../../src/kingdoms/games/middlesea/texts/en/about.json";
import question from "../../../../src/kingdoms/games/middlesea/texts/en/question.json";
import kinds from "../../../../src/kingdoms/games/middlesea/texts/holes.json";
import type { Seat } from "../../api/types";
import { speechOf } from "../../play/desk/speech";
import { Catalogue, type Namer, type Telling } from "../../said/catalogue";
import type { Holes } from "./said.gen";
import type { City, SeaFacts, Site } from "./types";

type SeaTelling = Telling<SeaFacts, Holes>;

/** Name something that belongs to a seat: "your", "its", or with the name of the seat. */
function owned(telling: SeaTelling, seat: Seat, tell: (of: { whose: string; seat: Seat }) => string): string {
  return tell({ whose: seat === telling.reader ? "own" : seat === telling.named ? "its" : "other", seat });
}

/** Name a city by its tile, if the value has one, and its site: "S3 N.FL". */
function city(telling: SeaTelling, value: string): string {
  const [site = "", tile] = value.split(" ").reverse();
  const [seat = "", word = ""] = site.split(".");
  const id = tile ? "name.place" : "name.site";
  const place = owned(telling, seat, (of) => telling.tell(id, { ...of, word }));
  return tile === undefined ? place : telling.tell("name.city", { tile, where: place });
}

const NAMERS: Record<string, Namer<SeaFacts, Holes>> = {
  seat: (telling, seat: Seat) => telling.tell("name.seat", { word: seat }),
  "seat*": (telling, seat: Seat) =>
    seat === telling.reader ? telling.tell("name.you", {}) : telling.tell("name.seat", { word: seat }),
  city,
  king: (telling, seat: Seat) => owned(telling, seat, (of) => telling.tell("name.king", of)),
  standing: (telling, place: string) => (place === "reserve" ? telling.tell("name.reserve", {}) : city(telling, place)),
  tile: (telling, tile: string) => telling.tell("name.tile", { value: Number(tile.slice(1)), word: tile.charAt(0) }),
  money: (telling, [goods, gold]: [number, number]) =>
    telling.tell("name.money", {
      word: goods && gold ? "both" : goods ? "goods" : gold ? "gold" : "nothing",
      goods,
      gold,
    }),
};

export const SAID = new Catalogue<SeaFacts, Holes>(kinds, NAMERS, {
  about,
  alert,
  choice,
  ending,
  event,
  name,
  question,
});

/** The parts that few readers need, loaded on first use. */
export const LATER = {
  factor: () => import("../../../../src/kingdoms/games/middlesea/texts/en/factor.json"),
  refusal: () => import("../../../../src/kingdoms/games/middlesea/texts/en/refusal.json"),
  reason: () => import("../../../../src/kingdoms/games/middlesea/texts/en/reason.json"),
};

/** What a table says. */
export const SPEECH = speechOf(SAID, LATER);

/** Name a site by its position: "East's front left". */
export const siteName = (site: Site): string => SAID.name("city", site);

/** Name a kingdom by its seat: "North". */
export const nameOfSeat = (seat: Seat): string => SAID.name("seat", seat);

/** Name a tile by its code: "3-market". */
export const tileName = (tile: string): string => SAID.name("tile", tile);

const codeOf = ({ suit, value }: City): string => `${suit.charAt(0).toUpperCase()}${value}`;

/** Name a city by its tile: "3-market". */
export const cityName = (city: City): string => tileName(codeOf(city));

/** Name a site with its city, if it has one: "the 3-market at East's front left", "your Capital". */
export function placeName(facts: SeaFacts, site: Site, ownSeat: Seat | null = null): string {
  const city = facts.cities[site];
  return SAID.name("city", city ? `${codeOf(city)} ${site}` : site, ownSeat);
}

/** Return an amount of goods and gold in words. */
export const moneyName = (goods: number, gold: number): string => SAID.name("money", [goods, gold]);
