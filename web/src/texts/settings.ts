/** The texts of the settings, loaded with them. */

import { withOwnTexts, type Holes } from "./";
import settings from "./en/settings.json";

export const { t } = withOwnTexts<Pick<Holes, "settings">>({ settings });
