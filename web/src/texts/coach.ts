/** The coach's texts, loaded with the coach. */

import { withOwnTexts, type Holes } from "./";
import coach from "./en/coach.json";

export const { t } = withOwnTexts<Pick<Holes, "coach">>({ coach });
