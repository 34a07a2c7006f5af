/** What stands below the pictures in the rules of Two Rivers: whoever does not go there does not load it. */

import { withOwnTexts } from "../../../texts";
import { rules } from "./en/rules";

export const { tryText } = withOwnTexts({ rules });
