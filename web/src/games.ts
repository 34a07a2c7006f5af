/** The games with a folder of their own under `games/`. No other module distinguishes games by name. */

import type { CatalogueGame } from "./api/types";
import type { Course } from "./learn/lesson";
import type { Front, GameParts, PlayParts } from "./parts";
import { plain } from "./plain";
import { wear } from "./ui/signs";

const folders = import.meta.glob<GameParts>("./games/*/index.ts", { eager: true, import: "default" });
const GAMES = new Map(Object.entries(folders).map(([path, parts]) => [path.split("/")[2] ?? "", parts]));
GAMES.forEach(({ looks }, game) => wear(game, looks));

/** Return the parts of a game; null if it has no folder here. */
export function partsOf(game: string): GameParts | null {
  return GAMES.get(game) ?? null;
}

/** Return the parts that show a game: its own, or the parts that show any game in words. */
export function playParts(game: CatalogueGame): PlayParts {
  return partsOf(game.name) ?? plain(game);
}

interface Fronted {
  game: string;
  readonly title: string;
  front: Front;
}

/** Return the games with a front on the start page, in display order. */
export function frontGames(): Fronted[] {
  return [...GAMES].flatMap(([game, parts]) => {
    const { front } = parts;
    return front
      ? [
          {
            game,
            get title() {
              return parts.title;
            },
            front,
          },
        ]
      : [];
  });
}

/** Return the lessons of all games. */
export async function courses(): Promise<Course[]> {
  const loaded = await Promise.all([...GAMES.values()].map(async (game) => game.learn()));
  return loaded.map((module) => module.default);
}
