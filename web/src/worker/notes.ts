/** The notifications that the server pushes. */

import { fill, parse } from "../icu";
import { bestOf } from "../language";

/** The payload of a push message. */
interface Payload {
  kind: "turn" | "over" | "asked" | "talk";
  id: string;
  game: string;
  seat: string;
  path: string;
  /** The language of the recipient; without it, that of this device. */
  lang?: string;
}

interface Note {
  title: string;
  body: string;
  tag: string;
  path: string;
}

/** The sentences in all languages: nothing can be fetched for a notification, since it may come without a connection to the page. */
const files = import.meta.glob<Record<string, string>>("../texts/*/push.json", { eager: true, import: "default" });
const TEXTS = Object.fromEntries(Object.entries(files).map(([path, texts]) => [path.split("/").at(-2) ?? "", texts]));
const BODIES = { turn: "note_turn", over: "note_over", asked: "note_asked", talk: "note_talk" };

/** A notification replaces the last one with the same topic: the game's turn, a proposal, or talk. */
const TOPICS = { turn: "game", over: "game", asked: "asked", talk: "talk" };

/** Return the notification for a payload; null if the payload is invalid or of an unknown kind. `language` is that of this device. */
export function noteOf(text: string, language: string | null = null): Note | null {
  let payload: Partial<Payload>;
  try {
    payload = JSON.parse(text) as Partial<Payload>;
  } catch {
    return null;
  }
  const { kind, id, game, seat, path, lang } = payload ?? {};
  if (!kind || !(kind in BODIES) || !id || !game || !path?.startsWith("/g/")) return null;
  const tag = bestOf([lang ?? "", language ?? ""], Object.keys(TEXTS)) ?? "en";
  // The only hole is the seat's name.
  const body = fill(
    parse(TEXTS[tag]?.[BODIES[kind]] ?? TEXTS["en"]?.[BODIES[kind]] ?? ""),
    () => seat ?? "",
    () => "other",
  );
  return { title: game, body, tag: `${TOPICS[kind]} ${id}`, path };
}
