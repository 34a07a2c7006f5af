/** The parts of Two Rivers for the review. */

import factor from "../../../../../src/kingdoms/games/rivers/texts/en/factor.json";
import type { Entry } from "../../../api/types";
import { spokenAs, type ReviewParts } from "../../../review/parts";
import { noted } from "../../../said/words";
import { undone } from "../../../play/log/log";
import { logByParts, type RoundStart } from "../../../review/cursor";
import { t } from "../texts";
import { RIVERS } from "../play/idiom";
import { currentRatio } from "../board/chart";
import type { RiversFacts } from "../types";
import { SAID } from "../said";
import RiversScene from "../play/RiversScene.svelte";
import RiversStandings from "./RiversStandings.svelte";
import { whereOf } from "./where";

SAID.add("factor", factor);

const beginsTurn = (entry: Entry) => entry.events.some((event) => event.kind === "turn");

/** Return the starts of turns, without undone ones. */
function turnStarts(entries: readonly Entry[]): RoundStart[] {
  const undoneNumbers = undone(entries);
  const standing = entries.filter(
    (entry) => entry.undo === null && !undoneNumbers.has(entry.number) && beginsTurn(entry),
  );
  return standing.map(({ number }, at) => ({ round: at + 1, number }));
}

const parts: ReviewParts<RiversFacts> = {
  // The edges of the map name its cells.
  ...spokenAs(RIVERS, noted),
  Scene: RiversScene,
  get ratio() {
    return currentRatio();
  },
  Standings: RiversStandings,
  get standingsTitle() {
    return t("rivers.dynasties");
  },
  situation: whereOf,
  starts: turnStarts,
  log: (entries) => {
    const starts = new Map(turnStarts(entries).map(({ number, round }) => [number, round]));
    return logByParts(entries, 0, (entry, before) => starts.get(entry.number) ?? before);
  },
  part: (turn) => (turn === 0 ? t("rivers.log_start") : t("rivers.review_turn", { n: turn })),
  get partName() {
    return t("rivers.turn");
  },
};

export default parts;
