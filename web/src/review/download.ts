/** Downloads of a game as pictures: SVG drawn by the server, or PNG rendered from it in the browser. */

import { transport } from "../api/transport";

/** The width of a rendered picture, in pixels. */
const WIDTH = 1600;

/** Fetch an SVG drawn by the server. */
export async function fetchDrawing(url: string): Promise<string> {
  const answer = await transport.fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return await answer.text();
}

/** Return the width and height for rendering an SVG, in pixels, with the aspect ratio of its viewBox. */
export function sizeOf(svg: string): { width: number; height: number } {
  const [, , wide, high] = (/viewBox="([^"]+)"/.exec(svg)?.[1] ?? "0 0 1 1").split(/\s+/).map(Number);
  return { width: WIDTH, height: Math.round((WIDTH * (high ?? 1)) / (wide ?? 1)) };
}

/** Render an SVG as a PNG. */
export async function pixels(svg: string): Promise<Blob> {
  const { width, height } = sizeOf(svg);
  const image = new Image(width, height);
  // Some browsers don't draw an SVG without a width and height.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg.replace("<svg ", `<svg width="${width}" height="${height}" `))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  canvas.getContext("2d")?.drawImage(image, 0, 0, width, height);
  return await new Promise((resolve, failed) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : failed(new Error("no picture"))), "image/png"),
  );
}
