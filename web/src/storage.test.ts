import { afterEach, describe, expect, it, vi } from "vitest";
import { fieldsOf, storageOf, numberPerGame, stringOf, stringsIn } from "./storage";

afterEach(() => vi.restoreAllMocks());

describe("a kept value", () => {
  const names = storageOf("names", stringsIn);

  it("is read as well as possible", () => {
    for (const text of [null, "", "[", "3", "null", '{"a": 1}']) {
      localStorage.clear();
      if (text !== null) localStorage.setItem("names", text);
      expect(names.load()).toEqual([]);
    }
    localStorage.setItem("names", '["a", 1, "a", "b"]');
    expect(names.load()).toEqual(["a", "b"]);
    expect(fieldsOf(null)).toEqual({});
    expect(fieldsOf("text")).toEqual({});
  });

  it("is saved until the storage is cleared", () => {
    expect(names.save(["a"])).toEqual(["a"]);
    expect(names.load()).toEqual(["a"]);
    localStorage.clear();
    expect(names.load()).toEqual([]);
  });

  it("may be a text that is not JSON", () => {
    localStorage.setItem("name", "level:7");
    expect(storageOf("name", stringOf).load()).toBe("level:7");
  });

  it("is lost where storage is forbidden", () => {
    const forbidden = storageOf("names", stringsIn, () => {
      throw new DOMException("No.", "SecurityError");
    });
    expect(forbidden.save(["a"])).toEqual(["a"]);
    expect(forbidden.load()).toEqual([]);
  });
});

it("keeps numbers by game, the latest of them", () => {
  const numbers = numberPerGame("seen");
  expect(numbers.get("x")).toBeNull();
  numbers.set("x", 4);
  numbers.set("y", 1);
  numbers.set("x", 9);
  expect(numbers.get("x")).toBe(9);
  for (let game = 0; game < 59; game += 1) numbers.set(`game ${game}`, game);
  expect([numbers.get("x"), numbers.get("y")]).toEqual([9, null]);
  localStorage.setItem("seen", "{broken");
  expect(numbers.get("x")).toBeNull();
});
