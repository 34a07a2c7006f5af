/** The table of Two Rivers in words. */

import type { Choice, Seat } from "../../../api/types";
import { listing } from "../../../said/words";
import { t } from "../texts/text";
import { ROWS_OF_CELLS } from "../board/geometry";
import { buildingName, colourName, leaderName, officeName, pieceName, seatName, tilesName } from "../board/names";
import { buildingPieces, leaderOn } from "../board/scene";
import { sentHome } from "../play/joining";
import { scoresOf } from "../play/scores";
import { SAID } from "../said";
import { forecastOf, COLOURS, type CellName, type Colour, type Kingdom, type Leader, type RiversFacts } from "../types";

/** Return tiles by colour: "2 temples and 1 farm". */
export function tilesLine(tiles: Record<Colour, number>): string {
  const parts = COLOURS.filter((colour) => tiles[colour] > 0).map((colour) => tilesName(colour, tiles[colour]));
  return listing(parts) || t("board.no_tiles");
}

/** Return the points of all colours: "2 red, 0 blue, 1 green and 3 black". */
export function pointsLine(points: Record<Colour, number>): string {
  return listing(COLOURS.map((colour) => t("board.points_of", { n: points[colour], points: colourName(colour) })));
}

/** Describe a leader on the map, with its possible strength in a conflict. */
function leaderLine(seat: Seat, { colour, cell, temples, supporters }: Leader): string {
  const strengths = {
    temples: t("board.temples", { n: temples }),
    supporters: t("board.supporters", { n: supporters }),
  };
  return t("text.leader", { leader: leaderName(seat, colour), cell: cell ?? "", ...strengths });
}

/** Return the tiles on some cells, by colour: "temples on E5, F5; market on G6". */
function tilesOn(facts: RiversFacts, cells: readonly CellName[]): string {
  const parts = COLOURS.flatMap((colour) => {
    const tileCells = cells.filter((cell) => facts.cells[cell]?.what === colour);
    const count = tilesName(colour, tileCells.length);
    return tileCells.length ? [t("text.tiles", { count, cells: tileCells.join(", ") })] : [];
  });
  return parts.join("; ");
}

/** Describe a kingdom: its leaders, tiles and treasures. */
export function kingdomLine(facts: RiversFacts, kingdom: Kingdom, n: number): string {
  const leaders = kingdom.leaders.flatMap(([seat, colour]) => {
    const leader = facts.dynasties[seat]?.leaders[colour];
    return leader ? [leaderLine(seat, leader)] : [];
  });
  const tiles = tilesOn(facts, kingdom.cells);
  return t("text.kingdom", {
    n,
    leaders: listing(leaders),
    tiles: tiles && `${tiles}.`,
    treasures: kingdom.treasures.length ? t("text.treasures", { cells: kingdom.treasures.join(", ") }) : "",
  });
}

function cellWords(facts: RiversFacts, cell: CellName): string | null {
  const standing = leaderOn(facts, cell);
  if (standing) {
    const name = leaderName(standing.seat, standing.leader.colour);
    return t("text.cell", { cell, what: name });
  }
  const content = facts.cells[cell];
  if (!content) return null;
  const piece = pieceName(content.what);
  return t("text.cell", { cell, what: content.treasure ? t("board.with_treasure", { what: piece }) : piece });
}

/** Describe the map, one line for each row that has something on it. */
export function rowLines(facts: RiversFacts): string[] {
  return ROWS_OF_CELLS.flatMap((cells, at) => {
    const words = cells.map((cell) => cellWords(facts, cell)).filter((word) => word !== null);
    return words.length ? [t("text.row", { row: at + 1, cells: words.join("; ") })] : [];
  });
}

/** Describe monuments, the wonder and civilization buildings. */
export function buildingLines(facts: RiversFacts): string[] {
  const built = Object.entries(facts.monuments).map(([pair, cell]) =>
    t("text.monument", { pair: SAID.name("pair", pair), cell }),
  );
  if (facts.wonder !== null) built.push(t("text.wonder", { cell: facts.wonder }));
  for (const { colour, cell } of buildingPieces(facts))
    built.push(t("text.building", { building: buildingName(colour), cell }));
  return built.length ? built : [t("text.no_monuments")];
}

/** Return the cells of a seat's leaders. */
export function leadersLine(facts: RiversFacts, seat: Seat): string {
  const standing = COLOURS.map((colour) => facts.dynasties[seat]?.leaders[colour]).filter(
    (leader) => leader?.cell != null,
  );
  return (
    standing
      .map((leader) => (leader ? t("text.cell", { cell: officeName(leader.colour), what: leader.cell ?? "" }) : ""))
      .join(", ") || t("text.none")
  );
}

/** Describe the current conflict: "Revolt: Pot 3 + 2 against Bull 2". */
export function conflictLine(facts: RiversFacts): string | null {
  const { conflict } = facts;
  if (!conflict) return null;
  const strength = ({ board, committed }: { board: number; committed: number | null }) =>
    committed ? `${board} + ${committed}` : `${board}`;
  return t("text.conflict", {
    kind: t(conflict.kind === "revolt" ? "text.revolt" : "text.war"),
    attacker: seatName(facts, conflict.attacker.seat),
    attack: strength(conflict.attacker),
    defender: seatName(facts, conflict.defender.seat),
    defence: strength(conflict.defender),
  });
}

/** Return the effects of a choice that its words do not mention. */
export function forecastLine(choice: Choice): string {
  const { attack, defence, defence_most, result, loses, home } = forecastOf(choice);
  const parts: string[] = [];
  if (attack !== undefined && defence !== undefined && choice.kind !== "commit") {
    if (defence_most !== undefined && defence_most > defence)
      parts.push(t("play.against_most", { attack, defence, most: defence_most }));
  }
  if (result) parts.push(t(`text.forecast_${result}`));
  if (loses?.length) parts.push(t("text.forecast_losing", { cities: loses.join(", ") }));
  if (home?.length && choice.kind !== "catastrophe") parts.push(listing(sentHome(choice)));
  return parts.join("; ");
}

/** Return the final scores, one line each. */
export function scoreLines(facts: RiversFacts): string[] {
  if (!facts.outcome) return [];
  return scoresOf(facts, facts.outcome).map(({ seat, score, points }) => {
    const name = seatName(facts, seat);
    return points
      ? t("text.score", { name, score: score.join(", "), points: pointsLine(points) })
      : `${name}: ${score.join(", ")}`;
  });
}
