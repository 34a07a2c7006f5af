/** Finished games as files: a picture, drawn by the server, or made of such a picture here. */

/** How wide a picture made here is, in pixels. */
const WIDTH = 1600;

/** Have the browser keep something as a file. */
export function keep(content: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** Fetch what the server draws. */
export async function drawn(url: string): Promise<string> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return await answer.text();
}

/** The width and height of a drawing, by its viewBox. */
export function sizeOf(svg: string): { width: number; height: number } {
  const [, , wide, high] = (/viewBox="([^"]+)"/.exec(svg)?.[1] ?? "0 0 1 1").split(/\s+/).map(Number);
  return { width: WIDTH, height: Math.round((WIDTH * (high ?? 1)) / (wide ?? 1)) };
}

/** Make a drawing one of pixels, which every program can show. */
export async function pixels(svg: string): Promise<Blob> {
  const { width, height } = sizeOf(svg);
  const image = new Image(width, height);
  // Where a drawing does not say how large it is, some browsers do not draw it.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg.replace("<svg ", `<svg width="${width}" height="${height}" `))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  canvas.getContext("2d")?.drawImage(image, 0, 0, width, height);
  return await new Promise((done, failed) => canvas.toBlob((made) => (made ? done(made) : failed(new Error("no picture"))), "image/png"));
}
