/** The texts of the entrance of a closed server. */

import { withOwnTexts, type Holes } from "./";
import entrance from "./en/entrance.json";

export const { t } = withOwnTexts<Pick<Holes, "entrance">>({ entrance });
