import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { gameInfo, seatInfo } from "../../../api/testing";
import type { CatalogueGame, GameInfo } from "../../../api/types";
import "../../../games"; // registers the seats' symbols
import AskPanel from "../../../play/ask/AskPanel.svelte";
import GameOver from "../../../play/ending/GameOver.svelte";
import { stepsOf } from "../../../play/desk/amounts";
import type { SeaFacts } from "../types";
import { familiesOf, optionsOf, type Option } from "./choices";
import { SEA_CHRONICLE } from "./chronicle";
import { fakeServer } from "../../../play/desk/testing";
import { seaComposer } from "./grammar";
import KingdomCard from "./KingdomCard.svelte";
import Log from "../../../play/log/Log.svelte";
import { commandOf } from "../../../play/frame/keys";
import { SEA } from "./idiom";
import PhaseStrip from "./PhaseStrip.svelte";
import SeaOutlook from "./SeaOutlook.svelte";
import Stepper from "../../../play/ask/Stepper.svelte";
import { sampleAsk, ENTRIES } from "./testing/asks";

function infoOf(you: string[]): GameInfo {
  const seats = ["N", "E", "S", "W"].map((seat) => {
    const isOwn = you.includes(seat);
    const name = seat === "W" ? "Anna" : seat === "N" ? "Ida" : "Greedy";
    return seatInfo({ seat, name, kind: isOwn ? "person" : "bot", bot: isOwn ? null : "greedy", you: isOwn });
  });
  return gameInfo({ id: "g", game: "middlesea", company: false, you, seats });
}

const GAME = { bots: [] } as unknown as CatalogueGame;

let requests: string[] = [];
beforeEach(() => (requests = []));

function panel(decision: string, options: { you?: string[]; waiting?: number; onlooker?: boolean } = {}) {
  const { ask, view } = sampleAsk(decision);
  const server = fakeServer({ ask, view });
  requests = server.sent;
  const composer = seaComposer("g", server);
  composer.adopt(options.onlooker ? null : ask, view, 1);
  const playback = { waiting: options.waiting ?? 0, skip: vi.fn() };
  const desk = { idiom: SEA, composer, news: ["Something happened."], secrets: false, tall: false, playback };
  const panel = render(AskPanel<SeaFacts, Option>, {
    desk,
    info: infoOf(options.you ?? [ask.seat]),
    facts: view,
    outlook: async () => ({ default: SeaOutlook }),
  });
  return { ...panel, composer, server, playback };
}

