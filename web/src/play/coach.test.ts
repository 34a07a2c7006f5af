import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { gameInfo } from "../api/testing";
import type { Ask, Entry, TableFacts } from "../api/types";
import { begunAtOnce, isCoached, keep, keptFor, wasBegunAtOnce, type Teacher } from "./coach";
import Coach from "./Coach.svelte";
import { Composer } from "./composer.svelte";
import type { Idiom } from "./idiom";
import type { Advised, Worded } from "./speech";
import type { Option } from "./options";

const facts = { game: "g", seat: "A", seats: ["A"], phase: "p", decision: "build", to_move: "A", question: "?", outcome: null } as TableFacts;
const ask = (decision: string): Ask => ({ seat: "A", decision, question: "A: what?", undo: false, choices: [{ action: "do it", kind: "do", words: "do it at once", forecast: {} }] });
const entries = [{ events: [{ kind: "end" }] }] as unknown as Entry[];
const info = gameInfo({ company: false });
const idiom = { choice: ({ words }: Worded) => words, ending: () => null } as unknown as Idiom;

const teacher: Teacher = {
  game: "g",
  aim: "Win somehow.",
  kind: (one) => one.decision,
  tip: (one) => (one.decision === "dull" ? null : { title: `About ${one.decision}`, text: "It is simple." }),
  beginning: (_, decided) => decided < 1,
  advise: () => ({ action: "do it", why: "It helps (BR-2)." }),
  summary: (_, events) => ({ title: "That was it", text: `${events.length} events.` }),
  finish: vi.fn(),
};

function table(id: string, decision: string, decided = 0) {
  const composer = new Composer<TableFacts, Option>(id, {
    optionsOf: (one) => one.choices.map((choice) => ({ choice, parsed: { text: choice.action, kind: choice.kind, amount: null, extra: false }, things: [], enough: 0, family: choice.action })),
    keysOf: () => [], meant: () => null, guesses: () => [],
  }, { act: vi.fn(), explain: vi.fn(), preview: vi.fn(), undo: vi.fn(), hint: vi.fn() } as never);
  composer.adopt(ask(decision), facts, 1);
  return { composer, ...render(Coach as never, { id, teacher, idiom, composer, info, facts, entries, own: "A", decided, onkept: () => {} } as never) };
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

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

  it("tells what a decision is about, what to do and why, and shows it before it is done", async () => {
    begunAtOnce("t");
    const { composer } = table("t", "build");
    await fireEvent.click(screen.getByRole("button", { name: "Show me how" }));
    expect(screen.getByRole("heading", { name: "About build" })).toBeTruthy();
    expect(screen.getByText("Win somehow.")).toBeTruthy();
    expect(screen.getByText("My advice: do it at once.")).toBeTruthy();
    expect(screen.getByText(/It helps\.$/)).toBeTruthy();
    await fireEvent.click(screen.getByRole("button", { name: "Show me" }));
    expect(composer.chosen?.choice.action).toBe("do it");
    expect(screen.queryByRole("heading")).toBeNull();
  });

  it("asks search where the teacher has no word for it, and gives the reason in the game's words", async () => {
    begunAtOnce("t");
    const found = { options: [{ action: "do it", words: "do it" }], reason: "The server's words.", said: { id: "reason.helps", n: 2 } };
    vi.stubGlobal("fetch", vi.fn(async () => new Response(`${JSON.stringify(found)}\n`)));
    const reason = vi.fn(async ({ why }: Advised) => `It helps ${String(why?.["n"])} times.`);
    const { composer } = table("t", "build");
    const game = { teacher: { ...teacher, advise: () => null }, idiom: { ...idiom, reason } };
    cleanup();
    render(Coach as never, { id: "t", ...game, composer, info, facts, entries, own: "A", decided: 0, onkept: () => {} } as never);
    await fireEvent.click(screen.getByRole("button", { name: "Show me how" }));
    expect(await screen.findByText(/It helps 2 times\.$/)).toBeTruthy();
    expect(reason).toHaveBeenCalledWith(expect.objectContaining({ why: found.said }), facts, "A");
    vi.unstubAllGlobals();
  });

  it("comes back at what is new, and only then, once the first round is over", async () => {
    begunAtOnce("t");
    const { composer } = table("t", "build", 5);
    await fireEvent.click(screen.getByRole("button", { name: "Show me how" }));
    expect(screen.getByRole("heading", { name: "About build" })).toBeTruthy();
    composer.adopt(ask("fight"), facts, 2);
    await tick();
    expect(screen.getByRole("heading", { name: "About fight" })).toBeTruthy();
    expect(keptFor("g")?.seen).toEqual(["build"]);
    composer.adopt(ask("build"), facts, 3);
    await tick();
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
    keep("g", { on: false, table: "t", seen: [], lesson: "first" });
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
    keep("g", { on: true, table: "t", seen: ["build"], lesson: "first" });
    table("t", "build", 1);
    await fireEvent.click(screen.getByRole("button", { name: "Play on" }));
    expect(screen.queryByRole("heading")).toBeNull();
    expect(keptFor("g")).toEqual({ on: true, table: "t", seen: ["build"] });
  });
});
