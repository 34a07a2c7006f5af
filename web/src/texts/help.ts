/** The texts about the keys, loaded with the help. */

import { withOwnTexts } from ".";
import { help } from "./en/help";

export const { t } = withOwnTexts({ help });
