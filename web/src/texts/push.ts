/** The texts about push notifications, for the parts that are loaded when they are first needed. */

import { push } from "./en/push";
import { withOwnTexts } from "./index";

export const { t } = withOwnTexts({ push });
