/** The words of reviews besides those of all pages: whoever goes to none of them does not load them. */

import { withOwnTexts } from ".";
import { review } from "./en/review";

export const { t } = withOwnTexts({ review });
