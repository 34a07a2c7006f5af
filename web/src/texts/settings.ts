/** The words of the settings besides those of all pages: whoever does not open them does not load them. */

import { withOwnTexts } from ".";
import { settings } from "./en/settings";

export const { t } = withOwnTexts({ settings });
