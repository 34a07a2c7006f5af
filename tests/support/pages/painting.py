"""Pages that are laid out but not painted.

Few tests look at pixels, and painting without a graphics card takes up to a fifth of the processor time. The root is
transparent, so the browser skips it; everything that tests measure stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from playwright.sync_api import BrowserContext, Page

UNPAINTED: Final = """(() => {
  const sheet = new CSSStyleSheet(), root = () => document.documentElement;
  sheet.replaceSync("html { opacity: 0 !important }");
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  window.paint = on => { sheet.disabled = on; };
  const check = Element.prototype.checkVisibility;
  Element.prototype.checkVisibility = function ({ opacityProperty = false, checkOpacity = false, ...others } = {}) {
    if (!check.call(this, others)) return false;
    if (opacityProperty || checkOpacity)
      for (let one = this; one && one !== root(); one = one.parentElement)
        if (getComputedStyle(one).opacity === "0") return false;
    return true;
  };
})()"""
"""Makes the root of a document transparent until `paint(true)`, and leaves it out of `checkVisibility`."""


def begin(context: BrowserContext) -> None:
    """Leave the pages of a browser context unpainted from now on."""
    context.add_init_script(UNPAINTED)


def paint(page: Page, *, on: bool = True) -> None:
    """Paint a page, or stop painting it; without effect on a page that is always painted."""
    page.evaluate("on => window.paint?.(on)", on)


@contextmanager
def painted(page: Page) -> Iterator[None]:
    """Paint a page meanwhile."""
    paint(page)
    try:
        yield
    finally:
        paint(page, on=False)
