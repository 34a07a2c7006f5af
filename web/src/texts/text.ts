/** The texts of the text view, loaded with it. */

import { withOwnTexts, type Holes } from "./";
import text from "./en/text.json";

export const { t } = withOwnTexts<Pick<Holes, "text">>({ text });
