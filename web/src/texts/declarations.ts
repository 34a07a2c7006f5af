/** The declarations of texts: the holes of each text with their types, as TypeScript, and the faults of texts. `declare.js` writes them. */

import { CASE, parse, type Sentence } from "../icu";

/** The texts of one file, by name. */
type Part = Readonly<Record<string, string>>;
/** The files of a folder, by their part. */
export type Parts = Readonly<Record<string, Part>>;

/** Return what is wrong with the syntax of a text, or null. */
export function syntaxFault(text: string): string | null {
  let depth = 0;
  for (const [at, sign] of [...text].entries()) {
    if (sign === "{") depth += 1;
    if (sign === "}") depth -= 1;
    if (depth < 0) return `a closing brace too many at ${at}`;
  }
  return depth > 0 ? "a closing brace is missing" : choiceFault(parse(text));
}

/** Return what is wrong with the first faulty choice in a sentence, or null. */
function choiceFault(sentence: Sentence): string | null {
  for (const part of sentence) {
    if (typeof part === "string") continue;
    if (!("forms" in part)) {
      if (part.case === "plural" || part.case === "select") return `${part.name} has no form for "other"`;
      continue;
    }
    if (part.kind !== "plural" && part.kind !== "select")
      return `${part.name} is followed by '${part.kind}', not by plural or select and their forms`;
    if (!("other" in part.forms)) return `${part.name} has no form for "other"`;
    const fault = Object.values(part.forms).map(choiceFault).find(Boolean);
    if (fault) return fault;
  }
  return null;
}

/** Return the faults of a file of texts: wrong syntax, and names and holes that the English texts don't have. */
export function textFaults(file: string, texts: Part, english: Part = {}): string[] {
  return Object.entries(texts).flatMap(([name, text]) => {
    const fault = syntaxFault(text);
    if (fault) return [`${file}: ${text}: ${fault}`];
    const original = english[name];
    if (original === undefined) return [`${file}: there is no English text ${name}`];
    const unknown = [...usesOf(text).keys()].filter((hole) => !usesOf(original).has(hole));
    return unknown.length > 0 ? [`${file}: in English, ${name} has no hole ${unknown.sort().join(", ")}`] : [];
  });
}

/** Return the faults of the notes for translators, which are about English texts. */
export function noteFaults(file: string, notes: Part, english: Parts): string[] {
  const keys = Object.keys(notes);
  return keys.filter((key) => !textOf(english, key)).map((key) => `${file}: there is no text ${key}`);
}

function textOf(parts: Parts, key: string): string | undefined {
  const dot = key.indexOf(".");
  return parts[key.slice(0, dot)]?.[key.slice(dot + 1)];
}

/** Return the declaration of a page's own texts. Names with a dot are put together at run time: no declaration. */
export function textDeclarations(parts: Parts): string {
  const declarations = Object.entries(parts).map(([part, texts]) => {
    const names = Object.keys(texts).filter((name) => !name.includes("."));
    const lines = names.map(
      (name) => `    ${name}: ${fields(texts[name] ?? "", (_, uses) => textType(uses), "{}")};\n`,
    );
    return lines.length > 0 ? `  ${part}: {\n${lines.join("")}  };\n` : "";
  });
  return `/** The holes of each text by its part and name. */\n\nexport type Holes = {\n${declarations.join("")}};\n`;
}

/** Return the type of the values for a hole in a text of the page, from its uses. */
function textType(uses: ReadonlySet<string>): string {
  if (uses.has("plural")) return "number";
  return uses.has("select") ? "string" : "string | number";
}

/**
 * Return the declaration of the names in a game's catalogue, whose holes the page's code fills. It needs the type `Said`.
 * @param names The entries of `name.json`.
 * @param kinds The kind of each hole, from the game's `holes.json`.
 */
export function nameDeclarations(names: Part, kinds: Part): string {
  const lines = Object.entries(names).map(
    ([name, text]) =>
      `  "name.${name}": ${fields(text, (hole) => kindType(kinds[hole] ?? "text"), "Record<string, never>")};\n`,
  );
  return `/** What fills a hole of a kind that the game names: a word or several values, or a message. */
type Value = string | readonly unknown[] | Said;

/** The holes of each name in the catalogue. */
export interface Holes {\n${lines.join("")}}\n`;
}

/** Return the type of a kind of hole. */
function kindType(kind: string): string {
  if (kind.endsWith("*")) return `readonly ${kindType(kind.slice(0, -1))}[]`;
  return { number: "number", text: "string" }[kind] ?? "Value";
}

/** Return the type of a text's holes; `none` is the type for a text without holes. */
function fields(text: string, typeOf: (hole: string, uses: ReadonlySet<string>) => string, none: string): string {
  const types = [...usesOf(text)].map(([hole, uses]) => `${hole}: ${typeOf(hole, uses)}`);
  return types.length > 0 ? `{ ${types.join("; ")} }` : none;
}

/** Return the holes of a text, each with its uses: "text", "plural" or "select". */
function usesOf(text: string): Map<string, Set<string>> {
  const uses = new Map<string, Set<string>>();
  const add = (sentence: Sentence): void => {
    for (const part of sentence) {
      if (typeof part === "string") continue;
      const use = "forms" in part ? part.kind : "text";
      // Whoever asks for an entry has a case, which fills no hole.
      if (part.name !== CASE) uses.set(part.name, (uses.get(part.name) ?? new Set()).add(use));
      if ("forms" in part) Object.values(part.forms).forEach(add);
    }
  };
  add(parse(text));
  return uses;
}
