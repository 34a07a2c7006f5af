/** Why something cannot be done, besides the words of the table: whoever never asks does not load it. */

import { withOwnTexts } from "../../../texts";
import { en } from "./en";
import { refused } from "./en/refused";

export const { t, tryText } = withOwnTexts({ ...en, refused });
