/** The texts of reviews, loaded with them. */

import { withOwnTexts, type Holes } from "./";
import review from "./en/review.json";

export const { t } = withOwnTexts<Pick<Holes, "review">>({ review });
