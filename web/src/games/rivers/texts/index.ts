/** The texts of Two Rivers, by key; those of all games are among them. */

import { withOwnTexts } from "../../../texts";
import { ownTexts, type Own } from "./own";

export const { t } = withOwnTexts<Own>(ownTexts);
