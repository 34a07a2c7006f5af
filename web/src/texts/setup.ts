/** The texts of forms for new games, of the waiting room and of shared seats, without those of the lists. */

import { withOwnTexts, type Holes } from "./";
import lobby from "./en/lobby.json";
import rulings from "./en/rulings.json";
import setup from "./en/setup.json";

export const { t } = withOwnTexts<Pick<Holes, "lobby" | "rulings" | "setup">>({ lobby, rulings, setup });
