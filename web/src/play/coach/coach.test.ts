import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { factsOf, gameInfo } from "../../api/testing";
import type { Ask, Entry } from "../../api/types";
import { begunAtOnce, isCoached, keep, keptFor, wasBegunAtOnce, type Teacher } from "./coach";
import Coach from "./Coach.svelte";
import { Composer, LIST } from "../desk/composer.svelte";
import type { Idiom } from "../desk/idiom";
import type { Advised, Worded } from "../desk/speech";
import { fakeServer } from "../desk/testing";

const facts = factsOf({ game: "g" });
const CHOICES = ["do it", "leave it"].map((action) => ({
  action,
  kind: action,
  words: `${action} at once`,
  forecast: {},
}));
const ask = (decision: string): Ask => ({ seat: "A", decision, question: "A: what?", undo: false, choices: CHOICES });
const entries = [{ events: [{ kind: "end" }] }] as unknown as Entry[];
const info = gameInfo({ company: false });
const reason = vi.fn(async ({ why }: Advised) => `It helps ${String(why?.["n"])} times.`);
const idiom = { choice: ({ words }: Worded) => words, ending: () => null, reason } as unknown as Idiom;

const teacher: Teacher = {
  game: "g",
  aim: "Win somehow.",
  kind: (ask) => ask.decision,
  tip: (ask) => (ask.decision === "dull" ? null : { title: `About ${ask.decision}`, text: "It is simple." }),
  beginning: (_, decided) => decided < 1,
  notices: (ask) => (ask.decision === "danger" ? [{ kind: "fire", title: "It burns", text: "Put it out." }] : []),
  turn: (_, decided) => decided,
  summary: (_, events) => ({ title: "That was it", text: `${events.length} events.` }),
  finish: vi.fn(),
};

/** Number questions have the choices "pay 0" to "pay 3". */
const amountOf = (action: string) => (action.startsWith("pay") ? Number(action.split(" ")[1]) : null);
const numbers = (usual: string | null): Ask => ({
  ...ask("pay"),
  usual,
  choices: [0, 1, 2, 3].map((n) => ({ action: `pay ${n}`, kind: "pay", words: `pay ${n}`, forecast: {} })),
});

/** Let search advise an action. */
function advising(action: string) {
  const answer = {
    options: [{ action, words: action }],
    reason: "The server's words.",
    said: { id: "reason.helps", n: 2 },
  };
  const fetched = vi.fn(async () => new Response(`${JSON.stringify(answer)}\n`));
  vi.stubGlobal("fetch", fetched);
  return fetched;
}

function table(id: string, decision: string | Ask, decided = 0) {
  const optionsOf = (ask: Ask) =>
    LIST.optionsOf(ask, facts).map((option) => ({
      ...option,
      parsed: { ...option.parsed, amount: amountOf(option.choice.action) },
      family: option.choice.kind,
    }));
  const composer = new Composer(id, { ...LIST, optionsOf }, fakeServer({ ask: null, view: facts }));
  composer.adopt(typeof decision === "string" ? ask(decision) : decision, facts, 1);
  return {
    composer,
    ...render(
      Coach as never,
      {
        id,
        teacher,
        idiom,
        composer,
        info,
        facts,
        entries,
        own: "A",
        decided,
        onspeak: () => {},
        onkept: () => {},
      } as never,
    ),
  };
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  advising("do it");
});
afterEach(() => vi.unstubAllGlobals());

