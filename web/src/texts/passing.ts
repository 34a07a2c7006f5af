/** The texts of the screen that is passed on, loaded with it. */

import { withOwnTexts, type Holes } from "./";
import passing from "./en/passing.json";

export const { t } = withOwnTexts<Pick<Holes, "passing">>({ passing });
