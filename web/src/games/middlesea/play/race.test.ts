import { render, screen, within } from "@testing-library/svelte";
import { createRawSnippet } from "svelte";
import { describe, expect, it } from "vitest";
import "../../../games"; // registers the seats' symbols
import Race from "../../../play/seats/Race.svelte";
import four from "../board/fixtures/four.json";
import start from "../board/fixtures/start.json";
import type { SeaFacts } from "../types";
import { aimOf, otherAimsOf, racersOf, warningsOf } from "./race";

const FOUR = four as unknown as SeaFacts;
const START = start as unknown as SeaFacts;

/** What the sentences of these warnings need. */
const HOLES = {
  home: 4,
  awake: 6,
  n: 4,
  rounds: 1,
  score: 9,
  ahead: ["N"],
  others: ["N"],
  attack: 9,
  defence: 5,
  most: 8,
};

function alert(kind: string, seat: string | null, wins: boolean, near: boolean): SeaFacts["alerts"][number] {
  return {
    kind,
    seat,
    wins,
    near,
    text: `${seat} ${kind}.`,
    said: { id: `alert.${kind}`, seat, ...HOLES },
    details: {},
  };
}

describe("the race", () => {
  it("shows home cities, leaders awake and cities abroad of every seat, and what wins", () => {
    const racers = racersOf(FOUR);
    expect(racers.map(({ seat }) => seat)).toEqual(FOUR.seats);
    for (const { seat, counts, leads } of racers) {
      const kingdom = FOUR.kingdoms[seat];
      expect(counts.map(({ have, need }) => [have, need])).toEqual([
        [kingdom?.home, 5],
        [kingdom?.awake, 6],
        [kingdom?.abroad, 3],
      ]);
      expect(leads).toBe(kingdom?.leads);
    }
    expect(racersOf(FOUR, "S").find(({ seat }) => seat === "S")).toMatchObject({
      name: "You",
      description: expect.stringMatching(/^You: /) as string,
    });
    expect(racersOf(START).some(({ leads }) => leads)).toBe(false);
  });

  it("tells what wins at a table with variants", () => {
    expect(aimOf({})).not.toContain("abroad");
    expect(aimOf({ trade_abroad: true })).toContain("a city abroad");
    expect(aimOf({ trade_piers: 5 })).toContain("5 piers");
    expect(aimOf({ trade_abroad: true, trade_piers: 3 })).toMatch(/a city abroad, 3 piers/);
    expect(aimOf({ round_limit: 3 })).toBe("To win: be ahead after 3 rounds.");
    expect(otherAimsOf({ round_limit: 3 })).toMatch(/^Sooner: /);
    expect(otherAimsOf({})).toContain("3 abroad");
    expect(otherAimsOf({ conquest_each: true })).toContain("one on each opponent's continent");
  });

  it("marks who can win, and who is in danger", () => {
    const facts = {
      ...FOUR,
      alerts: [alert("trade", "E", true, true), alert("capital", "S", false, true), alert("unrest", "W", false, false)],
    };
    const tones = Object.fromEntries(racersOf(facts).map(({ seat, tone }) => [seat, tone]));
    expect(tones).toMatchObject({ E: "close", S: "danger" });
  });

  it("warns of others' victories and of one's own dangers first", () => {
    const facts = {
      ...FOUR,
      alerts: [
        alert("rounds", null, false, false),
        alert("trade", "S", true, true),
        alert("capital", "S", false, true),
        alert("trade", "E", true, true),
      ],
    };
    expect(warningsOf(facts, ["S"]).map(({ key }) => key.split(" ").slice(0, 2).join(" "))).toEqual([
      "capital S",
      "trade E",
      "trade S",
      "rounds null",
    ]);
  });
});

describe("the race on the screen", () => {
  const mark = createRawSnippet(() => ({ render: () => "<i></i>" }));
  const show = (alerts: SeaFacts["alerts"]) => {
    const facts = { ...FOUR, alerts };
    return render(Race, {
      game: "middlesea",
      racers: racersOf(facts),
      warnings: warningsOf(facts, ["S"]),
      aim: "Win by trade.",
      more: "Or by score.",
      ownSeats: ["S"],
      mark,
    });
  };

  it("tells how one wins as long as nothing is near", () => {
    show([]);
    expect(screen.getByRole("button", { name: /Win by trade/ })).toBeTruthy();
    const kingdoms = within(screen.getByRole("region", { name: "How you win, and who is closest" })).getAllByRole(
      "listitem",
    );
    expect(kingdoms).toHaveLength(4);
    expect(kingdoms[0]?.textContent).toMatch(/of 5 home cities, . of 6 leaders active/);
  });

  it("opens to all warnings, and how one wins besides", async () => {
    show([alert("trade", "E", true, true), alert("unrest", "W", false, false)]);
    const line = screen.getByRole("button", { name: /East can still win by trade/ });
    expect(line.textContent).toContain("+1");
    line.click();
    await Promise.resolve();
    expect(await screen.findByText(/^West's unrest is/)).toBeTruthy();
    expect(screen.getByText("Win by trade. Or by score.")).toBeTruthy();
  });
});
