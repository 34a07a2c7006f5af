/** The words of the pages about people, and of those from which they are reached, besides those of all pages: a table does not load them. */

import { withOwnTexts } from ".";
import { lobby } from "./en/lobby";
import { you } from "./en/you";

export const { t } = withOwnTexts({ lobby, you });
