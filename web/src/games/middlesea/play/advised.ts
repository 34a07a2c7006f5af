/** Why a hint is a good choice, by the server's code and details. */

import type { Why } from "../../../api/types";
import { reasonOf } from "../../../play/reasons";
import { tryText } from "../texts/advised";

/** A reason in words; null for one that this page does not know. All that these reasons speak of is numbers. */
export function reasonWords(why: Why): string | null {
  return reasonOf(why, (name, details) => tryText(`advised.${name}`, details as Record<string, number>));
}
