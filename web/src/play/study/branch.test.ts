import { expect, it } from "vitest";
import { gameInfo, seatInfo } from "../../api/testing";
import type { CatalogueGame } from "../../api/types";
import { branchGame, needsBot } from "./branch";

const game = { bots: [{ name: "level:2" }, { name: "level:6" }, { name: "greedy" }] } as unknown as CatalogueGame;
const info = gameInfo({
  id: "abc",
  seats: [
    seatInfo({ seat: "N", you: true }),
    seatInfo({ seat: "E", kind: "bot", bot: "level:6" }),
    seatInfo({ seat: "S", kind: "bot", bot: "level:2" }),
    seatInfo({ seat: "W" }),
  ],
});

it("keeps the bots at their seats and puts the suggested one into the seats of other people", () => {
  expect(branchGame({ info, number: 7 }, game, ["N"], "greedy")).toEqual({
    game: "chess",
    seats: [
      { seat: "N", kind: "me" },
      { seat: "E", kind: "bot", bot: "level:6" },
      { seat: "S", kind: "bot", bot: "level:2" },
      { seat: "W", kind: "bot", bot: "greedy" },
    ],
    from: { id: "abc", number: 7 },
  });
});

it("seats the visitor wherever asked, also in place of a bot", () => {
  const kinds = (...ownSeats: string[]) =>
    branchGame({ info, number: 0 }, game, ownSeats, "greedy").seats?.map((seat) => seat.kind);
  expect(kinds("E")).toEqual(["bot", "me", "bot", "bot"]);
  expect(kinds("N", "E", "S", "W")).toEqual(["me", "me", "me", "me"]);
});

it("replaces a bot that is offered no more", () => {
  const old = {
    ...info,
    seats: [seatInfo({ seat: "N", you: true }), seatInfo({ seat: "E", kind: "bot", bot: "gone" })],
  };
  expect(branchGame({ info: old, number: 1 }, game, ["N"], "greedy").seats?.[1]).toEqual({
    seat: "E",
    kind: "bot",
    bot: "greedy",
  });
  expect([needsBot(game, old, ["N"]), needsBot(game, info, ["N", "W"]), needsBot(game, info, ["W"])]).toEqual([
    true,
    false,
    true,
  ]);
});
