/** The texts about being called, for the parts that are loaded when they are first needed. */

import { calls } from "./en/calls";
import { withOwnTexts } from "./index";

export const { t, tryText } = withOwnTexts({ calls });
