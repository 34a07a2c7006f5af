/** Why a hint is a good choice, besides the words of the table: whoever asks for none does not load it. */

import { withOwnTexts } from "../../../texts";
import { en } from "./en";
import { advised } from "./en/advised";

export const { tryText } = withOwnTexts({ ...en, advised });
