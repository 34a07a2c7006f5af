/** The texts of the start page and the lists; a table does not load them. */

import { withOwnTexts, type Holes } from "./";
import lobby from "./en/lobby.json";

export const { t } = withOwnTexts<Pick<Holes, "lobby">>({ lobby });
