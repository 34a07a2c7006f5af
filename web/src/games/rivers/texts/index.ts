/** The texts of Two Rivers, by key; those of all games are among them. */

import { withOwnTexts } from "../../../texts";
import { own, type Own } from "./own";

export const { t } = withOwnTexts<Own>(own);
