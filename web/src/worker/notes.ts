/** The notifications that the server pushes. */

import { push } from "../texts/en/push";
import { fill } from "../texts/fill";

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

const BODIES = { turn: push.note_turn, over: push.note_over, asked: push.note_asked, talk: push.note_talk };

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
  return { title: game, body: fill(BODIES[kind], { seat: seat ?? "" }), tag: `${TOPICS[kind]} ${id}`, path };
}
