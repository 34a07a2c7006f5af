/** The words of the lessons: whoever takes none does not load them. */

import { withOwnTexts } from "../../../texts";
import { learn } from "./en/learn";

export const { t } = withOwnTexts({ learn });
