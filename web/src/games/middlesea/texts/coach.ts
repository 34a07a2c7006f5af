/** The coach's texts beside the table's, loaded with the coach. */

import { withOwnTexts } from "../../../texts";
import coach from "./en/coach.json";
import { ownTexts, type Own } from "./own";
import type { Holes } from "./texts.gen";

export const { t } = withOwnTexts<Own & Pick<Holes, "coach">>({ ...ownTexts, coach });
