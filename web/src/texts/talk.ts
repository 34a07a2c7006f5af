/** The texts of talk, for the parts that are loaded when they are first needed. */

import { talk } from "./en/talk";
import { withOwnTexts } from "./index";

export const { t, tryText } = withOwnTexts({ talk });
