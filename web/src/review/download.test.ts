import { expect, it } from "vitest";
import { sizeOf } from "./download";

it("keeps the proportions of a drawing", () => {
  expect(sizeOf('<svg xmlns="x" viewBox="0 0 1000 1000"/>')).toEqual({ width: 1600, height: 1600 });
  expect(sizeOf('<svg viewBox="0 0 1028 840"/>')).toEqual({ width: 1600, height: 1307 });
});
