import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { decisionOf, gameInfo, seatInfo } from "../../api/testing";
import type { CatalogueGame, ReviewLine, Seat, TableFacts } from "../../api/types";
import Decided from "./Decided.svelte";
import { judgingOf } from "../study/judging.svelte";
import { ownStudy } from "../../study/own.svelte";
import type { Worded } from "../desk/speech";

const GAME = { bots: [{ name: "greedy", level: null }] } as unknown as CatalogueGame;
const SEATS = [seatInfo({ seat: "N", you: true }), seatInfo({ seat: "S", kind: "bot", bot: "greedy" })];
const IDIOM = {
  seatName: (_: TableFacts | null, seat: Seat) => (seat === "N" ? "North" : "South"),
  choice: ({ words }: Worded, facts: TableFacts | null) => `${words} in round ${facts?.round}`,
};

function decision(number: number, loss: number, by = "N", doubt = 0.01): ReviewLine {
  const better = {
    action: "b",
    words: `better ${number}`,
    said: null,
    visits: 1,
    prior: 1,
    chances: { N: 0.7, S: 0.3 },
    spread: 0,
    proven: false,
    line: [],
    line_said: [],
  };
  const said = { id: "choice.a" };
  const isMistake = loss >= 0.05 && loss > 2 * doubt;
  const words = `played ${number}`;
  return decisionOf(number, { by, action: "a", words, said, loss, doubt, better: isMistake ? better : null });
}

const textOf = (element: Element | undefined) => element?.textContent?.replace(/\s+/g, " ");

let id = 0;
let lines: ReviewLine[];
let created: unknown[];

beforeEach(() => {
  created = [];
  vi.stubGlobal("fetch", (path: string, { body }: { body?: string } = {}) => {
    if (path.includes("/analysis/game"))
      return Promise.resolve(new Response(lines.map((line) => `${JSON.stringify(line)}\n`).join("")));
    const round = /number=(\d+)/.exec(path)?.[1];
    if (round) return Promise.resolve(new Response(JSON.stringify({ view: { round } })));
    created.push(JSON.parse(body ?? "null"));
    return Promise.resolve(new Response(JSON.stringify({ id: "new" })));
  });
});
afterEach(() => vi.unstubAllGlobals());

function open(ended: boolean, you: Seat[], ...decisions: ReviewLine[]): string {
  lines = [{ type: "begin", total: 9, strength: "quick" }, ...decisions, { type: "done", chances: { N: 0, S: 1 } }];
  const info = gameInfo({ id: `g${(id += 1)}`, status: "over", you, seats: SEATS });
  render(Decided, { game: GAME, info, facts: {} as TableFacts, idiom: IDIOM, ended });
  return info.id;
}

async function judge(you: Seat[], ...decisions: ReviewLine[]): Promise<string> {
  const game = open(false, you, ...decisions);
  await fireEvent.click(screen.getByRole("button", { name: "What decided it?" }));
  return game;
}

it("shows the visitor's three costliest decisions, in the words of their tables, the worst first", async () => {
  const game = await judge(
    ["N"],
    decision(1, 0.06),
    decision(2, 0.2),
    decision(4, 0.5, "S"),
    decision(5, 0.3),
    decision(6, 0.09),
    decision(8, 0.4, "N", 0.3),
  );
  const items = await screen.findAllByRole("listitem");
  const section = screen.getByRole("region", { name: "What decided it" });
  expect(items.map((item) => /played (\d)/.exec(item.textContent ?? "")?.[1])).toEqual(["5", "2", "6"]);
  expect(textOf(items[0])).toContain(
    "You played: played 5 in round 4. That cost you 30 points of 100 in win chances (± 1).",
  );
  expect(textOf(items[0])).toContain("Better: better 5 in round 4.");
  expect(
    within(items[0] as HTMLElement)
      .getByRole("link", { name: "See move 5 in the review" })
      .getAttribute("href"),
  ).toBe(`/g/${game}/review/4`);
  expect(document.activeElement).toBe(section);
  await fireEvent.click(screen.getAllByRole("button", { name: "Try again from here" })[1] as HTMLElement);
  await vi.waitFor(() => expect(location.pathname).toBe("/g/new"));
  expect(created).toEqual([
    {
      game: "chess",
      seats: [
        { seat: "N", kind: "me" },
        { seat: "S", kind: "bot", bot: "greedy" },
      ],
      from: { id: game, number: 1 },
    },
  ]);
});

it("names the seat where the visitor has several, and says when nothing cost much", async () => {
  await judge(["N", "S"], decision(4, 0.5, "S"));
  expect(textOf(await screen.findByRole("listitem"))).toContain(
    "South played: played 4 in round 3. That cost 50 points of 100",
  );
  cleanup();
  await judge(["N"], decision(1, 0.04), decision(4, 0.5, "S"));
  expect(await screen.findByText("None of your decisions clearly cost more than 5 points of 100.")).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});

it("begins by itself, without the focus, if the game has ended here, and notes the mistakes", async () => {
  const idle: (() => void)[] = [];
  vi.stubGlobal("requestIdleCallback", (work: () => void) => idle.push(work));
  const game = open(true, ["N"], decision(1, 0.06), decision(2, 0.2), decision(4, 0.5, "S"));
  expect(screen.getByRole("button", { name: "What decided it?" })).toBeTruthy();
  for (const work of idle) work();
  expect(await screen.findAllByRole("listitem")).toHaveLength(2);
  expect(document.activeElement).toBe(document.body);
  expect(Object.keys(ownStudy.study.mistakes).filter((key) => key.startsWith(game))).toEqual([`${game}/2`]);

  cleanup();
  const stopped = open(true, ["N"], decision(1, 0.3));
  judgingOf(stopped).dismiss();
  for (const work of idle) work();
  expect(judgingOf(stopped).running).toBe(false);
  cleanup();
  const left = open(true, ["N"], decision(1, 0.3));
  cleanup();
  for (const work of idle) work();
  expect(judgingOf(left).running).toBe(false);
});

it("keeps what has been judged for the review of the same game", async () => {
  const game = await judge(["N"], decision(1, 0.3));
  await screen.findByRole("listitem");
  cleanup();
  expect(judgingOf(game).isDone).toBe(true);
  expect(judgingOf("another").isDone).toBe(false);
});
