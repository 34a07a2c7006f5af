import { afterEach, expect, it } from "vitest";
import type { BotInfo, CatalogueGame } from "../../api/types";
import { botGroups, rememberBot, usualBot } from "./bots";

const level = (number: number): BotInfo => ({
  name: `level:${number}`,
  title: `L${number}`,
  about: "",
  level: number,
  rated: [],
});
const botWithoutLevel = (name: string): BotInfo => ({ name, title: name, about: "", level: null, rated: [] });
const game = (...bots: BotInfo[]) => ({ bots }) as unknown as CatalogueGame;
const EIGHT = game(botWithoutLevel("greedy"), ...[8, 1, 2, 3, 4, 5, 6, 7].map(level), botWithoutLevel("random"));

afterEach(() => localStorage.clear());

it("sorts levels from the weakest up, and keeps the others apart", () => {
  const { levels, otherBots: others } = botGroups(EIGHT);
  expect(levels.map((bot) => bot.level)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(others.map((bot) => bot.name)).toEqual(["greedy", "random"]);
});

it("begins with a level for newcomers, then with the last choice where the game has it", () => {
  expect(usualBot(EIGHT)).toBe("level:2");
  rememberBot("level:7");
  expect(usualBot(EIGHT)).toBe("level:7");
  expect(usualBot(game(level(1), level(2)))).toBe("level:2");
});

it("does with what there is", () => {
  expect(usualBot(game(level(1)))).toBe("level:1");
  expect(usualBot(game(botWithoutLevel("random")))).toBe("random");
  expect(usualBot(game())).toBe("");
});
