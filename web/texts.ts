/** The texts of the page in all languages: one build has them, each in files of its own, which the page loads as its reader needs them. */

import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Plugin, Rolldown } from "vite";
import { directionOf } from "./src/language.ts";

type Texts = Record<string, string>;
const read = (path: string): Texts => JSON.parse(readFileSync(path, "utf8")) as Texts;

const SRC = `${import.meta.dirname}/src`;
const ENGLISH = /(?<=\/texts\/)en(?=\/\w+\.json$)/;

/** The tags of the languages that the page has texts in, English first. */
export const LANGUAGES = [
  "en",
  ...readdirSync(`${SRC}/texts`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== "en")
    .map(({ name }) => name),
];

/** Return the English texts of a file, with those that are translated in their place. */
function textsOf(path: string, language: string): Texts {
  const own = path.replace(ENGLISH, language);
  return own !== path && existsSync(own) ? { ...read(path), ...read(own) } : read(path);
}

/** Parts that are loaded together: those that these modules import at once. Any other part is a group of its own. */
const games = readdirSync(`${SRC}/games`);
const TOGETHER = [
  ["texts/index.ts", "ui/languages.ts", ...games.map((game) => `games/${game}/index.ts`)],
  ...games.flatMap((game) => [[`games/${game}/texts/own.ts`], [`games/${game}/said.ts`]]),
];
const IMPORTED = /^import \w+ from "(\.[^"]*\/en\/\w+\.json)"/gm;

/** A group of parts: the files, and a name that changes with any of their texts. */
interface Group {
  name: string;
  paths: readonly string[];
}

const contentOf = ({ paths }: Pick<Group, "paths">, language: string): string =>
  JSON.stringify(paths.map((path) => textsOf(path, language)));

function named(paths: readonly string[]): Group {
  const digest = createHash("sha256");
  for (const language of LANGUAGES) digest.update(contentOf({ paths }, language));
  return { name: digest.digest("base64url").replace(/[-_]/g, "").slice(0, 5), paths };
}

/** Return the groups with more than one part; a part is in the first that imports it. */
function largeGroups(): Group[] {
  const seen = new Set<string>();
  return TOGETHER.map((names) => {
    const modules = names.map((name) => `${SRC}/${name}`).filter((module) => existsSync(module));
    const paths = modules.flatMap((module) =>
      [...readFileSync(module, "utf8").matchAll(IMPORTED)].map(([, path = ""]) => resolve(dirname(module), path)),
    );
    const fresh = [...new Set(paths)].filter((path) => !seen.has(path));
    fresh.forEach((path) => seen.add(path));
    return named(fresh);
  });
}

/** The groups of a build. */
class Groups {
  readonly #large = largeGroups();
  readonly #alone = new Map<string, Group>();

  /** The one that every page needs. */
  get first(): Group {
    return this.#large[0] as Group;
  }

  /** Return the group of a file, and its place in it. */
  of(path: string): [Group, number] {
    const group = this.#large.find(({ paths }) => paths.includes(path)) ?? this.#alone.get(path) ?? named([path]);
    if (group.paths.length === 1) this.#alone.set(path, group);
    return [group, group.paths.indexOf(path)];
  }

