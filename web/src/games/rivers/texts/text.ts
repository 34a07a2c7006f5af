/** The texts of the text view beside the table's, loaded with it. */

import { withOwnTexts, type Holes as Shared } from "../../../texts";
import shared from "../../../texts/en/text.json";
import text from "./en/text.json";
import { ownTexts, type Own } from "./own";
import type { Holes } from "./texts.gen";

export const { t } = withOwnTexts<Own & Pick<Holes, "text">, Pick<Shared, "text">>(
  { ...ownTexts, text },
  { text: shared },
);
