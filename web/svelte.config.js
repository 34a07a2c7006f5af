import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

/** @type {import("@sveltejs/vite-plugin-svelte").SvelteConfig} */
export default {
  preprocess: vitePreprocess(),
  compilerOptions: {
    runes: true,
    // Scoped styles repeat the class of their component often, so a short one makes the page smaller.
    cssHash: ({ hash, filename }) => `s${hash(filename.replaceAll("\\", "/").replace(/.*\/web\//, "")).slice(0, 5)}`,
  },
};
