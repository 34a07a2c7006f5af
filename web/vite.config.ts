/// <reference types="vitest/config" />
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import subsetFont from "subset-font";
import { build, defineConfig, type HtmlTagDescriptor, type Plugin } from "vite";
import { icon } from "./icons.ts";
import { ownFrame, ownTexts } from "./texts.ts";

const server = process.env["KINGDOMS_DEV_SERVER"] ?? "http://localhost:8000";

const from = (first: number, last: number): string =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, at) => first + at));
/** Characters kept in the fonts: those of English and the punctuation of the texts, and beside them Western European letters, for names too. */
const ENGLISH = `${from(0x20, 0x7e)}–—‘’“”…•−›‹→`;
const LETTERS = `${from(0xc0, 0xff)}¡«»¿œŒ‚„`;
const WRITTEN = `${ENGLISH}${LETTERS}\u00a0·±§°`;
/** The name records for copyright and licence, which stay in every font. */
const NOTICES = [0, 13, 14];
/** Weights kept in a font that has all of them; a bolder text gets the boldest. */
const WEIGHTS = { wght: { min: 400, max: 600, default: 400 } };
/** Svelte's code for fields of forms, which a table needs in its dialogs only. */
const FIELDS = /svelte\/src\/internal\/(client\/dom\/elements\/bindings\/(input|select)|shared\/clone)\.js$/;

/** Subsets the fonts, and preloads them with the page: a late change of font would move the text. */
function ownFonts(): Plugin {
  return {
    name: "own-fonts",
    apply: "build",
    async generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== "asset" || !file.fileName.endsWith(".woff2")) continue;
        // Headings have the letters in a file of their own, so that a page in English does without.
        const isSerif = file.fileName.includes("crimson");
        const written = isSerif ? (file.fileName.includes("letters") ? LETTERS : ENGLISH) : WRITTEN;
        const variationAxes = file.fileName.includes("wght") ? WEIGHTS : {};
        file.source = await subsetFont(Buffer.from(file.source), written, {
          targetFormat: "woff2",
          noLayoutClosure: true,
          preserveNameIds: NOTICES,
          variationAxes,
        });
      }
    },
    transformIndexHtml: {
      order: "post",
      handler: (_html, { bundle }): HtmlTagDescriptor[] =>
        Object.keys(bundle ?? {})
          .filter((name) => name.endsWith(".woff2") && !name.includes("letters"))
          .map((name) => ({
            tag: "link",
            injectTo: "head",
            attrs: { rel: "preload", as: "font", type: "font/woff2", href: `/${name}`, crossorigin: "" },
          })),
    },
  };
}

/** Draws the icons for installed pages. */
function ownIcons(): Plugin {
  return {
    name: "own-icons",
    apply: "build",
    generateBundle() {
      const drawn = {
        "icon-192.png": icon(192, false),
        "icon-512.png": icon(512, false),
        "icon-cut.png": icon(512, true),
        "icon-180.png": icon(180, true),
      };
      for (const [fileName, source] of Object.entries(drawn)) this.emitFile({ type: "asset", fileName, source });
    },
  };
}

/** Builds the service worker separately, as one file at the root, with the list of files that the page needs to start. */
function ownWorker(): Plugin {
  return {
    name: "own-worker",
    apply: "build",
    async writeBundle({ dir = "" }, bundle) {
      const page = readFileSync(`${dir}/index.html`, "utf8");
      const named = [...page.matchAll(/(?:src|href)="(\/[^"]+)"/g)]
        .map(([, path = ""]) => path)
        .filter((path) => path.startsWith("/assets/") && !path.endsWith(".json")); // the worker adds its reader's texts
      const version = createHash("sha256")
        .update(page)
        .update(Object.keys(bundle).sort().join())
        .digest("hex")
        .slice(0, 16);
      await build({
        configFile: false,
        logLevel: "warn",
        define: { __VERSION__: JSON.stringify(version), __PARTS__: JSON.stringify(["/", ...new Set(named)]) },
        build: {
          outDir: dir,
          emptyOutDir: false,
          copyPublicDir: false,
          target: "es2022",
          lib: { entry: "src/worker/worker.ts", formats: ["iife"], name: "worker", fileName: () => "worker.js" },
        },
      });
    },
  };
}

export default defineConfig(({ mode }) => ({
  plugins: [svelte(), ownTexts(), ownFrame(), ownFonts(), ownIcons(), ownWorker()],
  // Tests need Svelte's browser build, though they run in Node.
  resolve: mode === "test" ? { conditions: ["browser"] } : {},
  server: {
    // The games' colours lie beside the server's drawing code.
    fs: { allow: [".", "../src/kingdoms/games"] },
    // The server rejects changes from other origins, so the proxy sends the server's own origin.
    proxy: { "/api": { target: server, ws: true, changeOrigin: true, headers: { Origin: server } } },
  },
  experimental: {
    // Files name each other relative to themselves: `kingdoms site` puts them under any path. Pages are at many paths.
    renderBuiltUrl: (_name, { hostType }) => (hostType === "html" ? undefined : { relative: true }),
  },
  build: {
    outDir: "../src/kingdoms/server/static",
    emptyOutDir: true,
    assetsDir: "assets",
    // The page's content security policy forbids inline assets.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
    target: "es2022",
    // The page knows all its parts by name, so short names make it smaller. The server finds the main stylesheet by its name.
    rolldownOptions: {
      treeshake: { moduleSideEffects: [{ test: FIELDS, sideEffects: false }] },
      output: {
        chunkFileNames: "assets/[hash:7].js",
        assetFileNames: ({ names: [name = ""] }) =>
          name.endsWith(".woff")
            ? "assets/letters-[name]-[hash:6].woff2"
            : name.endsWith(".css") && name !== "index.css"
              ? "assets/[hash:6].css"
              : "assets/[name]-[hash:6][extname]",
        // Small modules that many pages share go into one file, which compresses better than dozens. Those that no table uses are left out.
        codeSplitting: {
          groups: [
            { name: "fields", priority: 1, includeDependenciesRecursively: false, test: FIELDS },
            {
              name: "shared",
              test: /\/src\/board\/(paint|traces)\.ts$|\/src\/(api|play\/\w+|ui)\/(?!people|base64url|boards|bots|BotSelect|chances|CopyField|Elsewhere|explorer|keep|positions|practice|puzzles|Segments|sending|stage)[\w.]+\.(ts|svelte)$/,
              minShareCount: 4,
              maxModuleSize: 12000,
            },
          ],
        },
      },
    },
  },
  test: {
    environment: "happy-dom",
    include: ["src/**/*.test.ts"],
    setupFiles: ["./vitest.setup.ts"],
    isolate: false,
    restoreMocks: true,
    // Some tests read the styles.
    css: true,
    // Some tests are slow on a loaded machine.
    testTimeout: 20_000,
  },
}));
