/** The texts of Kingdoms of the Middle Sea, by key; those of all games are among them. */

import { withOwnTexts } from "../../../texts";
import { ownTexts, type Own } from "./own";

export const { t, tryText } = withOwnTexts<Own>(ownTexts);
