/// <reference types="vitest/config" />
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import subsetFont from "subset-font";
import { build, defineConfig, type HtmlTagDescriptor, type Plugin } from "vite";
import { icon } from "./icons.ts";

const server = process.env["KINGDOMS_DEV_SERVER"] ?? "http://localhost:8000";

/** What pages are written with, headings with the English ones alone: the letters of Western European languages, for names too, and the signs that stand in texts. */
const WRITTEN = [
  ...Array.from({ length: 0x7f - 0x20 }, (_, at) => 0x20 + at),
  0xa0,
  ...Array.from({ length: 0x100 - 0xc0 }, (_, at) => 0xc0 + at),
  ...Array.from("–—‘’“”…•·−±›‹→", (sign) => sign.codePointAt(0) ?? 0x20),
];
/** Copyright and licence stay in a font, whatever is taken out of it. */
const NOTICES = [0, 13, 14];

/** Takes out of fonts what is not written, and has the page fetch them at once: text that came in another type would move things. */
function ownFonts(): Plugin {
  return {
    name: "own-fonts",
    apply: "build",
    async generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== "asset" || !file.fileName.endsWith(".woff2")) continue;
        const written = String.fromCodePoint(...(file.fileName.includes("crimson") ? WRITTEN.filter((code) => code < 0x80 || code > 0x2000) : WRITTEN));
        file.source = await subsetFont(Buffer.from(file.source), written, { targetFormat: "woff2", noLayoutClosure: true, preserveNameIds: NOTICES });
      }
    },
    transformIndexHtml: {
      order: "post",
      handler: (_html, { bundle }): HtmlTagDescriptor[] =>
        Object.keys(bundle ?? {})
          .filter((name) => name.endsWith(".woff2"))
          .map((name) => ({ tag: "link", injectTo: "head", attrs: { rel: "preload", as: "font", type: "font/woff2", href: `/${name}`, crossorigin: "" } })),
    },
  };
}

/** Draws the icons of a page that is installed. */
function ownIcons(): Plugin {
  return {
    name: "own-icons",
    apply: "build",
    generateBundle() {
      const drawn = { "icon-192.png": icon(192, false), "icon-512.png": icon(512, false), "icon-cut.png": icon(512, true), "icon-180.png": icon(180, true) };
      for (const [fileName, source] of Object.entries(drawn)) this.emitFile({ type: "asset", fileName, source });
    },
  };
}

/** Builds the service worker by itself, as one file at the root; it knows what the page needs to be there at all. */
function ownWorker(): Plugin {
  return {
    name: "own-worker",
    apply: "build",
    async writeBundle({ dir = "" }, bundle) {
      const page = readFileSync(`${dir}/index.html`, "utf8");
      const named = [...page.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path = ""]) => path).filter((path) => path.startsWith("/assets/"));
      const version = createHash("sha256").update(page).update(Object.keys(bundle).sort().join()).digest("hex").slice(0, 16);
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
  plugins: [svelte(), ownFonts(), ownIcons(), ownWorker()],
  // Under test the browser's half of Svelte is wanted, though Node runs it.
  resolve: mode === "test" ? { conditions: ["browser"] } : {},
  server: {
    // What games look like lies with the server's drawing of them.
    fs: { allow: [".", "../src/kingdoms/games"] },
    // The server refuses changes that come from another origin than its own, so the proxy speaks as the server's own page.
    proxy: { "/api": { target: server, ws: true, changeOrigin: true, headers: { Origin: server } } },
  },
  build: {
    outDir: "../src/kingdoms/server/static",
    emptyOutDir: true,
    assetsDir: "assets",
    // The page's security policy allows nothing inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
    target: "es2022",
    // The page knows all its parts by name: short names load sooner.
    rolldownOptions: {
      output: {
        chunkFileNames: "assets/[hash].js",
        // Small parts that many pages share come as one file, which compresses better than dozens; without those that no table uses.
        codeSplitting: { groups: [{ name: "shared", test: /\/src\/(api|play|ui)\/(?!people|bots|BotSelect)[\w.]+\.(ts|svelte)$/, minShareCount: 4, maxModuleSize: 6000 }] },
      },
    },
  },
  test: {
    environment: "happy-dom",
    include: ["src/**/*.test.ts"],
    setupFiles: ["./vitest.setup.ts"],
    isolate: false,
    restoreMocks: true,
    // A loaded machine takes its time over some of them.
    testTimeout: 20_000,
  },
}));
