/** The texts of shared positions, loaded with them. */

import { withOwnTexts, type Holes } from "./";
import positions from "./en/positions.json";

export const { t } = withOwnTexts<Pick<Holes, "positions">>({ positions });
