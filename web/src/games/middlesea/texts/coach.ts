/** The coach's texts beside the table's, loaded with the coach. */

import { withOwnTexts } from "../../../texts";
import { en } from "./en";
import { coach } from "./en/coach";

export const { t } = withOwnTexts({ ...en, coach });
