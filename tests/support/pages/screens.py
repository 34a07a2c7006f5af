"""The screens on which every page is checked, and the checks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page

from tests.support.pages.browsing import assert_accessible, assert_fits, small_targets
from tests.support.suite.rings import inner_first


@dataclass(frozen=True)
class Screen:
    """The screen of a device.

    Attributes:
        name: its name in tests and pictures.
        width: its width in pixels.
        height: its height in pixels.
        theme: the preferred colour scheme, `light` or `dark`.
        touch: whether it is a touch screen.
    """

    name: str
    width: int
    height: int
    theme: str = "light"
    touch: bool = False

    def __str__(self) -> str:
        return self.name

    def context(self) -> dict[str, Any]:
        """Return the options of a browser context for this screen."""
        size = {"width": self.width, "height": self.height}
        pointer = {"has_touch": True, "is_mobile": True} if self.touch else {}
        return {"viewport": size, "color_scheme": self.theme} | pointer


DESK = Screen("desk", 1440, 900)
PHONE = Screen("phone", 390, 844, touch=True)
NIGHT = Screen("laptop-by-night", 1024, 768, theme="dark")
TABLET = Screen("tablet", 820, 1180, touch=True)
SMALL_PHONE = Screen("small-phone", 360, 740, touch=True)
SCREENS = inner_first([PHONE, NIGHT, SMALL_PHONE])
"""The screens as cases of a test. The phone, the tightest one with all checks, is in the inner ring."""


def faults(page: Page, screen: Screen) -> list[str]:
    """Return the faults of a page on a screen: too wide, too small for touch, or found by axe."""
    assert_fits(page)
    if screen is PHONE or not screen.touch:
        assert_accessible(page)
    if screen.touch:
        return [f"too small for a finger: {target}" for target in small_targets(page)]
    return []
