/** The words of the pages about people besides those of all pages: whoever goes to none of them does not load them. */

import { withOwnTexts } from ".";
import { you } from "./en/you";

export const { t, tryText } = withOwnTexts({ you });
