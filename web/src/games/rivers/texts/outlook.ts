/** The texts of a previewed choice, loaded with the preview. */

import { withOwnTexts } from "../../../texts";
import outlook from "./en/outlook.json";
import { own, type Own } from "./own";
import type { Holes } from "./texts.gen";

export const { t } = withOwnTexts<Own & Pick<Holes, "outlook">>({ ...own, outlook });
