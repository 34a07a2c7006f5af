/** The texts around the lessons, loaded with their pages. */

import { withOwnTexts } from "../../../texts";
import { learn } from "./en/learn";

export const { t } = withOwnTexts({ learn });
