import { expect, it } from "vitest";
import { differing } from "../../said/testing";
import { LATER, SAID } from "./said";
import samples from "./said.json";

it("puts messages into the same words as the server", async () => {
  for (const [part, load] of Object.entries(LATER)) SAID.add(part, (await load()).default);
  expect(differing(SAID, samples)).toEqual([]);
});
