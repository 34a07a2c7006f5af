import { describe, expect, it } from "vitest";
import { gameInfo, seatInfo } from "../api/testing";
import type { GameInfo } from "../api/types";
import { ago, invitation, namesOf, standing } from "./gameWords";

const SEATS = [
  seatInfo({ seat: "N", name: "Ida", you: true }),
  seatInfo({ seat: "E", name: "Otto" }),
  seatInfo({ seat: "S", name: "Greedy", kind: "bot", bot: "greedy" }),
  seatInfo({ seat: "W", name: "", kind: "open" }),
];
const info = (more: Partial<GameInfo>): GameInfo => gameInfo({ to_move: "E", round: 4, seats: SEATS, ...more });

describe("a game in a list", () => {
  it("names people and counts bots", () => {
    expect(namesOf(info({}))).toBe("You, Otto and a bot");
  });

  it.each([
    [info({ status: "lobby" }), "waiting for 1 more"],
    [info({ to_move: "N" }), "your turn"],
    [info({}), "Otto to move"],
    [info({ to_move: "chance" }), "round 4"],
    [info({ status: "over" }), "over"],
    [info({ status: "over", outcome: { reason: "trade", winners: ["N"], loser: null, scores: {} } }), "you won"],
    [
      info({ status: "over", outcome: { reason: "score", winners: ["E", "S"], loser: "N", scores: {} } }),
      "Otto and Greedy won",
    ],
    [info({ status: "over", outcome: { reason: "unrest", winners: [], loser: "E", scores: {} } }), "Otto lost"],
  ])("says how it stands", (game, words) => {
    expect(standing(game)).toBe(words);
  });

  it("says what its link does", () => {
    expect(invitation(info({ status: "over" }))).toBe("Review");
    expect(invitation(info({}))).toBe("Continue");
    expect(invitation(info({ you: [] }))).toBe("Watch");
    expect(invitation(info({ you: [], status: "lobby" }))).toBe("Join");
  });

  it("says how long ago it began", () => {
    const now = Date.parse("2026-01-03T12:00:00Z");
    expect(ago("2026-01-03T11:59:30Z", now)).toBe("just now");
    expect(ago("2026-01-03T11:45:00Z", now)).toBe("15 minutes ago");
    expect(ago("2026-01-03T11:00:00Z", now)).toBe("1 hour ago");
    expect(ago("2026-01-01T11:00:00Z", now)).toBe("2 days ago");
    expect(ago("nonsense", now)).toBe("just now");
  });
});
