/** Copies of pieces that fly over the page. Everything is measured before they start; then only transforms and opacity change. */

const SVG = "http://www.w3.org/2000/svg";

export interface Spot {
  x: number;
  y: number;
}

/** A copy of a drawn piece, and the middle of the piece on the screen. */
export interface Copy extends Spot {
  element: SVGSVGElement;
  /** Its larger side, in pixels. */
  size: number;
}

export function middleOf(element: Element): Spot {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/** Return the element of a place that is on the screen, if any. */
export function visible(selector: string): Element | null {
  for (const element of document.querySelectorAll(selector)) {
    const { left, top, right, bottom, width } = element.getBoundingClientRect();
    if (width > 0 && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth) return element;
  }
  return null;
}

const ATTRIBUTES: Record<string, string> = { seat: "data-seat", counter: "data-counter" };

/** Return the element of a place: `seat A`, `counter gold N`, or the key of a target. */
export function placeElement(place: string): Element | null {
  const [kind = "", ...rest] = place.split(" ");
  const attribute = ATTRIBUTES[kind];
  const name = attribute ? rest.join(" ") : place;
  return visible(`[${attribute ?? "data-key"}="${CSS.escape(name)}"]`);
}

/** Return a box that covers an element. */
export function boxOver(element: Element, name: string): HTMLElement {
  const { left, top, width, height } = element.getBoundingClientRect();
  const box = document.createElement("i");
  box.className = name;
  Object.assign(box.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  return box;
}

export function pieceElement(piece: string): SVGGraphicsElement | null {
  return document.querySelector<SVGGraphicsElement>(`[data-piece="${CSS.escape(piece)}"]`);
}

/** End a piece's own transitions, so that it is measured where it will lie. */
export function settle(piece: Element): void {
  for (const animation of piece.getAnimations({ subtree: true })) animation.finish();
}

/** Return a copy of a drawn piece, at the same place of the screen and just as turned and scaled. */
export function copyOf(piece: SVGGraphicsElement): Copy | null {
  const { left, top, width, height } = piece.getBoundingClientRect();
  const matrix = piece.getScreenCTM();
  if (matrix === null || width === 0) return null;
  const element = document.createElementNS(SVG, "svg");
  element.setAttribute("width", String(width));
  element.setAttribute("height", String(height));
  element.style.left = `${left}px`;
  element.style.top = `${top}px`;
  const group = document.createElementNS(SVG, "g");
  const { a, b, c, d, e, f } = matrix;
  group.setAttribute("transform", `matrix(${a} ${b} ${c} ${d} ${e - left} ${f - top})`);
  group.append(...[...piece.childNodes].map((child) => child.cloneNode(true)));
  element.append(group);
  return { element, x: left + width / 2, y: top + height / 2, size: Math.max(width, height) };
}

/** Return a small copy of a mark, to stand in a line of text. */
export function iconOf(mark: SVGGraphicsElement): Node {
  if (mark instanceof SVGSVGElement) return mark.cloneNode(true);
  const copy = copyOf(mark);
  if (copy === null) return document.createTextNode("");
  const { element } = copy;
  const [width, height] = [Number(element.getAttribute("width")), Number(element.getAttribute("height"))];
  element.setAttribute("viewBox", `0 0 ${width} ${height}`);
  element.setAttribute("height", "18");
  element.setAttribute("width", String((18 * width) / height));
  return element;
}

/** Return the frames of a flight along a slight arc, as offsets from where the flying element lies. */
export function arc(from: Spot, to: Spot, scales: readonly [number, number] = [1, 1]): Keyframe[] {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const bend = { x: from.x + dx / 2 + dy * 0.12, y: from.y + dy / 2 - Math.abs(dx) * 0.12 };
  return [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const [start, via, end] = [(1 - share) ** 2, 2 * share * (1 - share), share ** 2];
    const x = start * from.x + via * bend.x + end * to.x;
    const y = start * from.y + via * bend.y + end * to.y;
    const scale = scales[0] + (scales[1] - scales[0]) * share + 0.5 * share * (1 - share);
    return { transform: `translate(${x}px, ${y}px) scale(${scale})` };
  });
}
