/** The parts for a game without a folder of its own: the table in words, its picture if it has one, and the list of choices. */

import type { CatalogueGame, PlainFacts, TableFacts } from "../api/types";
import type { PlayParts } from "../parts";
import type { ReviewParts } from "../review/parts";
import type { TextParts } from "../text/parts";

/** Return the parts of a game about which the client has only the server's data. */
export function plain(game: CatalogueGame): PlayParts {
  return {
    table: () => import("./PlainTable.svelte"),
    review: async () =>
      forgotten<ReviewParts<PlainFacts>, ReviewParts<TableFacts>>((await import("./review")).reviewOf(game)),
    text: async () => forgotten<TextParts<PlainFacts>, TextParts<TableFacts>>((await import("./text")).textOf(game)),
  };
}

/** Drop the type of the facts that parts take; it was checked where the parts were made. */
function forgotten<Known, Any>(parts: Known): { default: Any } {
  return { default: parts as unknown as Any };
}
