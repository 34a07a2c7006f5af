import { cleanup } from "@testing-library/svelte";
import { afterAll, afterEach, vi } from "vitest";

afterEach(() => {
  cleanup();
  localStorage.clear();
});

// Files of tests share an environment, which takes longer to make than they take to run: each leaves it as it was.
afterAll(() => {
  document.body.replaceChildren();
  sessionStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetModules();
});
