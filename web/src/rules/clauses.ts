/** The clauses of the rules: finding their ids in texts and linking to them. */

import type { CatalogueGame } from "../api/types";
import type { Chapters } from "./search";

/** A piece of text: plain text, the id of a clause, or inline code. */
export type Part = { kind: "text"; text: string } | { kind: "clause"; id: string } | { kind: "code"; text: string };

const CODE_OR_CLAUSE = /`([^`]+)`|\b([A-Z]{1,4}-\d+|N\.\d+)\b/g;

/** Split a text into plain text, code and clause ids. If `known` is given, other ids stay plain text. */
export function splitText(text: string, clauseIds?: ReadonlySet<string>): Part[] {
  const parts: Part[] = [];
  let plain = "";
  let last = 0;
  const flush = () => {
    if (plain) parts.push({ kind: "text", text: plain });
    plain = "";
  };
  for (const match of text.matchAll(CODE_OR_CLAUSE)) {
    plain += text.slice(last, match.index);
    last = match.index + match[0].length;
    const [matchText, code, id] = match;
    if (code !== undefined) {
      flush();
      parts.push({ kind: "code", text: code });
    } else if (id !== undefined && (!clauseIds || clauseIds.has(id))) {
      flush();
      parts.push({ kind: "clause", id });
    } else plain += matchText;
  }
  plain += text.slice(last);
  flush();
  return parts;
}

/** Return the ids of all clauses. */
export function idsOf(chapters: Chapters): Set<string> {
  return new Set(Object.values(chapters).flatMap((clauses) => Object.keys(clauses)));
}

/** Return the number of clauses in chapters. */
export function countClauses(chapters: Chapters): number {
  return Object.values(chapters).reduce((sum, clauses) => sum + Object.keys(clauses).length, 0);
}

/** Return the anchor of a chapter, which never equals a clause id. */
export function chapterAnchor(title: string): string {
  return `chapter-${title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")}`;
}

/** Return the id of the clause that defines a ruling's values: the one with the ruling's name and `=` in its text. */
export function clauseOfRuling(game: CatalogueGame, name: string): string | null {
  for (const clauses of Object.values(game.chapters)) {
    for (const [id, text] of Object.entries(clauses)) if (text.includes(`\`${name}\` =`)) return id;
  }
  return null;
}

/** Return a ruling's value in notation. */
export function valueText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