describe("the panel of what is asked", () => {
  it("says what is asked and lists every choice", async () => {
    panel("rank");
    expect(screen.getByRole("heading", { name: "Your turn" })).toBeTruthy();
    expect(screen.getByText("Who gets place 2 in the order of dominance?")).toBeTruthy();
    expect(screen.getAllByRole("button", { name: /next in dominance/ })).toHaveLength(3);
  });

  it("confirms a choice only after showing it", async () => {
    panel("rank");
    await fireEvent.click(screen.getByRole("button", { name: "Put East next in dominance" }));
    expect(requests).toEqual([]);
    await fireEvent.click(screen.getByRole("button", { name: "Confirm" }));
    expect(requests).toEqual(["rank E"]);
  });

  it("lists pieces first, then what the picked one can do, without a code or a count", async () => {
    const { composer } = panel("leader");
    const leaders = screen.getAllByRole("button", { name: /^Your \d-leader/ });
    expect(leaders.length).toBeGreaterThan(2);
    const list = screen.getByRole("group", { name: "Choices" });
    expect(list.textContent).not.toMatch(/[NESW]\.(C|BL|BR|FL|FM|FR)/);
    await fireEvent.click(screen.getByRole("button", { name: /^Your 2-leader/ }));
    expect(composer.picks[0]).toMatch(/^leader . 2$/);
    expect(screen.getByRole("button", { name: /Make the 2-leader king/ })).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^Your \d-leader/ })).toBeNull();
  });

  it("puts what people usually want first: to lay a tile before putting it under its stack", async () => {
    const { composer } = panel("build");
    composer.pick("stack moons");
    await tick();
    const names = within(screen.getByRole("group", { name: "Choices" }))
      .getAllByRole("button")
      .map((button) => button.textContent?.trim() ?? "");
    expect(names[0]).toMatch(/^Lay the/);
    expect(names.at(-1)).toMatch(/^Put the .* under its stack/);
  });

  it("says which leaders a choice passes over", async () => {
    const { composer } = panel("leader");
    const option = composer.options.find((option) => option.choice.action === "attack 5 N.BL");
    if (option) composer.choose(option);
    await tick();
    expect(screen.getByText(/passes the leaders 0, 1, 2 and 3 over/)).toBeTruthy();
    expect(screen.getByText(/can't change your king/)).toBeTruthy();
    expect(screen.getByText("6 (up to 12) against 5, at most 15")).toBeTruthy();
  });

  it("asks again before money and leaders are left unused", async () => {
    panel("build");
    await fireEvent.click(screen.getByRole("button", { name: /^End building/ }));
    expect(requests).toEqual([]);
    expect(screen.getByText(/You could still build/)).toBeTruthy();
    await fireEvent.click(screen.getByRole("button", { name: "End now" }));
    expect(requests).toEqual(["end"]);
  });

  it("asks for an amount with a stepper", async () => {
    panel("hire");
    expect(await screen.findByRole("slider")).toBeTruthy();
    expect(screen.getByText(/13 wins, whatever the defender adds/)).toBeTruthy();
    await fireEvent.click(screen.getByRole("button", { name: "One fewer" }));
    await fireEvent.click(screen.getByRole("button", { name: "Confirm" }));
    expect(requests).toEqual(["hire 12"]);
  });

  it("lets the leader join the defence", async () => {
    panel("defend");
    await fireEvent.click(await screen.findByRole("checkbox"));
    await fireEvent.click(screen.getByRole("button", { name: "Confirm" }));
    expect(requests[0]).toMatch(/^defend \d+ leader$/);
  });

  it("says why not of what is pointed at, with a way to the clause", async () => {
    const { composer } = panel("build");
    await fireEvent.click(screen.getByRole("button", { name: "Why not?" }));
    expect(screen.getByText("Tap what you'd like to use: you'll be told why it can't be used now.")).toBeTruthy();
    composer.pick("site W.C");
    expect(await screen.findByText(/That is not adjacent/)).toBeTruthy();
    expect(screen.getByRole("link", { name: "Rule BR-2" }).getAttribute("href")).toBe("/rules/middlesea#BR-2");
  });

  it("takes a hint up with its reason", async () => {
    panel("build");
    await fireEvent.click(screen.getByRole("button", { name: "Hint" }));
    expect(await screen.findByText("Nothing you could build is worth its price now.")).toBeTruthy();
  });

  it("says whose turn it is among several at one screen", () => {
    panel("pay", { you: ["N", "W"] });
    expect(screen.getByRole("heading", { name: "Pass to Anna: West decides" })).toBeTruthy();
  });

  it("tells onlookers who is waited for", () => {
    panel("build", { onlooker: true, you: [] });
    expect(screen.getByRole("heading", { name: "Waiting for North (Ida)" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Hint" })).toBeNull();
  });

  it("offers to skip while moves are played back", async () => {
    const { playback } = panel("build", { waiting: 3 });
    await fireEvent.click(screen.getByRole("button", { name: "Skip" }));
    expect(playback.skip).toHaveBeenCalled();
    expect(screen.queryByRole("searchbox")).toBeNull();
  });
});

describe("the stepper", () => {
  const family = familiesOf(optionsOf(sampleAsk("hire").ask))[0];
  const steps = family ? stepsOf(family) : [];

  it("says amounts with what they lead to", async () => {
    const onchange = vi.fn();
    render(Stepper, { steps, value: 0, label: "How many", of: "attack", onchange });
    const slider = screen.getByRole("slider", { name: "How many" });
    expect(slider.getAttribute("aria-valuetext")).toBe("0: open");
    expect((screen.getByRole("button", { name: "One fewer" }) as HTMLButtonElement).disabled).toBe(true);
    await fireEvent.click(screen.getByRole("button", { name: "One more" }));
    expect(onchange).toHaveBeenLastCalledWith(1);
    await fireEvent.input(slider, { target: { value: "10" } });
    expect(onchange).toHaveBeenLastCalledWith(10);
  });
});

describe("the log", () => {
  it("has headings, filters and a way to each moment", async () => {
    render(Log, { id: "g", entries: ENTRIES, ownSeats: ["N"], chronicle: SEA_CHRONICLE, say: SEA.event });
    expect(screen.getAllByRole("heading", { level: 3 }).length).toBeGreaterThan(3);
    await fireEvent.click(screen.getByRole("radio", { name: "Fights" }));
    const attacks = screen.getAllByRole("button", { name: / attacks / });
    await fireEvent.click(attacks[0] as HTMLElement);
    const link = screen.getByRole("link", { name: "Show this moment" });
    expect(link.getAttribute("href")).toMatch(/^\/g\/g\/review\/\d+$/);
  });

  it('leaves "mine" out for onlookers, and says when it is empty', () => {
    render(Log, { id: "g", entries: [], ownSeats: [], chronicle: SEA_CHRONICLE, say: SEA.event });
    expect(screen.queryByRole("radio", { name: "Mine" })).toBeNull();
    expect(screen.getByText("Nothing has happened yet.")).toBeTruthy();
  });
});

describe("a kingdom", () => {
  it("shows what it will have after a choice", () => {
    const { view } = sampleAsk("build");
    const kingdom = view.kingdoms["N"];
    if (!kingdom) throw new Error("no North");
    const after = { ...kingdom, goods: kingdom.goods - 2 };
    render(KingdomCard, {
      kingdom,
      after,
      facts: view,
      sitting: { info: infoOf(["N"]), absent: false, onbot: vi.fn(), onreturn: vi.fn() },
    });
    const card = within(screen.getByRole("article", { name: "North" }));
    expect(card.getByTitle(`${kingdom.goods} → ${after.goods}`)).toBeTruthy();
    expect(card.getByText("Ida")).toBeTruthy();
  });

  it("can be given to a bot when its player stays away", async () => {
    const { view } = sampleAsk("build");
    const kingdom = view.kingdoms["E"];
    if (!kingdom) throw new Error("no East");
    const onbot = vi.fn();
    render(KingdomCard, {
      kingdom,
      after: null,
      facts: view,
      sitting: { info: infoOf(["N"]), absent: true, onbot, onreturn: vi.fn() },
    });
    await fireEvent.click(screen.getByRole("button", { name: "Let a bot stand in" }));
    expect(onbot).toHaveBeenCalled();
  });
});

describe("the end", () => {
  it("says who won and why, with scores from the highest", () => {
    const { view } = sampleAsk("leader");
    const outcome = { reason: "unrest", winners: ["W"], loser: "S", scores: { N: 4, E: 9, S: 1, W: 12 } };
    const ending = { text: "", said: { id: "ending.unrest", loser: "S" } };
    render(GameOver, {
      game: GAME,
      info: { ...infoOf(["N"]), ending },
      facts: view,
      outcome,
      desk: { id: "g", idiom: SEA, ownSeats: ["N"], live: { entries: [], seat: null } },
    });
    expect(screen.getByRole("heading", { name: "West (Anna) wins" })).toBeTruthy();
    expect(screen.getByText(/^Civil war has broken out in South's kingdom\./)).toBeTruthy();
    const rows = screen
      .getAllByRole("row")
      .slice(1)
      .map((row) => row.querySelector("th")?.textContent?.trim());
    expect(rows).toEqual(["West won", "East", "North", "South"]);
    expect(screen.getByRole("button", { name: "Rematch" })).toBeTruthy();
  });

  const over = (
    reason: string,
    seats: string[],
    winners: string[],
    loser: string | null,
    ending: GameInfo["ending"] = null,
  ) => {
    const { view } = sampleAsk("leader");
    const outcome = { reason, winners, loser, scores: { N: 4, E: 9, S: 1, W: 12 } };
    const info = { ...infoOf(["N"]), ending };
    render(GameOver, {
      game: GAME,
      info,
      facts: { ...view, seats },
      outcome,
      desk: { id: "g", idiom: SEA, ownSeats: ["N"], live: { entries: [], seat: null } },
    });
    return screen.getAllByRole("row")[1]?.querySelector("th")?.textContent?.trim();
  };

  it("puts a winner with a lower score first, and says that the score doesn't count", () => {
    expect(over("trade", ["N", "E", "S", "W"], ["E"], null, { text: "", said: { id: "ending.trade" } })).toBe(
      "East won",
    );
    expect(screen.getByText(/The score doesn't count\.$/)).toBeTruthy();
  });

  it("says after a resignation what the score means to those who are left", () => {
    expect(over("resigned", ["N", "W"], ["W"], "N")).toBe("West won");
    expect(screen.getByText("You resigned. The score doesn't count here.")).toBeTruthy();
    cleanup();
    expect(over("clock", ["N", "E", "S", "W"], ["N"], "W")).toBe("North won");
    expect(screen.getByText("West (Anna)'s time ran out. The best score among the others wins.")).toBeTruthy();
  });
});

describe("the phases", () => {
  it("mark where the round stands", () => {
    const { view } = sampleAsk("leader");
    render(PhaseStrip, { facts: view, info: infoOf(["N"]) });
    const now = screen.getAllByRole("listitem").find((item) => item.getAttribute("aria-current") === "step");
    expect(now?.textContent).toBe("Leaders");
  });
});

describe("keys", () => {
  const press = (key: string, target: Element = document.body): string | null => {
    let command: string | null = null;
    const hear = (event: Event) => (command = commandOf(event as KeyboardEvent));
    if (target !== document.body) document.body.append(target);
    document.addEventListener("keydown", hear);
    target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    document.removeEventListener("keydown", hear);
    return command;
  };

  it("are commands unless somebody is typing", () => {
    expect(press("u")).toBe("undo");
    expect(press("?")).toBe("help");
    expect(press("u", document.createElement("input"))).toBeNull();
    expect(press("Escape", document.createElement("input"))).toBe("back");
    expect(press("Enter", document.createElement("button"))).toBeNull();
    expect(press("Enter")).toBe("confirm");
  });
});