  get all(): Group[] {
    return [...this.#large, ...this.#alone.values()];
  }
}

const LOADER = `${SRC}/texts/parts.svelte.ts`;
const VIRTUAL = "\0texts:";
/** Return the file of English texts that a module stands for, or null. The module's name doesn't end as the file's: it is no JSON. */
const fileOf = (id: string): string | null => (id.startsWith(VIRTUAL) ? `${id.slice(VIRTUAL.length)}.json` : null);
const DYNAMIC = /(?<![\w.$])import\(\s*(["'`])([^"'`\n$]+)\1\s*\)/g;
const PLACEHOLDER = /%texts of ([^%]+) for ([^%]+)%/g;

/** Lets the page load texts in its reader's language in the place of each import of English ones. Tests get the English ones. */
export function ownTexts(): Plugin[] {
  let groups = new Groups();
  let isBuild = false;

  /** Return the names of the groups that a module and all that it imports need. */
  function needed(id: string, { getModuleInfo }: Pick<Rolldown.PluginContext, "getModuleInfo">): Set<string> {
    const seen = new Set([id]);
    const names = new Set<string>();
    for (const module of seen) {
      const file = fileOf(module);
      if (file) names.add(groups.of(file)[0].name);
      getModuleInfo(module)?.importedIds.forEach((imported) => seen.add(imported));
    }
    return names;
  }

  /** Return where the page finds a file: a group and a place in it. In development, each file is a group. */
  function placeOf(path: string): string {
    const [{ name }, at] = groups.of(path);
    return isBuild ? `"${name}", ${at}` : `"${path.slice(1)}", 0`;
  }

  const noTest = { apply: (_config: unknown, { mode }: { mode: string }) => mode !== "test" };
  return [
    { name: "own-languages", config: () => ({ define: { __LANGUAGES__: JSON.stringify(LANGUAGES) } }) },
    {
      name: "own-texts",
      ...noTest,
      enforce: "pre",
      configResolved: ({ command }) => void (isBuild = command === "build"),
      buildStart: () => void (groups = new Groups()),
      resolveId(source, importer) {
        if (!importer || !/\/en\/\w+\.json$/.test(source)) return null;
        const path = resolve(dirname(importer), source);
        return ENGLISH.test(path) ? VIRTUAL + path.slice(0, -".json".length) : null;
      },
      load(id) {
        const path = fileOf(id);
        if (!path) return null;
        for (const language of LANGUAGES) this.addWatchFile(path.replace(ENGLISH, language));
        return `import { part } from ${JSON.stringify(LOADER)};\nexport default part(${placeOf(path)});`;
      },
      generateBundle() {
        for (const group of groups.all)
          for (const language of LANGUAGES)
            this.emitFile({
              type: "asset",
              fileName: `assets/${group.name}-${language}.json`,
              source: contentOf(group, language),
            });
      },
      configureServer({ middlewares, watcher, ws }) {
        middlewares.use("/@texts", (request, response, next) => {
          const [, path = "", language = "en"] = /^\/(.+\.json)-(.+)\.json$/.exec(decodeURI(request.url ?? "")) ?? [];
          if (!ENGLISH.test(`/${path}`)) return next();
          response.setHeader("Content-Type", "application/json");
          response.end(contentOf({ paths: [`/${path}`] }, language));
        });
        watcher.on(
          "change",
          (path) => void (/\/texts\/[\w-]+\/\w+\.json$/.test(path) && ws.send({ type: "full-reload" })),
        );
      },
    },
    {
      name: "own-imports",
      ...noTest,
      /** Let imports of code wait for the texts that it needs. */
      async transform(code, id) {
        if (!id.startsWith(SRC) || id.startsWith(LOADER) || !code.includes("import(")) return null;
        const targets = new Map<string, string | undefined>();
        for (const [, , source = ""] of code.matchAll(DYNAMIC))
          targets.set(source, (await this.resolve(source, id))?.id);
        const changed = code.replace(DYNAMIC, (whole, _, source: string) => {
          const target = targets.get(source);
          const file = target && fileOf(target);
          if (file) return `__partLater(${placeOf(file)})`;
          return target ? `__withTexts(${whole}${isBuild ? `, "%texts of ${target} for ${id}%"` : ""})` : whole;
        });
        if (changed === code) return null;
        const helpers = `import { partLater as __partLater, withTexts as __withTexts } from ${JSON.stringify(LOADER)};\n`;
        return { code: helpers + changed, map: null };
      },
      renderChunk(code) {
        if (!code.includes("%texts of ")) return null;
        const always = needed(`${SRC}/main.ts`, this);
        const filled = code.replace(PLACEHOLDER, (_, target: string, id: string) => {
          const there = needed(id, this);
          return [...needed(target, this)].filter((name) => !always.has(name) && !there.has(name)).join(" ");
        });
        return { code: filled, map: null };
      },
    },
  ];
}

/** Return the name of a file in a language: those in English have it without the tag. */
const fileIn = (language: string, name: string, suffix: string): string =>
  language === "en" ? `${name}.${suffix}` : `${name}.${language}.${suffix}`;

/** Writes `index.html` and the manifest in each language, with its texts in them. */
export function ownFrame(): Plugin {
  const textsIn = (language: string): Texts => ({
    lang: language,
    dir: directionOf(language),
    ...textsOf(`${SRC}/texts/en/page.json`, language),
  });
  const inLanguage = (html: string, language: string): string =>
    html
      .replace(/%(\w+)%/g, (sign, name: string) => textsIn(language)[name] ?? sign)
      .replace("/manifest.webmanifest", `/${fileIn(language, "manifest", "webmanifest")}`);
  return {
    name: "own-frame",
    enforce: "post",
    transformIndexHtml: { order: "pre", handler: (html, { server }) => (server ? inLanguage(html, "en") : html) },
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const index = bundle["index.html"];
        if (index?.type !== "asset") return;
        const html = String(index.source);
        const { name } = new Groups().first;
        const alternates = LANGUAGES.map((tag) => `    <link rel="alternate" hreflang="${tag}" href="?lang=${tag}">\n`);
        const letters = Object.keys(bundle).find((file) => /letters.*woff2$/.test(file));
        for (const language of LANGUAGES) {
          const texts = `<link rel="preload" as="fetch" href="/assets/${name}-${language}.json" crossorigin>`;
          const font = `<link rel="preload" as="font" type="font/woff2" href="/${letters}" crossorigin>`;
          const preloads = `${alternates.join("")}    ${texts}\n${language === "en" ? "" : `    ${font}\n`}`;
          const page = inLanguage(html.replace("    <script", `${preloads}    <script`), language);
          const { lang, dir, description } = textsIn(language);
          const manifest = { ...read(`${import.meta.dirname}/public/manifest.webmanifest`), lang, dir, description };
          if (language === "en") index.source = page;
          else this.emitFile({ type: "asset", fileName: fileIn(language, "index", "html"), source: page });
          this.emitFile({
            type: "asset",
            fileName: fileIn(language, "manifest", "webmanifest"),
            source: JSON.stringify(manifest, null, 2),
          });
        }
      },
    },
  };
}
