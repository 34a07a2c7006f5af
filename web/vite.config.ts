/// <reference types="vitest/config" />
import { svelte } from "@sveltejs/vite-plugin-svelte";
import subsetFont from "subset-font";
import { defineConfig, type HtmlTagDescriptor, type Plugin } from "vite";

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

export default defineConfig(({ mode }) => ({
  plugins: [svelte(), ownFonts()],
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
  },
  test: {
    environment: "happy-dom",
    include: ["src/**/*.test.ts"],
    setupFiles: ["./vitest.setup.ts"],
    restoreMocks: true,
    // A loaded machine takes its time over some of them.
    testTimeout: 20_000,
  },
}));
