/** The ids of a board's gradients, shared by its drawings and unique on the page. */

import { createContext } from "svelte";

interface Paint {
  /** Return the reference to a gradient or pattern of this board. */
  url: (name: string) => string;
  id: (name: string) => string;
}

const [read, write] = createContext<Paint>();

export function setPaint(prefix: string): void {
  const id = (name: string): string => `${prefix}-${name}`;
  write({ id, url: (name) => `url(#${id(name)})` });
}

export const getPaint = read;
