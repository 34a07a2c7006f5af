/** The words of Two Rivers, by key; those of all games are among them. */

import { withOwnTexts } from "../../../texts";
import { en } from "./en";

export const { t } = withOwnTexts(en);
