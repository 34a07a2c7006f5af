/** The texts of the explorer of openings, loaded with it. */

import { withOwnTexts, type Holes } from "./";
import explorer from "./en/explorer.json";

export const { t } = withOwnTexts<Pick<Holes, "explorer">>({ explorer });
