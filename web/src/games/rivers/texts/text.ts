/** The words of the text view, besides those of the table: whoever does not go there does not load them. */

import { withOwnTexts } from "../../../texts";
import { text as shared } from "../../../texts/en/text";
import { en } from "./en";
import { text } from "./en/text";

export const { t } = withOwnTexts({ ...en, text: { ...shared, ...text } });
