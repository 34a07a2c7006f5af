import { flushSync } from "svelte";
import { describe, expect, it } from "vitest";
import { keepSettings, keptSettings, settings } from "./settings.svelte";

describe("settings", () => {
  it("take what they know and leave the rest as it is by default", () => {
    const usual = keptSettings.load();
    localStorage.setItem("kingdoms.settings", '{"theme":"dark","speed":0,"sound":"yes","more":1}');
    expect(keptSettings.load()).toEqual({ ...usual, theme: "dark", speed: 0 });
    for (const text of ["no json", "[]", "null"]) {
      localStorage.setItem("kingdoms.settings", text);
      expect(keptSettings.load()).toEqual(usual);
    }
  });

  it("are kept, and shown on the page", () => {
    const stop = keepSettings();
    settings.theme = "dark";
    settings.motion = "off";
    flushSync();
    expect(document.documentElement.dataset).toMatchObject({ theme: "dark", motion: "off" });
    expect(keptSettings.load()).toMatchObject({ theme: "dark", motion: "off" });
    stop();
  });

  it("follow another window", () => {
    const stop = keepSettings();
    localStorage.setItem("kingdoms.settings", '{"speed":2}');
    dispatchEvent(new StorageEvent("storage", { key: "kingdoms.settings" }));
    expect(settings.speed).toBe(2);
    expect(settings.theme).toBe("auto");
    stop();
  });
});
