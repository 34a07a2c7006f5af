/** The coach's texts, loaded with the coach. */

import { withOwnTexts } from ".";
import { coach } from "./en/coach";

export const { t } = withOwnTexts({ coach });
