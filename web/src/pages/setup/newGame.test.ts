import { describe, expect, it } from "vitest";
import { catalogueGame } from "../../api/testing";
import { newClock } from "./clockDraft";
import {
  againstBots,
  allOthers,
  changedRulings,
  faults,
  firstTable,
  newDraft,
  playerCounts,
  readSource,
  requestOf,
  seatGiven,
  seatsOfFile,
  takenSeats,
  tooLarge,
  withPlayers,
  withRatedBots,
} from "./newGame";

const GAME = catalogueGame({
  seats: ["N", "E", "S", "W"],
  near_seat: "S",
  players: { "2": ["N", "S"], "3": ["N", "E", "S"], "4": ["N", "E", "S", "W"] },
  variants: [{ name: "trade_piers", about: "", values: [0, 3, 5], words: [], default: 0 }],
  rulings: [
    {
      name: "attack_port",
      about: "",
      values: ["home", "any", "mixed"],
      words: ["home", "any", "mixed"],
      default: "home",
    },
    { name: "round_limit", about: "", values: null, words: [], default: null },
  ],
  bots: [
    { name: "level:2", title: "Learner", about: "often misses it", level: 2, rated: [2] },
    { name: "level:1", title: "Beginner", about: "overlooks much", level: 1, rated: [2, 3] },
    { name: "level:3", title: "Casual", about: "slips now and then", level: 3, rated: [] },
    { name: "random", title: "Random", about: "chooses at random", level: null, rated: [] },
  ],
});
const kinds = (seats: { kind: string }[]) => seats.map((seat) => seat.kind);

describe("the seats of a new game", () => {
  it("are the visitor at the bottom of the board and bots to begin with", () => {
    expect(kinds(newDraft(GAME).seats)).toEqual(["bot", "bot", "me", "bot"]);
    expect(kinds(newDraft({ ...GAME, near_seat: "" }).seats)).toEqual(["me", "bot", "bot", "bot"]);
    expect(playerCounts(GAME)).toEqual([2, 3, 4]);
  });

  it("are fewer with fewer players, and the visitor keeps a seat", () => {
    const seats = seatGiven(newDraft(GAME).seats, "E", "me");
    expect(kinds(seats)).toEqual(["bot", "me", "bot", "bot"]);
    const two = withPlayers(seats, GAME, 2);
    expect(kinds(two)).toEqual(["bot", "nobody", "me", "nobody"]);
    expect(kinds(withPlayers(two, GAME, 4))).toEqual(["bot", "bot", "me", "bot"]);
  });

  it("can do without the visitor", () => {
    const seats = seatGiven(newDraft(GAME).seats, "S", "bot");
    expect(kinds(withPlayers(seats, GAME, 3))).toEqual(["bot", "bot", "bot", "nobody"]);
  });

  it("are given to others all at once", () => {
    const seats = withPlayers(newDraft(GAME).seats, GAME, 3);
    expect(kinds(allOthers(GAME, seats, "open"))).toEqual(["open", "open", "me", "nobody"]);
    expect(takenSeats(seats)).toHaveLength(3);
  });
});

describe("faults", () => {
  it("are none in a form as it comes", () => {
    expect(faults(newDraft(GAME), GAME)).toEqual([]);
  });

  it("name people who are not told apart", () => {
    const draft = newDraft(GAME);
    draft.seats = allOthers(GAME, draft.seats, "shared").map((seat) => ({
      ...seat,
      name: seat.seat === "W" ? " " : "Anna",
    }));
    expect(faults(draft, GAME, "Ida")).toEqual([expect.stringContaining(": West."), expect.stringContaining("“Anna”")]);
    draft.seats = draft.seats.map((seat) => ({ ...seat, name: `${seat.seat} ` }));
    expect(faults(draft, GAME, " N")).toEqual([expect.stringContaining("“N”")]);
    expect(faults(draft, GAME, "Ida")).toEqual([]);
    expect(requestOf(draft, GAME, "Ida").seats?.[1]).toEqual({ seat: "E", kind: "shared", name: "E" });
  });

  it("name the visitor who shares the screen without a name", () => {
    const draft = newDraft(GAME);
    expect(faults(draft, GAME)).toEqual([]);
    draft.seats = seatGiven(draft.seats, "N", "shared").map((seat) => ({ ...seat, name: "Anna" }));
    expect(faults(draft, GAME)).toEqual([expect.stringContaining(": South.")]);
  });

  it("say how many can play", () => {
    const draft = newDraft(GAME);
    draft.seats = ["N", "E", "W"].reduce((seats, seat) => seatGiven(seats, seat, "nobody"), draft.seats);
    expect(faults(draft, GAME)).toEqual(["This game is for 2 to 4 players, not 1."]);
  });

  it.each([null, 5, 601, 30.5])("refuse %s minutes", (minutes) => {
    expect(faults({ ...newDraft(GAME), timed: true, minutes }, GAME)).toHaveLength(1);
    expect(faults({ ...newDraft(GAME), timed: false, minutes }, GAME)).toEqual([]);
  });
});

