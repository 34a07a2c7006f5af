/** The texts of the pages about people, and of pages that lead there; a table does not load them. */

import { withOwnTexts, type Holes } from "./";
import lobby from "./en/lobby.json";
import you from "./en/you.json";

export const { t } = withOwnTexts<Pick<Holes, "lobby" | "you">>({ lobby, you });
