/** The texts about chances, loaded when a player or a review first asks for them. */

import { withOwnTexts } from ".";
import { chances } from "./en/chances";

export const { t } = withOwnTexts({ chances });
