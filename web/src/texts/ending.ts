/** The texts about the end of a game, loaded when they are first needed. */

import { withOwnTexts } from ".";
import { ending } from "./en/ending";

export const { t } = withOwnTexts({ ending });
