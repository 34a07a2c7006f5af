/** The texts of the rules' page, loaded with it. */

import { withOwnTexts, type Holes } from "./";
import rules from "./en/rules.json";
import rulings from "./en/rulings.json";

export const { t } = withOwnTexts<Pick<Holes, "rules" | "rulings">>({ rules, rulings });
