/** The part of a worker's global scope in use. TypeScript's types for pages and for workers conflict. */

interface Scope<To, From> {
  onmessage: ((event: MessageEvent<To>) => void) | null;
  postMessage(message: From): void;
}

export const scopeOf = <To, From>(): Scope<To, From> => self as unknown as Scope<To, From>;
