/** Compares a game's texts with Python's texts of the same messages: see `tests/support/texts/message_samples.py`. */

import type { Said, Seat } from "../api/types";
import type { Catalogue } from "./catalogue";

/** Messages with their texts, and the tables that some texts depend on. */
export interface Samples {
  tables: unknown[];
  /** `text` is for no reader; `own` has the texts for the seats that it differs for. */
  messages: { said: Said; text: string; own?: Partial<Record<Seat, string>>; table?: number }[];
}

/** Return the texts that differ, each with the expected one. */
export function differing<F>(
  catalogue: Pick<Catalogue<F, never>, "text">,
  { tables, messages }: Samples,
): { text: string; expected: string }[] {
  const seats = new Set(messages.flatMap(({ own }) => Object.keys(own ?? {})));
  return messages.flatMap(({ said, text: neutral, own, table }) =>
    [null, ...seats].flatMap((reader) => {
      const text = catalogue.text(said, reader, table === undefined ? null : (tables[table] as F));
      const expected = (reader === null ? undefined : own?.[reader]) ?? neutral;
      return text === expected ? [] : [{ text, expected }];
    }),
  );
}
