import { expect, it } from "vitest";
import { bytesOf, textOf } from "./base64url";

it("turns bytes into text and back, without the signs that addresses can't have", () => {
  const bytes = Uint8Array.from([251, 255, 0, 65]);
  expect(textOf(bytes.buffer)).toBe("-_8AQQ");
  expect([...bytesOf("-_8AQQ")]).toEqual([...bytes]);
});