describe("the request", () => {
  it("of a first table are the visitor and the newcomers' bot, whatever was chosen last", () => {
    localStorage.setItem("kingdoms.opponent", "random");
    expect(firstTable(GAME)).toMatchObject({
      game: "chess",
      seats: [
        { seat: "N", kind: "bot", bot: "level:2" },
        { seat: "S", kind: "me" },
      ],
    });
    localStorage.clear();
  });

  it("is you against bots by default", () => {
    const request = againstBots(GAME);
    expect(request).toMatchObject({ game: "chess", rulings: {}, minutes: null, public: false });
    expect(request.seats?.map((seat) => [seat.seat, seat.kind, seat.bot])).toEqual([
      ["N", "bot", "level:2"],
      ["E", "bot", "level:2"],
      ["S", "me", undefined],
      ["W", "bot", "level:2"],
    ]);
  });

  it("leaves out empty seats and rulings that are as usual", () => {
    const draft = newDraft(GAME);
    draft.seats = seatGiven(withPlayers(draft.seats, GAME, 2), "N", "shared").map((seat) => ({
      ...seat,
      name: " Anna ",
    }));
    const request = requestOf(
      { ...draft, rulings: { attack_port: "any", round_limit: null }, timed: true, minutes: 45, public: true },
      GAME,
      " Ida ",
    );
    expect(request).toEqual({
      game: "chess",
      seats: [
        { seat: "N", kind: "shared", name: "Anna" },
        { seat: "S", kind: "me", name: "Ida" },
      ],
      rulings: { attack_port: "any" },
      minutes: 45,
      public: true,
      advice: false,
    });
    expect(changedRulings({ other: 1 }, GAME)).toEqual({});
    expect(changedRulings({ trade_piers: 3 }, GAME)).toEqual({ trade_piers: 3 });
    expect(changedRulings({ trade_piers: 0 }, GAME)).toEqual({});
  });

  it("is rated only where others come, and then without hints or a stand-in of one's choice", () => {
    const draft = { ...newDraft(GAME), rated: true, near: 200, advice: true };
    expect(requestOf(draft, GAME)).not.toHaveProperty("rated");
    const open = { ...draft, seats: allOthers(GAME, draft.seats, "open") };
    expect(requestOf(open, GAME)).toMatchObject({ rated: true, near: 200, advice: false });
    expect(requestOf(open, GAME)).not.toHaveProperty("stand_in");
    expect(requestOf({ ...open, seats: seatGiven(open.seats, "N", "shared") }, GAME)).not.toHaveProperty("rated");
  });

  it("has bots with a rating where it is rated, and is not rated where there are none", () => {
    const seats = seatGiven(withPlayers(newDraft(GAME).seats, GAME, 3), "E", "open");
    const draft = { ...newDraft(GAME), rated: true, seats: seats.map((seat) => ({ ...seat, bot: "level:3" })) };
    expect(withRatedBots(draft.seats, GAME)?.map((seat) => seat.bot)).toEqual([
      "level:1",
      "level:3",
      "level:3",
      "level:3",
    ]);
    expect(requestOf(draft, GAME)).toMatchObject({
      rated: true,
      seats: [{ seat: "N", bot: "level:1" }, { seat: "E" }, { seat: "S" }],
    });
    const full = { ...draft, seats: withPlayers(draft.seats, GAME, 4) };
    expect(withRatedBots(full.seats, GAME)).toBeNull();
    expect(requestOf(full, GAME)).not.toHaveProperty("rated");
  });

  it("allows hints only where somebody else may come", () => {
    const draft = { ...newDraft(GAME), advice: true };
    expect(requestOf(draft, GAME).advice).toBe(false);
    expect(requestOf({ ...draft, seats: allOthers(GAME, draft.seats, "open") }, GAME).advice).toBe(true);
  });

  it("names who plays for people that stay away, where there may be some", () => {
    const draft = newDraft(GAME);
    expect(draft.standIn).toBe("level:2");
    expect(requestOf(draft, GAME)).not.toHaveProperty("stand_in");
    const shared = { ...draft, seats: seatGiven(draft.seats, "N", "open"), standIn: "random" };
    expect(requestOf(shared, GAME).stand_in).toBe("random");
  });

  it("has a clock where others play, and no time for all", () => {
    const draft = { ...newDraft(GAME), clock: { ...newClock(), kind: "turn" as const, days: 2 } };
    const friends = { ...draft, seats: allOthers(GAME, draft.seats, "open") };
    expect(requestOf(draft, GAME)).not.toHaveProperty("clock");
    expect(requestOf(friends, GAME).clock).toEqual({ kind: "turn", seconds: 2 * 24 * 3600, increment: 0, then: "bot" });
    expect(requestOf({ ...friends, timed: true }, GAME)).not.toHaveProperty("clock");
    const budget = {
      ...friends,
      clock: { ...newClock(), kind: "budget" as const, minutes: 15, increment: 5, then: "decided" as const },
    };
    expect(requestOf(budget, GAME).clock).toEqual({ kind: "budget", seconds: 900, increment: 5, then: "decided" });
    for (const wrong of [{ days: 0 }, { days: 31 }, { days: null }, { days: 1.5 }])
      expect(faults({ ...friends, clock: { ...friends.clock, ...wrong } }, GAME)).toHaveLength(1);
    for (const wrong of [{ minutes: 0 }, { minutes: 601 }, { increment: null }, { increment: -1 }])
      expect(faults({ ...budget, clock: { ...budget.clock, ...wrong } }, GAME)).toHaveLength(1);
  });

  it("goes on from a file without game and rulings of its own", () => {
    const draft = {
      ...newDraft(GAME),
      source: { file: "a.jsonl", kind: "record" as const, game: "chess", content: "{}\n" },
    };
    const request = requestOf({ ...draft, seats: seatsOfFile(GAME, ["S", "N"]) }, GAME);
    expect(request).toMatchObject({ record: "{}\n" });
    expect(request).not.toHaveProperty("game");
    expect(request.seats?.map((seat) => [seat.seat, seat.kind])).toEqual([
      ["N", "bot"],
      ["S", "me"],
    ]);
  });
});

describe("files", () => {
  it("are records", () => {
    const text = '{"kingdoms": 1, "game": "chess", "seats": ["N", "S"]}\n{"by": "N", "action": "end"}\n';
    expect(readSource("a.jsonl", text)).toMatchObject({
      source: { kind: "record", game: "chess", content: text },
      seats: ["N", "S"],
    });
    expect(readSource("a.jsonl", text.split("\n")[0] ?? "")).toMatchObject({ source: { kind: "record" } });
  });

  it("are positions", () => {
    const text = '{"game": "chess",\n "phase": "leader",\n "seats": {"N": {}, "S": {}}}';
    expect(readSource("a.json", text)).toMatchObject({ source: { kind: "position" }, seats: ["N", "S"] });
  });

  it.each(["", "hello", "[1, 2]", "{}", '{"game": 3}', "null"])("are neither: %s", (text) => {
    expect(readSource("a", text)).toBeNull();
  });

  it("can be too large, as they travel", () => {
    expect(tooLarge('"'.repeat(600_000))).toBe(true);
    expect(tooLarge("x".repeat(900_000))).toBe(false);
  });
});
