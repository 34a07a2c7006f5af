/** The texts of pages that play on the device, loaded with that. */

import { withOwnTexts, type Holes } from "./";
import device from "./en/device.json";

export const { t } = withOwnTexts<Pick<Holes, "device">>({ device });
