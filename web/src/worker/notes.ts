/** Push calls as notifications. */

import { calls } from "../texts/en/calls";
import { fill } from "../texts/fill";

/** The payload of a push call. */
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

/** A notification replaces the last one with the same topic: the game's turn, a proposal, or talk. */
const TOPICS = { turn: "game", over: "game", asked: "asked", talk: "talk" };

/** Return the notification for a payload; null if the payload is invalid or of an unknown kind. */
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
