/** The words of Kingdoms of the Middle Sea, by key; those of all games are among them. */

import { withOwnTexts } from "../../../texts";
import { en } from "./en";

export const { t, tryText } = withOwnTexts(en);
