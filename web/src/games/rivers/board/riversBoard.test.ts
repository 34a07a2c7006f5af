import { fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { RiversFacts } from "../types";
import busy from "./fixtures/busy.json";
import monuments from "./fixtures/monuments.json";
import options from "./fixtures/options.json";
import over from "./fixtures/over.json";
import revolt from "./fixtures/revolt.json";
import start from "./fixtures/start.json";
import war from "./fixtures/war.json";
import wars from "./fixtures/wars.json";
import RiversBoard from "./RiversBoard.svelte";
import type { Ghost } from "./types";

const TABLES = { start, busy, monuments, revolt, war, wars, over, options } as unknown as Record<string, RiversFacts>;

function table(name: string): RiversFacts {
  const facts = TABLES[name];
  if (!facts) throw new Error(`no table ${name}`);
  return facts;
}

function show(facts: RiversFacts, more: Record<string, unknown> = {}) {
  const onpick = vi.fn<(key: string | null) => void>();
  return { onpick, ...render(RiversBoard, { facts, animate: false, onpick, ...more }) };
}

function cell(container: Element, name: string): SVGElement {
  const target = container.querySelector<SVGElement>(`[data-key="cell ${name}"]`);
  if (!target) throw new Error(`no cell ${name}`);
  return target;
}

function pieces(container: Element, kind: string): string[] {
  const pieces = [...container.querySelectorAll(`[data-piece^="${kind} "]`)];
  return pieces.map((piece) => (piece.getAttribute("data-piece") ?? "").slice(kind.length + 1)).sort();
}

function heard(container: Element, name: string): string {
  return cell(container, name).getAttribute("aria-label") ?? "";
}

describe("pieces", () => {
  for (const [name, facts] of Object.entries(TABLES))
    it(`draws every piece of the table "${name}"`, () => {
      const { container } = show(facts);
      const lying = Object.entries(facts.cells);
      const tiles = lying
        .filter(([, { what }]) => what !== "wonder" && what !== "catastrophe")
        .map(([at, { what }]) => `${at} ${what}`);
      const leaders = facts.seats.flatMap((seat) =>
        Object.values(facts.dynasties[seat]?.leaders ?? {}).flatMap((leader) =>
          leader.cell ? [`${seat} ${leader.colour}`] : [],
        ),
      );
      expect(pieces(container, "tile")).toEqual(tiles.sort());
      expect(pieces(container, "leader")).toEqual(leaders.sort());
      expect(pieces(container, "treasure")).toEqual(
        lying
          .filter(([, { treasure }]) => treasure)
          .map(([at]) => at)
          .sort(),
      );
      expect(pieces(container, "catastrophe")).toEqual(
        lying
          .filter(([, { what }]) => what === "catastrophe")
          .map(([at]) => at)
          .sort(),
      );
      expect(pieces(container, "monument")).toEqual(Object.keys(facts.monuments).sort());
      expect(pieces(container, "building")).toEqual(Object.keys(facts.buildings ?? {}).sort());
      expect(pieces(container, "wonder")).toHaveLength(facts.wonder ? 1 : 0);
      expect(pieces(container, "marker")).toHaveLength(facts.marker ? 1 : 0);
    });

  it("moves the same element when a leader moves", async () => {
    const { container, rerender } = show(table("busy"));
    const king = container.querySelector<SVGElement>('[data-piece="leader A black"]');
    const before = king?.style.transform;
    const next = structuredClone(table("busy"));
    const leader = next.dynasties["A"]?.leaders.black;
    if (!leader) throw new Error("fixture");
    leader.cell = "J8";
    await rerender({ facts: next });
    expect(container.querySelector('[data-piece="leader A black"]')).toBe(king);
    expect(king?.style.transform).not.toBe(before);
  });

  it("moves nothing by itself when that is not wanted", async () => {
    const { container, rerender } = show(table("busy"));
    expect(container.querySelector(".moving")).toBeNull();
    await rerender({ animate: true });
    expect(container.querySelector(".moving")).not.toBeNull();
  });
});

describe("what is heard", () => {
  it("says of every cell what it is and what it belongs to", () => {
    const { container } = show(table("war"));
    expect(heard(container, "A1")).toBe("A1, empty land");
    expect(heard(container, "A4")).toBe("A4, empty river");
    expect(heard(container, "D4")).toBe("D4, empty river, touches Archer's and Lion's kingdom");
    expect(heard(container, "B2")).toBe("B2, temple with a treasure, special border");
    expect(heard(container, "K6")).toBe(
      "K6, Bull's king, 1 temple next to it, 0 supporters, in Bull's and Pot's kingdom, stands with 0 in the war to come",
    );
    expect(heard(container, "G6")).toBe("G6, empty land");
    expect(heard(container, "G5")).toContain("has just joined kingdoms");
    expect(heard(container, "F5")).toMatch(/market, in .* kingdom, counts for Lion, at stake$/);
    expect(heard(container, "E5")).toContain("attacks with 1 and 4 committed");
    expect(heard(container, "I5")).toMatch(/defends with 2$/);
  });

  it("tells how many kingdoms a cell touches", () => {
    const { container } = show(table("busy"));
    const facts = table("busy");
    const several = [...container.querySelectorAll("[data-key]")].map(
      (element) => element.getAttribute("aria-label") ?? "",
    );
    expect(several.some((name) => /touches 2 kingdoms: .*;/.test(name))).toBe(true);
    expect(facts.kingdoms.length).toBeGreaterThan(2);
  });

  it("names monuments, the wonder and catastrophes", () => {
    const { container } = show(table("monuments"));
    expect(heard(container, "C6")).toBe("C6, face-down tile under the red-blue monument");
    expect(heard(container, "K4")).toBe("K4, the wonder");
    expect(heard(show(table("busy")).container, "E9")).toBe("E9, catastrophe");
  });

  it("adds what a cell offers and how it is marked", () => {
    const marks = { "cell F7": "offers", "cell C7": "danger", "cell G7": "chosen" };
    const { container } = show(table("busy"), { marks, labels: { "cell F7": "Lay a temple" } });
    expect(heard(container, "F7")).toMatch(/\. Lay a temple$/);
    expect(heard(container, "C7")).toMatch(/\. brings a conflict$/);
    expect(cell(container, "G7").getAttribute("aria-pressed")).toBe("true");
  });
});

describe("conflicts", () => {
  const figures = (container: Element) =>
    [...container.querySelectorAll("[data-strength] text")].map((text) => text.textContent);

  it("write both sides' strength by the leaders", () => {
    expect(figures(show(table("revolt")).container)).toEqual(["3 + 2", "2"]);
    expect(figures(show(table("wars")).container)).toEqual(["2", "1", "0", "0"]);
    expect(figures(show(table("start")).container)).toEqual([]);
  });

  it("mark supporters and what is at stake", () => {
    const { container } = show(table("war"));
    const marked = (kind: string) =>
      [...container.querySelectorAll(`[data-${kind}]`)].map((element) => element.getAttribute(`data-${kind}`));
    expect(marked("supports")).toEqual(["F5", "H5", "J5"]);
    expect(marked("stake")).toEqual(["F5", "H5", "J5"]);
  });
});

describe("kingdoms", () => {
  it("are outlined when pointed at, and those that an empty cell touches faintly", async () => {
    const { container } = show(table("busy"));
    expect(container.querySelectorAll(".kingdom")).toHaveLength(0);
    await fireEvent.pointerOver(cell(container, "H5"), { pointerType: "mouse" });
    expect(container.querySelectorAll(".kingdom:not(.faint)")).toHaveLength(1);
    await fireEvent.pointerOver(cell(container, "J6"), { pointerType: "mouse" });
    expect(container.querySelectorAll(".kingdom.faint")).toHaveLength(1);
    await fireEvent.pointerLeave(container.querySelector("svg") as Element);
    expect(container.querySelectorAll(".kingdom")).toHaveLength(0);
  });

  it("are outlined faintly while they are at odds", () => {
    expect(show(table("war")).container.querySelectorAll(".kingdom.faint")).toHaveLength(2);
    expect(show(table("wars")).container.querySelectorAll(".kingdom.faint")).toHaveLength(2);
  });

  it("are all outlined when asked for, one of them strongly", () => {
    const { container } = show(table("busy"), { borders: true, kingdom: 1 });
    expect(container.querySelectorAll(".kingdom")).toHaveLength(table("busy").kingdoms.length);
    expect(container.querySelectorAll(".kingdom:not(.faint)")).toHaveLength(1);
  });
});

describe("marks and ghosts", () => {
  it("draw each mark in its own way", () => {
    const { container } = show(table("busy"), {
      marks: {
        "cell F7": "offers",
        "cell H5": "offers",
        "cell G7": "chosen",
        "cell C7": "target",
        "cell I8": "danger",
      },
    });
    expect(container.querySelectorAll(".offers .seed")).toHaveLength(1);
    expect(container.querySelectorAll(".offers .ring")).toHaveLength(1);
    expect(container.querySelectorAll(".target .aim")).toHaveLength(4);
    expect(container.querySelectorAll(".chosen .ring, .danger .sign")).toHaveLength(2);
  });

  it("draw what is not sent yet", () => {
    const ghosts: Ghost[] = [
      { kind: "tile", cell: "F8", colour: "blue" },
      { kind: "leader", cell: "B6", seat: "P", colour: "green" },
      { kind: "catastrophe", cell: "L3" },
      { kind: "monument", cell: "D10", pair: "blue-black" },
      { kind: "wonder", cell: "L9" },
      { kind: "gone", cell: "I5" },
    ];
    const { container } = show(table("busy"), { ghosts });
    expect(container.querySelectorAll(".ghost")).toHaveLength(6);
  });
});

describe("picking", () => {
  it("tells which cell was picked, and null beside the map", async () => {
    const { container, onpick } = show(table("busy"));
    await fireEvent.click(cell(container, "G7").querySelector("rect") as Element);
    expect(onpick).toHaveBeenLastCalledWith("cell G7");
    await fireEvent.click(container.querySelector("svg") as Element);
    expect(onpick).toHaveBeenLastCalledWith(null);
  });

  it("picks by Enter and Space, and takes back by Escape", async () => {
    const { container, onpick } = show(table("busy"));
    for (const key of ["Enter", " ", "Escape"]) await fireEvent.keyDown(cell(container, "G7"), { key });
    expect(onpick.mock.calls).toEqual([["cell G7"], ["cell G7"], [null]]);
  });
});

describe("keys", () => {
  const at = () => document.activeElement?.getAttribute("data-key");
  const press = (key: string) => fireEvent.keyDown(document.activeElement as Element, { key });

  it("let Tab lead to one cell, first to what is marked", async () => {
    const { container, rerender } = show(table("busy"));
    const reached = () =>
      [...container.querySelectorAll('[tabindex="0"]')].map((element) => element.getAttribute("data-key"));
    expect(reached()).toEqual(["cell H6"]);
    await rerender({ marks: { "cell L8": "offers", "cell C9": "offers" } });
    expect(reached()).toEqual(["cell L8"]);
  });

  it("go from cell to cell and stop at the edge", async () => {
    const { container } = show(table("busy"));
    cell(container, "A1").focus();
    await press("ArrowUp");
    expect(at()).toBe("cell A1");
    await press("ArrowRight");
    await press("ArrowDown");
    expect(at()).toBe("cell B2");
    await press("End");
    expect(at()).toBe("cell P2");
    await press("Home");
    expect(at()).toBe("cell A2");
    expect(container.querySelectorAll('[tabindex="0"]')).toHaveLength(1);
  });

  it("go to the next cell that is marked, around the end", async () => {
    const { container } = show(table("busy"), { marks: { "cell C3": "offers", "cell L8": "offers" } });
    cell(container, "C3").focus();
    await press("PageDown");
    expect(at()).toBe("cell L8");
    await press("PageDown");
    expect(at()).toBe("cell C3");
    await press("PageUp");
    expect(at()).toBe("cell L8");
  });
});

describe("a small screen", () => {
  afterEach(() => vi.restoreAllMocks());

  /** Render the map 360 pixels wide, as far as a test without a layout can. */
  async function small(more: Record<string, unknown> = {}) {
    vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(360);
    const box = { left: 0, top: 0, width: 360, height: 255 } as DOMRect;
    vi.spyOn(SVGElement.prototype, "getBoundingClientRect").mockReturnValue(box);
    const view = show(table("busy"), more);
    window.dispatchEvent(new Event("resize"));
    await tick();
    return view;
  }

  async function tap(container: Element, name: string, clientX: number, clientY: number) {
    const at = { pointerId: 1, pointerType: "touch", clientX, clientY };
    await fireEvent.pointerDown(cell(container, name), at);
    await fireEvent.pointerUp(cell(container, name), at);
    await fireEvent.click(cell(container, name), { clientX, clientY, detail: 1 });
  }

  const width = (container: Element) => Number(container.querySelector("svg")?.getAttribute("viewBox")?.split(" ")[2]);

  it("comes closer before a cell is picked by touch, and shows the whole again", async () => {
    const { container, onpick } = await small({ marks: { "cell C3": "offers", "cell D3": "offers" } });
    await tap(container, "C3", 64, 64);
    expect(onpick).not.toHaveBeenCalled();
    expect(width(container)).toBeLessThan(500);
    expect(container.querySelector(".near")).not.toBeNull();
    await tap(container, "C3", 64, 64);
    expect(onpick).toHaveBeenLastCalledWith("cell C3");
    await fireEvent.click(screen.getByRole("button", { name: "Whole map" }));
    expect(width(container)).toBe(1028);
  });

  it("picks at once where only one thing can be meant", async () => {
    const { container, onpick } = await small({ marks: { "cell C3": "offers" } });
    await tap(container, "C3", 64, 64);
    expect(onpick).toHaveBeenLastCalledWith("cell C3");
  });

  it("has buttons for coming closer and going farther", async () => {
    const { container } = await small();
    await fireEvent.click(screen.getByRole("button", { name: "Zoom in" }));
    const near = width(container);
    expect(near).toBeLessThan(500);
    await fireEvent.click(screen.getByRole("button", { name: "Zoom out" }));
    expect(width(container)).toBeGreaterThan(near);
  });

  it("is looked around by dragging, and a drag picks nothing", async () => {
    const { container, onpick } = await small();
    await fireEvent.click(screen.getByRole("button", { name: "Zoom in" }));
    const before = container.querySelector("svg")?.getAttribute("viewBox");
    const svg = container.querySelector("svg") as SVGSVGElement;
    const at = (clientX: number) => ({ pointerId: 1, pointerType: "touch", clientX, clientY: 100 });
    svg.setPointerCapture = () => {};
    svg.hasPointerCapture = () => false;
    await fireEvent.pointerDown(svg, at(200));
    await fireEvent.pointerMove(svg, at(120));
    await fireEvent.pointerUp(svg, at(120));
    await fireEvent.click(svg, { detail: 1 });
    expect(container.querySelector("svg")?.getAttribute("viewBox")).not.toBe(before);
    expect(onpick).not.toHaveBeenCalled();
  });
});

describe("tips", () => {
  it("say what is pointed at, but not of bare ground", async () => {
    vi.useFakeTimers();
    const { container } = show(table("busy"), { labels: { "cell F7": "Lay a temple" } });
    const over = (name: string) => fireEvent.pointerOver(cell(container, name), { pointerType: "mouse" });
    await over("A11");
    vi.runAllTimers();
    await tick();
    expect(container.querySelector(".tip")).toBeNull();
    await over("F7");
    vi.runAllTimers();
    vi.useRealTimers();
    await tick();
    expect(container.querySelector(".tip")?.textContent).toContain("Lay a temple");
  });
});
