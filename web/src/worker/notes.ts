/** The notifications that the server pushes. */

import { fill, parse } from "../icu";
import { note_asked, note_over, note_talk, note_turn } from "../texts/en/push.json";

/** The payload of a push message. */
interface Payload {
  kind: "turn" | "over" | "asked" | "talk";
  id: string;
  game: string;
  seat: string;
  path: string;
}

interface Note {
  title: string;
  body: string;
  tag: string;
  path: string;
}

const BODIES = { turn: note_turn, over: note_over, asked: note_asked, talk: note_talk };

/** A notification replaces the last one with the same topic: the game's turn, a proposal, or talk. */
const TOPICS = { turn: "game", over: "game", asked: "asked", talk: "talk" };

/** Return the notification for a payload; null if the payload is invalid or of an unknown kind. */
export function noteOf(text: string): Note | null {
  let payload: Partial<Payload>;
  try {
    payload = JSON.parse(text) as Partial<Payload>;
  } catch {
    return null;
  }
  const { kind, id, game, seat, path } = payload ?? {};
  if (!kind || !(kind in BODIES) || !id || !game || !path?.startsWith("/g/")) return null;
  // The only hole is the seat's name.
  const body = fill(
    parse(BODIES[kind]),
    () => seat ?? "",
    () => "other",
  );
  return { title: game, body, tag: `${TOPICS[kind]} ${id}`, path };
}
