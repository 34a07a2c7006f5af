import { flushSync } from "svelte";
import { describe, expect, it } from "vitest";
import { keepSettings, parseSettings, settings } from "./settings.svelte";

describe("settings", () => {
  it("take what they know and leave the rest as it is by default", () => {
    const usual = parseSettings(null);
    expect(parseSettings('{"theme":"dark","speed":0,"sound":"yes","more":1}')).toEqual({ ...usual, theme: "dark", speed: 0 });
    expect(parseSettings("no json")).toEqual(usual);
    expect(parseSettings("[]")).toEqual(usual);
    expect(parseSettings("null")).toEqual(usual);
  });

  it("are kept, and shown on the page", () => {
    const stop = keepSettings();
    settings.theme = "dark";
    settings.motion = "off";
    flushSync();
    expect(document.documentElement.dataset).toMatchObject({ theme: "dark", motion: "off" });
    expect(parseSettings(localStorage.getItem("kingdoms.settings"))).toMatchObject({ theme: "dark", motion: "off" });
    stop();
  });

  it("follow another window", () => {
    const stop = keepSettings();
    dispatchEvent(new StorageEvent("storage", { key: "kingdoms.settings", newValue: '{"speed":2}' }));
    expect(settings.speed).toBe(2);
    expect(settings.theme).toBe("auto");
    stop();
  });
});
