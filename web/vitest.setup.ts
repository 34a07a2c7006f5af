import { cleanup } from "@testing-library/svelte";
import { afterAll, afterEach, vi } from "vitest";

afterEach(() => {
  cleanup();
  localStorage.clear();
});

// Test files share an environment, which takes longer to create than they take to run. Each must leave it clean.
afterAll(() => {
  document.body.replaceChildren();
  sessionStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetModules();
});
