/** The texts around the lessons, loaded with their pages. */

import { withOwnTexts } from "../../../texts";
import learn from "./en/learn.json";
import type { Holes } from "./texts.gen";

export const { t } = withOwnTexts<Pick<Holes, "learn">>({ learn });
