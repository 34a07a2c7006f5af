/** The texts in the language that the page is built in. */

import { existsSync, readFileSync } from "node:fs";
import type { Plugin } from "vite";

type Texts = Record<string, string>;
const read = (path: string): Texts => JSON.parse(readFileSync(path, "utf8")) as Texts;

/** Return the path in a language for that of English texts; null for any other file, and if there is no such file. */
function translated(path: string, language: string): string | null {
  const own = path.replace(/(?<=\/texts\/)en(?=\/\w+\.json$)/, language);
  return own !== path && existsSync(own) ? own : null;
}

/** Return the English texts of a file, with those that are translated in their place. */
function textsOf(path: string, language: string): Texts {
  const own = translated(path, language);
  return own ? { ...read(path), ...read(own) } : read(path);
}

/** Return the direction in which a language is written. */
function direction(language: string): string {
  const locale = new Intl.Locale(language) as Intl.Locale & {
    textInfo?: { direction: string };
    getTextInfo?: () => { direction: string };
  };
  return (locale.getTextInfo?.() ?? locale.textInfo)?.direction ?? "ltr";
}

const folder = (language: string) => `${import.meta.dirname}/src/texts/${language}`;

/** Puts the texts of a language in the place of the English ones, which stay where one is missing. */
export function ownTexts(language: string): Plugin {
  if (!existsSync(folder(language)))
    throw new Error(`KINGDOMS_LANGUAGE is ${language}: there is no folder ${folder(language)}`);
  return {
    name: "own-texts",
    enforce: "pre",
    config: () => ({ define: { __LANGUAGE__: JSON.stringify(language) } }),
    load(id) {
      const own = translated(id, language);
      if (own === null) return null;
      this.addWatchFile(own);
      return JSON.stringify(textsOf(id, language));
    },
  };
}

/** Writes the language and its texts into `index.html` and the manifest. */
export function ownFrame(language: string): Plugin {
  const { description = "", ...others } = textsOf(`${folder("en")}/page.json`, language);
  const written: Texts = { lang: language, dir: direction(language), description };
  return {
    name: "own-frame",
    transformIndexHtml: {
      order: "pre",
      handler: (html) => html.replace(/%(\w+)%/g, (sign, name: string) => ({ ...written, ...others })[name] ?? sign),
    },
    generateBundle() {
      const manifest = { ...read(`${import.meta.dirname}/public/manifest.webmanifest`), ...written };
      this.emitFile({ type: "asset", fileName: "manifest.webmanifest", source: JSON.stringify(manifest, null, 2) });
    },
  };
}
