/** The captions of the pictures in the rules, loaded with them. */

import { withOwnTexts } from "../../../texts";
import rules from "./en/rules.json";
import type { Holes } from "./texts.gen";

export const { tryText } = withOwnTexts<Pick<Holes, "rules">>({ rules });
