/** The texts about the keys, loaded with the help. */

import { withOwnTexts, type Holes } from "./";
import help from "./en/help.json";

export const { t } = withOwnTexts<Pick<Holes, "help">>({ help });
