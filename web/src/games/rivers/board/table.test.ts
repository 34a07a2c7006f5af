import { fireEvent, render, screen } from "@testing-library/svelte";
import { describe, expect, it, vi } from "vitest";
import type { Dynasty, RiversFacts } from "../types";
import Committed from "./Committed.svelte";
import busy from "./fixtures/busy.json";
import war from "./fixtures/war.json";
import Hand from "./Hand.svelte";
import Treasury from "./Treasury.svelte";

const BUSY = busy as unknown as RiversFacts;
const WAR = war as unknown as RiversFacts;

function dynasty(facts: RiversFacts, seat: string): Dynasty {
  const dynasty = facts.dynasties[seat];
  if (!dynasty) throw new Error(`no seat ${seat}`);
  return dynasty;
}

describe("the hand", () => {
  it("shows tiles with their counts, leaders and catastrophes", () => {
    render(Hand, { dynasty: dynasty(BUSY, "A") });
    expect(screen.getByRole("button", { name: "2 temples" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "1 farm" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "king, on the map" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "farmer, in hand" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "1 catastrophe left" })).toBeTruthy();
  });

  it("lets those pieces be picked that are marked", async () => {
    const onpick = vi.fn<(key: string) => void>();
    const marks = { "tile red": "chosen", "leader black": "offers", catastrophe: "offers" } as const;
    render(Hand, { dynasty: dynasty(BUSY, "A"), marks, onpick, labels: { "leader black": "Move the king" } });
    await fireEvent.click(screen.getByRole("button", { name: /^2 temples/ }));
    await fireEvent.click(screen.getByRole("button", { name: /king.*Move the king/ }));
    await fireEvent.click(screen.getByRole("button", { name: /catastrophe/ }));
    expect(onpick.mock.calls).toEqual([["tile red"], ["leader black"], ["catastrophe"]]);
    expect(screen.getByRole("button", { name: /temples/ }).getAttribute("aria-pressed")).toBe("true");
    expect(screen.getByRole("button", { name: "1 farm" }).hasAttribute("disabled")).toBe(true);
  });

  it("shows how many are picked for a swap", () => {
    const counts = { red: 1, blue: 0, green: 2, black: 0 };
    const { container } = render(Hand, { dynasty: dynasty(BUSY, "A"), counts, marks: { "tile red": "offers" } });
    expect([...container.querySelectorAll(".tiles .count")].map((count) => count.textContent)).toEqual([
      "1/2",
      "1",
      "2/2",
      "1",
    ]);
  });

  it("has nothing in the page that tells of tiles behind the screen", async () => {
    const { container } = render(Hand, { dynasty: dynasty(BUSY, "A"), hidden: true });
    expect(container.textContent).toContain("6 tiles behind the screen");
    expect(screen.queryByRole("button", { name: /temple|farm$|market|settlement/ })).toBeNull();
    await fireEvent.click(screen.getByRole("button", { name: "Look behind the screen" }));
    expect(screen.getByRole("button", { name: "2 temples" })).toBeTruthy();
    await fireEvent.click(screen.getByRole("button", { name: "Put the screen up" }));
    expect(screen.queryByRole("button", { name: "2 temples" })).toBeNull();
  });

  it("keeps the screen of others up for good", () => {
    render(Hand, { dynasty: dynasty(BUSY, "B") });
    expect(screen.queryByRole("button", { name: /screen/ })).toBeNull();
  });
});

describe("the treasury", () => {
  it("shows points and treasures, and which colour is the weakest", () => {
    const { container } = render(Treasury, { dynasty: dynasty(BUSY, "A") });
    expect(container.textContent).toContain("3 blue, weakest");
    expect(container.textContent).toContain("2 treasures");
    expect(container.textContent).toContain("Score 4");
  });

  it("shows nothing of what is hidden", () => {
    for (const props of [{ dynasty: dynasty(BUSY, "B") }, { dynasty: dynasty(BUSY, "A"), hidden: true }]) {
      const { container, unmount } = render(Treasury, props);
      expect(container.textContent?.trim()).toBe("Points and treasures are hidden.");
      unmount();
    }
  });
});

describe("committed tiles", () => {
  it("lie in front of their screens", () => {
    const { container } = render(Committed, { facts: WAR });
    const sides = [...container.querySelectorAll(".side")];
    expect(sides.map((side) => side.querySelectorAll(".tiles svg").length)).toEqual([4, 0]);
    expect(sides[0]?.textContent).toContain("1 + 4 = 5");
    expect(sides[1]?.textContent).toContain("has not committed yet");
  });

  it("show what somebody is about to lay", () => {
    const { container } = render(Committed, { facts: WAR, preview: { seat: "P", n: 1 } });
    expect(container.querySelectorAll(".ghost .tiles svg")).toHaveLength(1);
    expect(container.textContent).toContain("2 + 1 = 3");
  });

  it("are not shown in peace", () => {
    expect(render(Committed, { facts: BUSY }).container.querySelector("section")).toBeNull();
  });
});
