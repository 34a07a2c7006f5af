/** The words of the text view besides those of all pages: whoever does not go there does not load them. */

import { withOwnTexts } from ".";
import { text } from "./en/text";

export const { t } = withOwnTexts({ text });
