/** Filling the holes of a text; apart from the texts, for whoever needs no more. */

/** Put values into the holes of a text; a hole without a value stays, so that it is noticed. */
export function fill(text: string, params: Record<string, string | number> = {}): string {
  return text.replace(/\{(\w+)\}/g, (hole, name: string) => String(params[name] ?? hole));
}
