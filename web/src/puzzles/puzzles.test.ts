import { fireEvent, render, screen } from "@testing-library/svelte";
import { describe, expect, it, vi } from "vitest";
import type { PuzzleReason } from "../texts/puzzles";
import { ApiError } from "../api/client";
import type { Puzzle, PuzzleMoment, PuzzleStep, PuzzleVerdict, Trials } from "../api/puzzles";
import type { Ask, GameEvent, TableFacts } from "../api/types";
import type { Advised } from "../play/desk/speech";
import PuzzleWords from "./PuzzleWords.svelte";
import { Run } from "./run.svelte";
import { PuzzleRunner } from "./runner.svelte";

const table = (phase: string) => ({ game: "chess", seat: "N", seats: ["N", "S"], phase }) as TableFacts;
const ask = (question: string): Ask => ({ seat: "N", decision: "move", question, undo: false, choices: [] });
const moment = (phase: string): PuzzleMoment => ({ view: table(phase), ask: ask(phase) });
const step = (phase: string, text: string): PuzzleStep => ({
  by: "S",
  action: phase,
  view: table(phase),
  events: text === "" ? [] : [{ kind: "action", seat: "S", text, details: {}, changes: [] }],
});
const why = (kind: PuzzleReason, text: string) => ({ kind, said: [{ text, said: null }] });
const verdict = (more: Partial<PuzzleVerdict>): PuzzleVerdict => ({
  action: "a",
  right: false,
  expected: false,
  solved: false,
  chance: 0.2,
  best: 0.7,
  move: { text: "to move", said: null },
  why: why("leads", "South takes all."),
  steps: [step("after a", "North blunders."), step("answer", "South takes all."), step("unseen", "")],
  next: null,
  ...more,
});
const PUZZLE: Puzzle = {
  name: "chess-1-2",
  game: "chess",
  number: 1,
  rating: 1000,
  seats: ["N", "S"],
  seat: "N",
  theme: "win",
  title: "Win now",
  difficulty: 3,
  steps: 2,
  origin: {
    bots: { N: "level:6", S: "level:6" },
    seed: 1,
    number: 2,
    simulations: 30000,
    search_seeds: [1, 2],
    version: "0",
  },
  moment: moment("first"),
};

function running(verdicts: Record<string, PuzzleVerdict>) {
  const onjudged = vi.fn();
  const requests = {
    answer: vi.fn(async (_played: readonly string[], action: string) => {
      const verdict = verdicts[action];
      if (!verdict) throw new ApiError(422, "not_legal", "X-1", "That cannot be done.");
      return verdict;
    }),
    solution: vi.fn(async () => verdict({ right: true, expected: true, solved: true })),
    tryOut: vi.fn<Trials["tryOut"]>(),
    whyNot: vi.fn<Trials["whyNot"]>(),
  };
  const runner = new PuzzleRunner(PUZZLE, requests as Trials, onjudged);
  return { runner, onjudged, requests, act: (action: string) => runner.server.act("", runner.feed.number, action) };
}

describe("a puzzle under way", () => {
  it("asks at its table, and shows what follows a wrong answer on it", async () => {
    const { runner, onjudged, act } = running({ a: verdict({}) });
    expect(runner.feed.ask?.question).toBe("first");
    expect(runner.feed.seat).toBe("N");
    await act("a");
    expect(runner.feed.ask).toBeNull();
    expect(runner.feed.view?.phase).toBe("after a");
    runner.look(2);
    expect(runner.feed.view?.phase).toBe("answer");
    runner.look(99);
    expect(runner.step).toBe(3);
    runner.look(0);
    expect(runner.feed.view?.phase).toBe("first");
    runner.retry();
    expect(runner.verdict).toBeNull();
    expect(runner.feed.ask?.question).toBe("first");
    expect(onjudged.mock.calls).toEqual([[false]]);
  });

  it("goes on after a right answer, with all right ones so far, and is solved by the last", async () => {
    const { runner, onjudged, requests, act } = running({
      a: verdict({ right: true, expected: true, next: moment("second") }),
      b: verdict({ right: true, expected: true, solved: true }),
      c: verdict({ action: "c" }),
    });
    await act("a");
    expect(runner.going).toBe(true);
    expect(runner.feed.ask?.question).toBe("second");
    await act("c");
    expect(runner.verdict?.right).toBe(false);
    runner.retry();
    expect(runner.feed.ask?.question).toBe("second");
    await act("b");
    expect(requests.answer).toHaveBeenLastCalledWith(["a"], "b");
    expect(runner.verdict?.solved).toBe(true);
    expect(onjudged.mock.calls).toEqual([[false], [true]]);
  });

  it("counts as solved by whoever solves it, not by whoever is shown how", async () => {
    const { runner, onjudged } = running({});
    await runner.giveUp();
    expect(runner.isSolution).toBe(true);
    expect(onjudged.mock.calls).toEqual([[false]]);
  });

  it("stays where it is when an answer cannot be looked at", async () => {
    const { runner, act } = running({});
    await expect(act("nonsense")).rejects.toThrow("That cannot be done.");
    expect(runner.verdict).toBeNull();
    expect(runner.feed.ask?.question).toBe("first");
  });

  it("tries actions out and explains them from where it has come to", async () => {
    const { runner, requests, act } = running({ a: verdict({ right: true, next: moment("second") }) });
    await act("a");
    void runner.server.preview("", 0, ["b"]);
    expect(requests.tryOut).toHaveBeenCalledWith(["a"], ["b"]);
    void runner.server.explain("", "c");
    expect(requests.whyNot).toHaveBeenCalledWith(["a"], "c");
  });
});

