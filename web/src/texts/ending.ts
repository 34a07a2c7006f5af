/** The texts about the end of a game, loaded when they are first needed. */

import { withOwnTexts, type Holes } from "./";
import ending from "./en/ending.json";

export const { t } = withOwnTexts<Pick<Holes, "ending">>({ ending });
