/** The texts about chances, loaded when a player or a review first asks for them. */

import { withOwnTexts, type Holes } from "./";
import chances from "./en/chances.json";

export const { t } = withOwnTexts<Pick<Holes, "chances">>({ chances });
