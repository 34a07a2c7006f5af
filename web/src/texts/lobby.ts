/** The texts of the start page, the lists, a new game and the waiting room; a table does not load them. */

import { withOwnTexts, type Holes } from ".";
import lobby from "./en/lobby.json";

export const { t } = withOwnTexts<Pick<Holes, "lobby">>({ lobby });
