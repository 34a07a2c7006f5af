/** Pictures of a game in motion: what lies on the board, and in which pictures. */

/** The pictures of a film, and how long each is shown, in milliseconds. */
export const PICTURES = 40;
export const PICTURE_TIME = 250;

interface Piece {
  layer: string;
  what: string;
  place: string;
  /** The picture where it comes, and the one where it is gone. */
  from: number;
  until: number;
}

/** Return the pieces of a file with a game, each a layer, what it is, its place, and the pictures where it comes and goes. */
export function piecesOf(text: string): Piece[] {
  return text.split("; ").map((piece) => {
    const [layer = "", what = "", place = "", from, until = PICTURES] = piece.split(" ");
    return { layer, what, place, from: Number(from), until: Number(until) };
  });
}

/** Return the pieces of a layer that lie on the board in a picture. */
export const lyingAt = (pieces: readonly Piece[], layer: string, at: number): Piece[] =>
  pieces.filter((piece) => piece.layer === layer && piece.from <= at && at < piece.until);

/** Return an identity for a piece: the same thing can lie at the same place twice. */
export const keyOf = ({ what, place, from }: Piece): string => `${what} ${place} ${from}`;
