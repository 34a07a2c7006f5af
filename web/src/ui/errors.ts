/** Errors in words that say what to do next. */

import { ApiError } from "../api/client";
import { isDevice } from "../home";
import { tryText } from "../texts";

/** Return the sentence for an error: the catalogue's for its code, or else the server's own. */
export function errorText(error: unknown): string {
  if (error instanceof ApiError) {
    if (isDevice) return error.message; // in words for the person, and no server's
    const kind = error.status >= 500 ? "http_500" : error.code;
    return tryText(`shell.error_${kind}`) ?? tryText(`shell.error_http_${error.status}`) ?? error.message;
  }
  return error instanceof Error ? error.message : String(error);
}
