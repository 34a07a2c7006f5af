/** The texts of the lessons' pages, loaded with them. */

import { withOwnTexts, type Holes } from "./";
import learn from "./en/learn.json";

export const { t } = withOwnTexts<Pick<Holes, "learn">>({ learn });
