/** The words of the lessons and of the guided round, besides those of the table: whoever goes to neither does not load them. */

import { withOwnTexts } from "../../../texts";
import { learn as shared } from "../../../texts/en/learn";
import { en } from "./en";
import { learn } from "./en/learn";

export const { t, tryText } = withOwnTexts({ ...en, learn: { ...shared, ...learn } });
