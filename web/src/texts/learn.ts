/** The words of the lessons' pages besides those of all pages: whoever goes to none of them does not load them. */

import { withOwnTexts } from ".";
import { learn } from "./en/learn";

export const { t } = withOwnTexts({ learn });
