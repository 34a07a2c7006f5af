/** The words of the start page, the lists, a new game and the waiting room besides those of all pages: a table does not load them. */

import { withOwnTexts } from ".";
import { lobby } from "./en/lobby";

export const { t } = withOwnTexts({ lobby });
