import { beforeEach, describe, expect, it } from "vitest";
import { fakeServer } from "../../../play/desk/testing";
import { Dragging, keyOfElement } from "../../../play/frame/dragging";
import { seaComposer } from "./grammar";
import { sampleAsk } from "./testing/asks";

function thing(key: string): Element {
  const element = document.createElement("div");
  element.setAttribute("data-key", key);
  element.append(document.createElement("i"));
  return element;
}

let over: Element | null = null;
function hand(under: (x: number, y: number) => Element | null = () => over) {
  const { ask, view } = sampleAsk("build");
  const server = fakeServer({ ask, view });
  const composer = seaComposer("g", server);
  composer.adopt(ask, view, 1);
  const dragging = new Dragging(composer, under);
  const at = (x: number, target: Element | null = null, pointerType = "mouse", isPrimary = true) => ({
    clientX: x,
    clientY: 0,
    pointerType,
    isPrimary,
    button: 0,
    target,
  });
  return { composer, server, dragging, at };
}

beforeEach(() => (over = null));

describe("dragging", () => {
  it("knows what an element belongs to", () => {
    expect(keyOfElement(thing("stack suns").firstElementChild)).toBe("stack suns");
    expect(keyOfElement(document.body)).toBeNull();
  });

  it("takes a piece up, shows what each place would bring, and leaves the choice where it is let go", () => {
    const { composer, server, dragging, at } = hand();
    dragging.down(at(0, thing("stack moons")));
    dragging.move(at(4));
    expect(dragging.moving).toBe(false);
    over = document.body;
    dragging.move(at(20));
    expect(composer.picks).toEqual(["stack moons"]);
    over = thing("site N.BL");
    dragging.move(at(30));
    expect(composer.chosen?.choice.action).toBe("explore moons N.BL");
    over = thing("site N.BR");
    dragging.move(at(40));
    dragging.move(at(41));
    expect(composer.chosen?.choice.action).toBe("explore moons N.BR");
    expect(dragging.up()).toBe(true);
    expect(composer.chosen?.choice.action).toBe("explore moons N.BR");
    expect(server.act).not.toHaveBeenCalled();
  });

  it("lets go of everything where nothing fits, and takes up nothing that leads nowhere", () => {
    const { composer, dragging, at } = hand();
    dragging.down(at(0, thing("stack moons")));
    over = thing("site W.C");
    dragging.move(at(30));
    expect(composer.chosen).toBeNull();
    expect(dragging.up()).toBe(true);
    expect(composer.picks).toEqual([]);
    const map = document.createElement("div");
    map.dataset.pans = "";
    map.append(thing("stack moons"));
    for (const event of [
      at(0, thing("stack moons"), "touch", false),
      at(0, map.firstElementChild, "touch"),
      at(0, thing("site W.C")),
    ]) {
      dragging.down(event);
      dragging.move(at(50));
      expect(dragging.holds).toBe(false);
      expect(dragging.up()).toBe(false);
    }
  });

  it("is done by a finger, too, which means the nearest place that fits", () => {
    const { composer, dragging, at } = hand((x) => (x > 45 ? thing("site N.BL") : thing("site W.C")));
    dragging.down(at(0, thing("stack moons"), "touch"));
    expect(dragging.holds).toBe(true);
    dragging.move(at(20, null, "touch"));
    expect(composer.chosen).toBeNull();
    dragging.move(at(40, null, "touch"));
    expect(composer.chosen?.choice.action).toBe("explore moons N.BL");
    expect(dragging.up()).toBe(true);
    expect(dragging.holds).toBe(false);
  });
});
