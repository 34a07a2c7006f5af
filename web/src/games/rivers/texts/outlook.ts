/** The texts of a previewed choice, loaded with the preview. */

import { withOwnTexts } from "../../../texts";
import outlook from "./en/outlook.json";
import { ownTexts, type Own } from "./own";
import type { Holes } from "./texts.gen";

export const { t } = withOwnTexts<Own & Pick<Holes, "outlook">>({ ...ownTexts, outlook });
