/** The texts of what a day brings, and of the path. */

import { withOwnTexts, type Holes } from "./";
import today from "./en/today.json";

export const { t } = withOwnTexts<Pick<Holes, "today">>({ today });
