"""Checks that texts fit where they are written."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

CUT = """() => {
  const shown = one => one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const said = one => (one.ariaLabel ?? one.textContent).trim().replace(/\\s+/g, " ").slice(0, 50);
  const cut = [...document.querySelectorAll("button, a, label, summary, h1, h2, h3, h4, legend, th, td, .badge, p, li")]
    .filter(one => shown(one) && !one.closest(".visually-hidden, .skip, svg"))
    .filter(one => !["auto", "scroll"].includes(getComputedStyle(one).overflowX))
    .filter(one => getComputedStyle(one).textOverflow !== "ellipsis")
    .filter(one => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0 && getComputedStyle(one).display !== "inline")
    // A badge is meant to lie across the edge of what it is pinned to.
    .filter(one => ![...one.children].some(inner => getComputedStyle(inner).position === "absolute"
      && (inner.getBoundingClientRect().right > one.getBoundingClientRect().right
        || inner.getBoundingClientRect().left < one.getBoundingClientRect().left)))
    .map(one => `${one.tagName} "${said(one)}" needs ${one.scrollWidth} of ${one.clientWidth}`);
  return cut;
}"""
"""Finds elements whose content is wider than their box."""

OUTSIDE = """() => [...document.querySelectorAll("button, a[href], input, select, textarea, summary, h1, h2, h3, p")]
  .filter(one => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
  .filter(one => !one.closest(".visually-hidden, .skip, svg, [data-scrolls]"))
  .filter(one => { for (let up = one.parentElement; up; up = up.parentElement)
    if (["auto", "scroll", "hidden", "clip"].includes(getComputedStyle(up).overflowX)) return false; return true; })
  .map(one => [one, one.getBoundingClientRect()])
  .filter(([, box]) => box.width > 1 && (box.left < -1 || box.right > document.documentElement.clientWidth + 1))
  .map(([one, box]) => [(one.ariaLabel ?? one.textContent).trim().slice(0, 40), box])
  .map(([said, box]) => `"${said}" from ${Math.round(box.left)} to ${Math.round(box.right)}`)
"""
"""Finds elements outside the window."""

OVERLAPS = """() => {
  const said = ({ one }) => (one.ariaLabel ?? one.textContent).trim().slice(0, 40);
  const scrolls = one => ["auto", "scroll"].includes(getComputedStyle(one).overflowY);
  const cut = (one, { left, top, right, bottom }) => {
    for (let up = one.parentElement; up; up = up.parentElement)
      if (scrolls(up)) {
        const frame = up.getBoundingClientRect();
        [left, top] = [Math.max(left, frame.left), Math.max(top, frame.top)];
        [right, bottom] = [Math.min(right, frame.right), Math.min(bottom, frame.bottom)];
      }
    return {left, top, right, bottom};
  };
  // What is pinned to the window, the board or a corner is meant to cover what lies beneath.
  const lifted = one => {
    for (let up = one; up; up = up.parentElement) {
      if (["fixed", "sticky", "absolute"].includes(getComputedStyle(up).position)) return up;
    }
    return null;
  };
  const bare = (one, { left, top, right, bottom }) => {
    const style = getComputedStyle(one);
    if (style.display !== "inline") return {left, top, right, bottom};
    return {
      left: left + parseFloat(style.paddingLeft), top: top + parseFloat(style.paddingTop),
      right: right - parseFloat(style.paddingRight), bottom: bottom - parseFloat(style.paddingBottom),
    };
  };
  const controls = [...document.querySelectorAll("button, a[href], input, select, textarea, summary")]
    .filter(one => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    .filter(one => !one.closest(".visually-hidden, svg"))
    // A link in a sentence has a box for each line; its padding, a finger's width, may lie over other lines.
    .flatMap(one => [...one.getClientRects()].map(box => ({ one, layer: lifted(one), box: cut(one, bare(one, box)) })))
    .filter(({ box }) => box.right - box.left > 1 && box.bottom - box.top > 1);
  const found = [];
  controls.forEach((first, at) => {
    for (const second of controls.slice(at + 1)) {
      if (first.layer !== second.layer || first.one.contains(second.one) || second.one.contains(first.one)) continue;
      const wide = Math.min(first.box.right, second.box.right) - Math.max(first.box.left, second.box.left);
      const high = Math.min(first.box.bottom, second.box.bottom) - Math.max(first.box.top, second.box.top);
      if (wide > 2 && high > 2) found.push(`"${said(first)}" and "${said(second)}" by ${Math.round(wide)}x${Math.round(high)}`);
    }
  });
  return found;
}"""
"""Finds overlapping controls."""

NAMES = """() => [...document.querySelectorAll("button[aria-label], a[aria-label], select[aria-label], summary[aria-label]")]
  .filter(one => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
  .map(one => {
    const copy = one.cloneNode(true);
    copy.querySelectorAll("[aria-hidden=true], svg, .visually-hidden, option").forEach(part => part.remove());
    return [one.ariaLabel, copy.textContent.trim().replace(/\\s+/g, " ")];
  })
  .filter(([name, text]) => text !== "" && !name.toLowerCase().includes(text.toLowerCase()))
  .map(([name, text]) => `"${text}" is called "${name}"`)"""
"""Finds elements whose accessible name does not contain their visible text, which users of voice control would say."""

SIGNS = """() => {
  // In a drawing a text has room up to the shape that it is written on: the nearest one before it that it lies within.
  const boxes = [];
  for (const drawing of document.querySelectorAll("svg")) {
    if (!drawing.checkVisibility()) continue;
    for (const text of drawing.querySelectorAll("text")) {
      if (!text.checkVisibility({ opacityProperty: true }) || text.textContent.trim() === "") continue;
      const own = text.getBoundingClientRect();
      const frame = text.closest("[data-label]")?.querySelector("[data-room]")?.getBoundingClientRect();
      const within = frame ?? drawing.getBoundingClientRect();
      if (own.width > 0 && (own.left < within.left - 1 || own.right > within.right + 1))
        boxes.push(`"${text.textContent.trim()}" ${Math.round(own.width)} in ${Math.round(within.width)}`);
    }
  }
  return boxes;
}"""
"""Finds texts in drawings that exceed their ribbon, their card or the drawing."""


def cut_texts(page: Page) -> list[str]:
    """Return the texts that are cut off, in the page and in its drawings."""
    return [*page.evaluate(CUT), *page.evaluate(SIGNS)]


def elements_outside(page: Page) -> list[str]:
    """Return the elements outside the window."""
    elements: list[Any] = page.evaluate(OUTSIDE)
    return [str(element) for element in elements]


def overlapping_controls(page: Page) -> list[str]:
    return list(page.evaluate(OVERLAPS))


def misnamed(page: Page) -> list[str]:
    return list(page.evaluate(NAMES))
