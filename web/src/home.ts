/** Where the games live: on the server that the page comes from, or on this device. The page's head says it; see `kingdoms site`. */

const mark =
  typeof document === "undefined" ? null : document.querySelector<HTMLMetaElement>('meta[name="kingdoms-home"]');

/** Whether the games live on this device. The page can then be anywhere, so its addresses are behind a "#". */
export const isDevice: boolean = mark?.content === "device";

/** The list of the parts that the device needs, and the server that the page knows, if any. */
export const home = { parts: mark?.dataset["parts"] ?? "", server: mark?.dataset["server"] ?? null };

/** Return the key under which the browser keeps something that the page of a server at the same address must not take for its own. */
export const ownName = (name: string): string => `kingdoms.${isDevice ? "device." : ""}${name}`;

/** Return the address of a page by its path, as a link has it. */
export const hrefOf = (path: string): string => (isDevice ? `#${path}` : path);
