/** Calls as the notes that a device shows. */

import { calls } from "../texts/en/calls";
import { fill } from "../texts/fill";

/** What the server says when it calls. */
export interface Called {
  kind: "turn" | "over" | "asked" | "talk";
  id: string;
  game: string;
  seat: string;
  path: string;
}

export interface Note {
  title: string;
  body: string;
  tag: string;
  path: string;
}

const BODIES = { turn: calls.note_turn, over: calls.note_over, asked: calls.note_asked, talk: calls.note_talk };

/** Notes of the same topic take each other's place: whose turn it is, what is proposed, what is said. */
const TOPICS = { turn: "game", over: "game", asked: "asked", talk: "talk" };

/** Return what is shown of a call; null where it says nothing that is understood here. */
export function noteOf(text: string): Note | null {
  let said: Partial<Called>;
  try {
    said = JSON.parse(text) as Partial<Called>;
  } catch {
    return null;
  }
  const { kind, id, game, seat, path } = said ?? {};
  if (!kind || !(kind in BODIES) || !id || !game || !path?.startsWith("/g/")) return null;
  return { title: game, body: fill(BODIES[kind], { seat: seat ?? "" }), tag: `${TOPICS[kind]} ${id}`, path };
}
