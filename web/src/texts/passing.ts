/** The texts of the screen that is passed on, loaded with it. */

import { withOwnTexts } from ".";
import { passing } from "./en/passing";

export const { t } = withOwnTexts({ passing });
