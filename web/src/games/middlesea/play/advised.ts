/** Reasons for hints in words, by the server's code and details. */

import type { Why } from "../../../api/types";
import { reasonOf } from "../../../play/reasons";
import { tryText } from "../texts/advised";

/** Return a reason in words, or null if its code is unknown. The details of these reasons are all numbers. */
export function reasonWords(why: Why): string | null {
  return reasonOf(why, (name, details) => tryText(`advised.${name}`, details as Record<string, number>));
}
