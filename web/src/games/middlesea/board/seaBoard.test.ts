import { fireEvent, render, screen, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { describe, expect, it, vi } from "vitest";
import type { SeaFacts } from "../types";
import SeaBoard from "./SeaBoard.svelte";
import attack from "./fixtures/attack.json";
import four from "./fixtures/four.json";
import over from "./fixtures/over.json";
import rebellion from "./fixtures/rebellion.json";
import start from "./fixtures/start.json";
import three from "./fixtures/three.json";
import two from "./fixtures/two.json";
import type { Mark } from "../../../board/marks";
import type { Ghost } from "./types";

const TABLES = { start, four, three, two, rebellion, attack, over } as unknown as Record<string, SeaFacts>;
const FOUR = TABLES["four"] as SeaFacts;

function show(facts: SeaFacts, more: Record<string, unknown> = {}) {
  const onpick = vi.fn<(key: string | null) => void>();
  const view = render(SeaBoard, { facts, animate: false, onpick, ...more });
  return { onpick, ...view };
}

function pieces(container: Element, kind: string): string[] {
  const pieces = [...container.querySelectorAll(`[data-piece^="${kind} "]`)];
  return pieces.map((piece) => (piece.getAttribute("data-piece") ?? "").slice(kind.length + 1)).sort();
}

function thing(container: Element, key: string): SVGElement {
  const target = container.querySelector<SVGElement>(`[data-key="${key}"]`);
  if (!target) throw new Error(`no ${key} on the board`);
  return target;
}

/** Return a piece's position from its transform. */
function place(container: Element, piece: string): string | undefined {
  return container.querySelector<SVGElement>(`[data-piece="${piece}"]`)?.style.transform;
}

describe("pieces", () => {
  for (const [name, facts] of Object.entries(TABLES))
    it(`draws every piece of the table "${name}"`, () => {
      const { container } = show(facts);
      const kingdoms = Object.values(facts.kingdoms);
      const tops = Object.values(facts.stacks).flatMap((stack) => stack.slice(0, 1));
      expect(pieces(container, "tile")).toEqual(
        [...Object.values(facts.cities).map(({ tile }) => tile), ...tops].sort(),
      );
      expect(pieces(container, "coin")).toEqual(
        facts.seats.flatMap((seat) => [0, 1, 2, 3, 4, 5].map((value) => `${seat} ${value}`)).sort(),
      );
      expect(pieces(container, "road")).toEqual(
        kingdoms.flatMap(({ seat, roads }) => roads.map((road) => `${seat} ${road}`)).sort(),
      );
      const piers = kingdoms.flatMap(({ ports }) => Object.values(ports)).reduce((sum, count) => sum + count, 0);
      expect(pieces(container, "pier")).toHaveLength(piers);
      expect(pieces(container, "rebellion")).toEqual([...facts.rebelling].sort());
      expect(pieces(container, "holding")).toEqual(kingdoms.flatMap(({ cities }) => cities).sort());
      expect(container.querySelectorAll(".attack")).toHaveLength(facts.attack ? 1 : 0);
      expect(container.querySelectorAll(".wreath")).toHaveLength(facts.outcome?.winners.length ?? 0);
      expect(container.querySelectorAll(".die")).toHaveLength(facts.seats.length);
    });

  it("shows active leaders by their value, inactive ones by their suit", () => {
    const { container } = show(FOUR);
    for (const [seat, { leaders }] of Object.entries(FOUR.kingdoms))
      for (const { value, active } of leaders) {
        const coin = container.querySelector(`[data-piece="coin ${seat} ${value}"]`);
        expect(coin?.getAttribute("data-side")).toBe(active ? "value" : "suit");
        expect(coin?.querySelectorAll(".up")).toHaveLength(1);
      }
  });

  it("moves the same element when a piece moves, and takes away what is gone", async () => {
    const { container, rerender } = show(FOUR);
    const coin = container.querySelector('[data-piece="coin N 4"]');
    const before = place(container, "coin N 4");
    const next = structuredClone(FOUR);
    const north = next.kingdoms["N"];
    const leader = north?.leaders[4];
    if (!north || !leader) throw new Error("fixture");
    Object.assign(leader, { place: "reserve", active: true });
    const lost = north.roads.shift();
    await rerender({ facts: next });
    expect(container.querySelector('[data-piece="coin N 4"]')).toBe(coin);
    expect(place(container, "coin N 4")).not.toBe(before);
    expect(pieces(container, "road")).not.toContain(`N ${lost}`);
  });

  it("brings a tile from its stack to the board as the same element", async () => {
    const { container, rerender } = show(TABLES["start"] as SeaFacts);
    const tile = container.querySelector('[data-piece="tile S1"]');
    const next = structuredClone(TABLES["start"] as SeaFacts);
    next.stacks.suns.shift();
    next.cities["E.FM"] = {
      site: "E.FM",
      tile: "S1",
      suit: "suns",
      kind: "market",
      value: 1,
      holder: null,
      leader: null,
      piers: 0,
    };
    await rerender({ facts: next });
    expect(container.querySelector('[data-piece="tile S1"]')).toBe(tile);
    expect(place(container, "tile S1")).toContain("scale(1)");
    expect(pieces(container, "tile")).toContain("S2");
  });

  it("moves nothing by itself when that is not wanted", async () => {
    const { container, rerender } = show(FOUR);
    expect(container.querySelector(".board.moving")).toBeNull();
    await rerender({ animate: true });
    expect(container.querySelector(".board.moving")).not.toBeNull();
  });

  it("writes the types beneath when asked to", () => {
    const { container } = show(FOUR, { kinds: true });
    expect(container.querySelectorAll(".kind")).toHaveLength(Object.keys(FOUR.cities).length);
  });

  it("tints unrest from 3, and alarms from 4", () => {
    const facts = structuredClone(FOUR);
    ["N", "E", "S"].forEach((seat, i) => Object.assign(facts.kingdoms[seat] ?? {}, { unrest: 2 + i }));
    const { container } = show(facts);
    expect(container.querySelectorAll(".die.warning")).toHaveLength(1);
    expect(container.querySelectorAll(".die.alarm")).toHaveLength(1);
  });
});

describe("orientation", () => {
  it("lays the chosen continent at the bottom, the compass otherwise", async () => {
    const { container, rerender } = show(FOUR, { bottom: "N" });
    const below = thing(container, "site N.C").querySelector("rect")?.getAttribute("y");
    await rerender({ bottom: null });
    expect(thing(container, "site S.C").querySelector("rect")?.getAttribute("y")).toBe(below);
  });

  it("reads the own continent first", () => {
    show(FOUR, { bottom: "E" });
    const groups = screen.getAllByRole("group").map((group) => group.getAttribute("aria-label") ?? "");
    expect(groups.slice(1, 5).map((name) => name.split(":")[0])).toEqual(["East", "South", "West", "North"]);
  });

  it("has no sites where nobody sits", () => {
    const { container } = show(TABLES["two"] as SeaFacts);
    expect(container.querySelector('[data-key^="site E."]')).toBeNull();
    expect(container.querySelectorAll('[data-key^="site "]')).toHaveLength(12);
  });
});

describe("names", () => {
  it("says of everything what it is", () => {
    show(TABLES["attack"] as SeaFacts);
    for (const button of screen.getAllByRole("button")) expect(button.getAttribute("aria-label")).toMatch(/\w/);
    expect(
      screen.getByRole("button", { name: /4-temple, East's front right, held by East, attacks from here with 6/ }),
    ).toBeTruthy();
    expect(screen.getByRole("button", { name: /South's back left.*under attack/ })).toBeTruthy();
    expect(screen.getByRole("button", { name: "North's Capital" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "North's king, leader 5" })).toBeTruthy();
  });

  it("sums kingdoms up, and says whose move it is", () => {
    show(FOUR);
    for (const { seat, name, cities, goods, gold, unrest } of Object.values(FOUR.kingdoms)) {
      const sum = `${name}: ${cities.length} cities, ${goods} goods, ${gold} gold, unrest ${unrest}`;
      expect(screen.getByRole("group", { name: seat === FOUR.to_move ? `${sum}, to move` : sum })).toBeTruthy();
    }
  });

  it("adds what a thing offers and how it is marked", () => {
    const marks: Record<string, Mark> = { "site N.FM": "offers", "site W.C": "danger", "site S.FM": "chosen" };
    const { container } = show(FOUR, { marks, labels: { "site N.FM": "Lay a road" } });
    expect(thing(container, "site N.FM").getAttribute("aria-label")).toMatch(/\. Lay a road$/);
    expect(thing(container, "site W.C").getAttribute("aria-label")).toMatch(/\. in danger$/);
    expect(thing(container, "site S.FM").getAttribute("aria-pressed")).toBe("true");
  });
});

describe("marks and ghosts", () => {
  it("rings what is marked, each mark in its own way", () => {
    const marks: Record<string, Mark> = {
      "site N.FM": "offers",
      "leader N 3": "target",
      "stack arms": "chosen",
      "site W.C": "danger",
    };
    const { container } = show(FOUR, { marks });
    for (const mark of ["offers", "target", "chosen", "danger"])
      expect(container.querySelectorAll(`.art .${mark} .ring`)).toHaveLength(1);
    expect(container.querySelectorAll(".target .aim")).toHaveLength(4);
  });

  it("draws what is not sent yet", () => {
    const ghosts: Ghost[] = [
      { kind: "road", from: "S.C", to: "S.BR", seat: "S" },
      { kind: "piers", site: "S.FR", count: 2, seat: "S" },
      { kind: "tile", site: "S.BR", tile: "A4" },
      { kind: "leader", seat: "S", value: 4, to: "S.BR" },
      { kind: "leader", seat: "S", value: 3, to: "king" },
      { kind: "leader", seat: "N", value: 4, to: "reserve" },
      { kind: "attack", from: "S.FL", to: "W.FM", label: "7 against 3" },
    ];
    const { container } = show(FOUR, { ghosts });
    expect(container.querySelectorAll(".ghost:not(.attack)")).toHaveLength(8);
    expect(container.querySelector(".ghost .label + text")?.textContent).toBe("7 against 3");
  });
});

describe("picking", () => {
  it("tells which thing was picked", async () => {
    const { container, onpick } = show(FOUR, { marks: { "leader N 3": "offers" } });
    for (const key of ["site N.FM", "leader N 3", "stack arms"]) {
      await fireEvent.click(thing(container, key).querySelector("rect") as Element);
      expect(onpick).toHaveBeenLastCalledWith(key);
    }
    await fireEvent.click(container.querySelector("svg") as Element);
    expect(onpick).toHaveBeenLastCalledWith(null);
  });

  it("lets pointing through a leader on its tile unless it is marked", async () => {
    const { container, rerender } = show(FOUR);
    expect(thing(container, "leader N 3").classList.contains("through")).toBe(true);
    expect(thing(container, "leader S 3").classList.contains("through"), "in reserve there is nothing beneath").toBe(
      false,
    );
    await rerender({ marks: { "leader N 3": "offers" } });
    expect(thing(container, "leader N 3").classList.contains("through")).toBe(false);
  });
});

describe("keys", () => {
  it("lets Tab lead to one thing, first to what is marked", async () => {
    const { container, rerender } = show(FOUR);
    const reached = () =>
      [...container.querySelectorAll('[tabindex="0"]')].map((element) => element.getAttribute("data-key"));
    expect(reached()).toEqual(["site S.C"]);
    await rerender({ marks: { "stack arms": "offers" } });
    expect(reached()).toEqual(["stack arms"]);
  });

  it("goes by arrows to what lies that way", async () => {
    const { container } = show(FOUR);
    const from = thing(container, "site S.C");
    from.focus();
    await fireEvent.keyDown(from, { key: "ArrowLeft" });
    expect(document.activeElement?.getAttribute("data-key")).toBe("site S.BL");
    await fireEvent.keyDown(document.activeElement as Element, { key: "ArrowUp" });
    expect(document.activeElement?.getAttribute("data-key")).toMatch(/S\.FL|leader S 1/);
    expect(container.querySelectorAll('[tabindex="0"]')).toHaveLength(1);
  });

  it("reaches every thing by arrows", async () => {
    const { container } = show(FOUR);
    const keys = [...container.querySelectorAll("[data-key]")].map((element) => element.getAttribute("data-key") ?? "");
    const reached = new Set(["site S.C"]);
    const open = ["site S.C"];
    for (let key = open.pop(); key !== undefined; key = open.pop())
      for (const arrow of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) {
        thing(container, key).focus();
        await fireEvent.keyDown(thing(container, key), { key: arrow });
        const next = document.activeElement?.getAttribute("data-key") ?? key;
        if (!reached.has(next)) {
          reached.add(next);
          open.push(next);
        }
      }
    expect(keys.filter((key) => !reached.has(key))).toEqual([]);
  });

  it("keeps the focus on a leader that leaves for another continent", async () => {
    const { rerender, container } = show(FOUR);
    thing(container, "leader N 4").focus();
    const next = structuredClone(FOUR);
    Object.assign(next.kingdoms["N"]?.leaders[4] ?? {}, { place: "E.BL" });
    await rerender({ facts: next });
    expect(document.activeElement?.getAttribute("data-key")).toBe("leader N 4");
  });

  it("goes to the next thing that is marked by Page Down", async () => {
    const { container } = show(FOUR, { marks: { "site N.FM": "offers", "stack arms": "offers" } });
    thing(container, "site N.FM").focus();
    await fireEvent.keyDown(thing(container, "site N.FM"), { key: "PageDown" });
    expect(document.activeElement?.getAttribute("data-key")).toBe("stack arms");
    await fireEvent.keyDown(thing(container, "stack arms"), { key: "PageUp" });
    expect(document.activeElement?.getAttribute("data-key")).toBe("site N.FM");
  });

  it("picks by Enter and Space, and takes back by Escape", async () => {
    const { container, onpick } = show(FOUR);
    const site = thing(container, "site N.FM");
    await fireEvent.keyDown(site, { key: "Enter" });
    await fireEvent.keyDown(site, { key: " " });
    expect(onpick.mock.calls).toEqual([["site N.FM"], ["site N.FM"]]);
    await fireEvent.keyDown(site, { key: "Escape" });
    expect(onpick).toHaveBeenLastCalledWith(null);
  });
});

describe("tips", () => {
  it("show what lies in a stack that is pointed at", async () => {
    vi.useFakeTimers();
    const { container } = show(FOUR, { labels: { "stack arms": "Explore" } });
    await fireEvent.pointerOver(thing(container, "stack arms").querySelector("rect") as Element, {
      pointerType: "mouse",
    });
    vi.runAllTimers();
    vi.useRealTimers();
    await tick();
    const tip = container.querySelector<HTMLElement>(".tip");
    if (!tip) throw new Error("no tip");
    expect(within(tip).getByText(/Arms: 3 tiles, .* on top, beneath it/)).toBeTruthy();
    expect(within(tip).getByText("Explore")).toBeTruthy();
    expect(tip.querySelectorAll(".tiles span")).toHaveLength(FOUR.stacks.arms.length);
  });
});
