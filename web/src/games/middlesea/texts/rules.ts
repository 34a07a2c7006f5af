/** What stands below the pictures in the rules of Kingdoms of the Middle Sea: whoever does not go there does not load it. */

import { withOwnTexts } from "../../../texts";
import { rules } from "./en/rules";

export const { tryText } = withOwnTexts({ rules });
