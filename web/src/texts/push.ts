/** The texts about push notifications, for the parts that are loaded when they are first needed. */

import push from "./en/push.json";
import { withOwnTexts, type Holes } from "./";

export const { t } = withOwnTexts<Pick<Holes, "push">>({ push });
