/// <reference types="vitest/config" />
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const server = process.env["KINGDOMS_DEV_SERVER"] ?? "http://localhost:8000";

export default defineConfig(({ mode }) => ({
  plugins: [svelte()],
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
