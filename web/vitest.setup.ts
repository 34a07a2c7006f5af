import { cleanup, configure } from "@testing-library/svelte";
import { afterAll, afterEach, vi } from "vitest";

// Machines may be busy with other things: tests wait much longer than anything takes.
configure({ asyncUtilTimeout: 30_000 });

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