describe("what is said of it", () => {
  const reason = async ({ reason: text }: Advised, facts: TableFacts) =>
    text ? `${text} (${(facts as { phase?: string }).phase})` : "";
  const words = (
    runner: PuzzleRunner,
    next: () => Promise<void> = () => Promise.resolve(),
    rated: { points: number; change: number } | null = null,
  ) =>
    render(PuzzleWords, {
      runner,
      say: ({ text }: GameEvent) => text ?? "",
      reason,
      heading: "Puzzle 1: Win now",
      task: "Find it.",
      crumb: { href: "/puzzles", text: "All puzzles" },
      rated,
      names: { N: "North", S: "South" },
      next,
    });

  it("is the task, and where it belongs", () => {
    words(running({}).runner);
    expect(screen.getByRole("heading", { name: "Puzzle 1: Win now" })).toBeTruthy();
    expect(screen.getByText("Find it.")).toBeTruthy();
    expect(screen.getByRole("link", { name: "All puzzles" }).getAttribute("href")).toBe("/puzzles");
  });

  it("is why an answer is wrong: what it costs, and what follows, step by step by button and by key", async () => {
    const { runner, act } = running({ a: verdict({}) });
    words(runner);
    await act("a");
    expect(
      await screen.findByText(
        "It leads to this: South takes all. (first) That costs 50 points of 100: your win chances are 20%, and 70% after the best choice.",
        { exact: false },
      ),
    ).toBeTruthy();
    expect(screen.getByRole("button", { name: "North blunders." }).getAttribute("aria-current")).toBe("step");
    expect(screen.getByRole("button", { name: "South acts in secret." })).toBeTruthy();
    await fireEvent.click(screen.getByRole("button", { name: "South takes all." }));
    expect(runner.feed.view?.phase).toBe("answer");
    await fireEvent.keyDown(document.body, { key: "ArrowLeft" });
    expect(runner.step).toBe(1);
    await fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  });

  it("leads on from what is solved, and says how the rating has changed", async () => {
    const { runner, act } = running({ b: verdict({ right: true, expected: true, solved: true, chance: 0.7 }) });
    const next = vi.fn(async () => undefined);
    words(runner, next, { points: 1012, change: -8 });
    await act("b");
    expect(await screen.findByText("Your rating: 1012 points (−8)")).toBeTruthy();
    await fireEvent.click(screen.getByRole("button", { name: "Next puzzle" }));
    expect(next).toHaveBeenCalledOnce();
    expect(screen.queryByRole("button", { name: "Show the solution" })).toBeNull();
  });

  it("is the reason of a right answer, with its line behind a fold", async () => {
    const { runner, act } = running({
      b: verdict({ right: true, expected: true, solved: true, why: why("brings", "It pays.") }),
    });
    words(runner);
    await act("b");
    expect(await screen.findByText("To move (first). It pays. (first)", { exact: false })).toBeTruthy();
    const fold = screen.getByText("How it would go on").closest("details");
    expect(fold?.open).toBe(false);
    expect(fold?.textContent).toContain("South takes all.");
  });

  it("is a victory that is shared, where it is", async () => {
    const outcome = { reason: "", winners: ["N", "S"], loser: null, scores: {} };
    const last = { ...step("end", "All is done."), view: { ...table("end"), outcome } };
    const { runner, act } = running({
      b: verdict({ right: true, solved: true, chance: 0.5, steps: [last] }),
    });
    words(runner);
    await act("b");
    expect(await screen.findByText("You share the victory with South.", { exact: false })).toBeTruthy();
  });

  it("is the solution, when it is asked for", async () => {
    const { runner, act } = running({ a: verdict({}) });
    words(runner);
    await act("a");
    await fireEvent.click(await screen.findByRole("button", { name: "Show the solution" }));
    expect(await screen.findByText("The solution.")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
  });
});

it("is a run until the time is up, which stands still while nothing is asked, or until three misses", () => {
  let now = 0;
  const run = new Run(() => now);
  const wait = (seconds: number) => ((now += 1000 * seconds), run.tick());
  run.start();
  wait(50);
  run.pause();
  wait(500);
  expect(run.left).toBe(70);
  run.start();
  run.note(PUZZLE, true);
  expect(run.wish({ rating: 30, spread: 2, attempts: 9 })).toEqual({ rating: 23, spread: 2 });
  wait(69.5);
  expect([run.left, run.over, run.solved]).toEqual([1, false, 1]);
  wait(1);
  expect([run.left, run.over]).toEqual([0, true]);
  const other = new Run(() => 0);
  for (let miss = 0; miss < 3; miss += 1) {
    expect(other.over).toBe(false);
    other.note(PUZZLE, false);
  }
  expect([other.over, other.left]).toEqual([true, 120]);
});
