import { expect, it, vi } from "vitest";
import type { TableFacts } from "../../api/types";
import { Catalogue } from "../../said/catalogue";
import { speechOf } from "./speech";

const facts = {} as TableFacts;
const catalogue = () =>
  new Catalogue<TableFacts, never>(
    { seat: "seat", n: "number", old: "number" },
    {},
    {
      event: { ends: "{seat, select, you {you end} other {{seat} ends}} it." },
      question: { what: "{seat, select, you {what do you do} other {{seat}: what now}}?" },
    },
  );
const event = { kind: "end", seat: "N", details: {}, changes: [] };

it("says messages in the catalogue's words, and texts as they are", () => {
  const speech = speechOf<TableFacts>(catalogue());
  const message = { id: "event.ends", seat: "N" };
  expect(speech.event({ ...event, said: message })).toBe("N ends it.");
  expect(speech.event({ ...event, said: message }, "N")).toBe("You end it.");
  expect(speech.event({ ...event, said: { id: "event.ends" } }, "N")).toBe("You end it.");
  expect(speech.event({ ...event, said: null, text: "North ends." }, "N")).toBe("North ends.");
  const ask = { said: { id: "question.what", seat: "N" } };
  expect(speech.question(ask, facts, "N")).toBe("What do you do?");
  expect(speech.question(ask, facts, "S")).toBe("N: what now?");
});

it("without a catalogue says texts, which are the same for every reader", () => {
  const speech = speechOf<TableFacts>(null);
  expect(speech.sentenceOf({ id: "event.ends", seat: "N" }, "North ends.")).toBe("North ends.");
  for (const ownSeat of ["N", "S"])
    expect(speech.question({ said: null, question: "North: what now?" }, facts, ownSeat)).toBe("North: what now?");
});

it("loads refusals and reasons on first use, and says the server's text if they can't be had", async () => {
  const refusal = vi.fn(async () => ({
    default: { late: "it is too late for {seat, select, you {you} other {{seat}}}" },
  }));
  const reason = vi.fn(async () => Promise.reject(new Error("offline")));
  const factor = async () => ({ default: { money: "money of {seat, select, you {yours} other {{seat}}}" } });
  const speech = speechOf<TableFacts>(catalogue(), { refusal, reason, factor });
  const refused = { said: { id: "refusal.late", seat: "N" }, message: "The server's words." };
  expect(refusal).not.toHaveBeenCalled();
  expect(await speech.refusal(refused, facts, "N")).toBe("it is too late for you");
  expect(await speech.refusal({ said: null, message: "The server's words." }, facts, "N")).toBe("The server's words.");
  expect(await speech.reason({ why: { id: "reason.gains" }, reason: "It gains much." }, facts, "N")).toBe(
    "It gains much.",
  );
  const money = { why: { id: "factor.money", seat: "N" }, reason: "North's money" };
  expect(await speech.reason(money, facts, "N")).toBe("money of yours");
});