describe("the coach", () => {
  it("asks once, at a table begun in one click, and not again", async () => {
    table("other", "build");
    expect(screen.queryByRole("heading")).toBeNull();
    begunAtOnce("t");
    expect([wasBegunAtOnce("t"), wasBegunAtOnce("other")]).toEqual([true, false]);
    const first = table("t", "build");
    await fireEvent.click(screen.getByRole("button", { name: "I know the game" }));
    expect(screen.queryByRole("heading")).toBeNull();
    expect(keptFor("g")).toMatchObject({ on: false });
    first.unmount();
    table("t", "build");
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("is silent where there is one answer", async () => {
    keep("g", { on: true, table: "t", taught: {} });
    const first = table("t", "build");
    expect(await screen.findByText("My advice: do it at once.")).toBeTruthy();
    first.unmount();
    table("t", { ...ask("build"), choices: CHOICES.slice(0, 1) });
    expect(screen.queryByRole("heading")).toBeNull();
  });

  it("tells what a decision is about, what to do and why, and shows it before it is done", async () => {
    begunAtOnce("t");
    const fetched = advising("do it");
    const { composer } = table("t", "build");
    await fireEvent.click(screen.getByRole("button", { name: "Show me how" }));
    expect(screen.getByRole("heading", { name: "About build" })).toBeTruthy();
    expect(screen.getByText("Win somehow.")).toBeTruthy();
    expect(await screen.findByText("My advice: do it at once.")).toBeTruthy();
    expect(screen.getByText(/It helps 2 times\.$/)).toBeTruthy();
    expect(reason).toHaveBeenCalledWith(expect.objectContaining({ why: { id: "reason.helps", n: 2 } }), facts, "A");
    expect(fetched).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("strength=quick"), expect.anything());
    await fireEvent.click(screen.getByRole("button", { name: "Show me" }));
    expect(composer.chosen?.choice.action).toBe("do it");
    expect(screen.queryByRole("heading")).toBeNull();
  });

  it("speaks at questions for a number too, which start at the advised answer", async () => {
    keep("g", { on: true, table: "t", taught: {} });
    advising("pay 2");
    const { composer } = table("t", numbers("pay 3"));
    expect(composer.chosen?.choice.action).toBe("pay 3");
    expect(screen.getByRole("heading", { name: "About pay" })).toBeTruthy();
    await screen.findByText("My advice: pay 2.");
    expect(composer.chosen?.choice.action).toBe("pay 2");
    expect(screen.queryByRole("button", { name: "Show me" })).toBeNull();
    composer.amount(1);
    await fireEvent.click(await screen.findByRole("button", { name: "Show me" }));
    expect(composer.chosen?.choice.action).toBe("pay 2");
  });

  it("leaves an amount alone that the player has chosen", async () => {
    keep("g", { on: true, table: "t", taught: {} });
    advising("pay 2");
    const { composer } = table("t", numbers(null));
    composer.amount(1);
    await screen.findByText("My advice: pay 2.");
    expect(composer.chosen?.choice.action).toBe("pay 1");
  });

  it("explains a kind of decision in the first two turns, the second time in short, and then only what is new", async () => {
    begunAtOnce("t");
    const { composer, rerender } = table("t", "build", 1);
    const next = async (decided: number, decision: string, number: number) => {
      await rerender({ decided } as never);
      composer.adopt(ask(decision), facts, number);
      await tick();
    };
    await fireEvent.click(screen.getByRole("button", { name: "Show me how" }));
    expect(screen.getByText("It is simple.")).toBeTruthy();
    await next(1, "build", 2);
    expect(screen.getByText("It is simple.")).toBeTruthy();
    await next(2, "build", 3);
    expect(screen.getByRole("heading", { name: "About build" })).toBeTruthy();
    expect(screen.queryByText("It is simple.")).toBeNull();
    expect(await screen.findByText("My advice: do it at once.")).toBeTruthy();
    await next(3, "build", 4);
    expect(screen.queryByRole("heading")).toBeNull();
    await next(3, "fight", 5);
    expect(screen.getByRole("heading", { name: "About fight" })).toBeTruthy();
    await next(4, "fight", 6);
    expect(screen.queryByRole("heading")).toBeNull();
    expect(keptFor("g")?.taught).toMatchObject({ build: ["t 1", "t 2"], fight: expect.arrayContaining(["t 3"]) });
  });

  it("points out what threatens, in the first two turns, even at a decision that needs no explanation", async () => {
    keep("g", { on: true, table: "t", taught: { danger: ["o 1", "o 2"] } });
    const { composer, rerender } = table("t", "danger", 1);
    expect(screen.getByRole("heading", { name: "It burns" })).toBeTruthy();
    expect(screen.getByText("Put it out.")).toBeTruthy();
    for (const [number, decided] of [
      [2, 2],
      [3, 3],
    ] as const) {
      await rerender({ decided } as never);
      composer.adopt(ask("danger"), facts, number);
      await tick();
    }
    expect(screen.queryByRole("heading")).toBeNull();
  });

  it("is told to stop, and does", async () => {
    begunAtOnce("t");
    const { composer } = table("t", "build");
    await fireEvent.click(screen.getByRole("button", { name: "Show me how" }));
    await fireEvent.click(screen.getByRole("button", { name: "No more tips" }));
    composer.adopt(ask("fight"), facts, 2);
    await tick();
    expect(screen.queryByRole("heading")).toBeNull();
    expect(keptFor("g")?.on).toBe(false);
  });

  it("ends a lesson with a summary, even if it was stopped before", async () => {
    keep("g", { on: false, table: "t", taught: {}, lesson: "first" });
    expect([isCoached("g", "t"), isCoached("g", "other")]).toEqual([true, false]);
    const during = table("t", "build", 0);
    expect(screen.queryByRole("heading")).toBeNull();
    expect(teacher.finish).not.toHaveBeenCalled();
    during.unmount();
    const after = table("t", "build", 1);
    await tick();
    expect(screen.getByRole("heading", { name: "That was it" })).toBeTruthy();
    expect(screen.getByText("1 events.")).toBeTruthy();
    expect(teacher.finish).toHaveBeenCalledWith("first");
    expect(screen.getByRole("link", { name: "Start over" }).getAttribute("href")).toBe("/learn/first");
    // It stays until the next decision, or until it is closed.
    await after.rerender({ decided: 2 } as never);
    expect(screen.queryByRole("heading")).toBeNull();
    expect(isCoached("g", "t")).toBe(false);
    cleanup();
    keep("g", { on: true, table: "t", taught: { build: ["o 1", "o 2"] }, lesson: "first" });
    table("t", "build", 1);
    await fireEvent.click(screen.getByRole("button", { name: "Play on" }));
    expect(screen.queryByRole("heading")).toBeNull();
    expect(keptFor("g")).toEqual({ on: true, table: "t", taught: { build: ["o 1", "o 2"] } });
  });
});
