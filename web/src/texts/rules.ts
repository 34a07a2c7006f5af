/** The words of the rules' page besides those of all pages: whoever does not go there does not load them. */

import { withOwnTexts } from ".";
import { rules } from "./en/rules";

export const { t } = withOwnTexts({ rules });
