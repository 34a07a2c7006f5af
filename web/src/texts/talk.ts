/** The texts of talk, for the parts that are loaded when they are first needed. */

import talk from "./en/talk.json";
import { withOwnTexts, type Holes } from "./";

export const { t, tryText } = withOwnTexts<Pick<Holes, "talk">>({ talk });
