/** Draws the page's icon as a PNG, which some systems require of installed pages. */

import { crc32, deflateSync } from "node:zlib";

type Point = readonly [number, number];
type Colour = readonly [number, number, number];

/** The shape in `public/favicon.svg`, on a square of 32 units. */
const CROWN: readonly Point[] = [
  [5.5, 25],
  [5.5, 9.5],
  [11.5, 16.5],
  [16, 6],
  [20.5, 16.5],
  [26.5, 9.5],
  [26.5, 25],
];
const WOOD: Colour = [0xe6, 0xcf, 0xa3];
const INK: Colour = [0x2a, 0x26, 0x22];
const GOLD: Colour = [0x86, 0x64, 0x0c];
const SEA: Colour = [0x2f, 0x62, 0xa3];
const EDGE = 1.5;
const ROUND = 5;
/** Samples per side of each pixel. */
const FINE = 3;

function inside(shape: readonly Point[], x: number, y: number): boolean {
  let found = false;
  let [x1, y1] = shape[shape.length - 1] as Point;
  for (const [x2, y2] of shape) {
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) found = !found;
    [x1, y1] = [x2, y2];
  }
  return found;
}

/** Return the distance from a point to the edge of the rounded square; it is negative outside. */
function depth(x: number, y: number): number {
  const dx = Math.abs(x - 16) - 15.5 + ROUND;
  const dy = Math.abs(y - 16) - 15.5 + ROUND;
  const out = Math.max(dx, dy);
  return ROUND - (dx > 0 && dy > 0 ? Math.sqrt(dx * dx + dy * dy) : out);
}

const isWave = (x: number, y: number) =>
  x > 6 && x < 26 && Math.abs(y - 28 + 1.1 * Math.abs(Math.sin(((x - 6) * Math.PI) / 5))) < 0.8;

/** Return the colour at a point, or null outside the icon. With `whole`, the wood fills the square, for systems that crop icons themselves. */
function colourAt(x: number, y: number, whole: boolean): Colour | null {
  const within = depth(x, y);
  if (!whole && within < 0) return null;
  if (inside(CROWN, x, y)) return GOLD;
  if (isWave(x, y)) return SEA;
  return !whole && within < EDGE ? INK : WOOD;
}

/** Return a pixel as red, green, blue and alpha, averaged over its samples. */
function pixel(column: number, row: number, size: number, whole: boolean): number[] {
  // Systems may crop the edges: the central four fifths are always visible.
  const scale = whole ? 32 / size / 0.72 : 32 / size;
  let [red, green, blue, covered] = [0, 0, 0, 0];
  for (let at = 0; at < FINE * FINE; at += 1) {
    const x = (column + ((at % FINE) + 0.5) / FINE - size / 2) * scale + 16;
    const y = (row + (Math.floor(at / FINE) + 0.5) / FINE - size / 2) * scale + 16;
    const colour = colourAt(x, y, whole);
    if (!colour) continue;
    red += colour[0];
    green += colour[1];
    blue += colour[2];
    covered += 1;
  }
  const mean = (part: number) => (covered ? Math.round(part / covered) : 0);
  return [mean(red), mean(green), mean(blue), Math.round((255 * covered) / FINE / FINE)];
}

function chunk(kind: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(kind, "ascii"), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** Return the icon as a square PNG with sides of `size` pixels. */
export function icon(size: number, whole: boolean): Buffer {
  const rows = Buffer.alloc(size * (4 * size + 1));
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1)
      rows.set(pixel(column, row, size, whole), row * (4 * size + 1) + 1 + 4 * column);
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", new Uint8Array()),
  ]);
}
