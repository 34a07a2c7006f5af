"""The package in another language: the names of its buttons, its copy in the pseudo-language, and texts in no catalogue."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

import hatch_build
import kingdoms
from kingdoms.core.registry import game_class
from tests.support.games.tested_games import TESTED
from tests.support.texts import pseudo

ROOT = Path(__file__).parents[3]

SHOWN = """() => {
  const shown = one => one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const found = new Set([document.title]);
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { parentElement: around, data } = texts.currentNode;
    const place = around.closest("option")?.closest("select") ?? around;
    if (!around.closest("script, style, code, kbd, textarea") && shown(place)) found.add(data);
  }
  for (const one of document.querySelectorAll("[aria-label], [title], [placeholder], [alt]"))
    if (shown(one)) for (const name of ["aria-label", "title", "placeholder", "alt"]) found.add(one.getAttribute(name) ?? "");
  return [...found].map(one => one.trim().replace(/\\s+/g, " "));
}"""
"""Returns the visible texts of a page, except code, and texts for screen readers or shown on hovering."""

SAME = (
    r"\b[A-Z]{1,3}[-.]\d+\b",  # ids of clauses
    r"\b[A-Z]\d{1,2}\b|\b[A-Z]\.[A-Z]{1,2}\b",  # the notation of places
    r"\b[A-Z]{1,2}\b",  # columns of a map, seats and sites in notation
    r"\b[IVX]+\b",  # Roman numerals
    r"^(Deutsch|English.*|Español|Français)$",  # what languages call themselves
    r"\b(and|or)\b",  # lists are the browser's, which has none for the pseudo-language
    r"\b[A-Z][a-z]{2} \d{4}\b|\b\d{1,2} [A-Z][a-z]{2}\b|\b[AP]M\b",  # so are dates
    # what games that are installed from elsewhere say of themselves
    *(
        re.escape(text)
        for name in kingdoms.game_names()
        if name not in TESTED
        for text in (game_class(name).introduction, game_class(name).title)
    ),
)
"""Texts that are the same in every language."""


@dataclass(frozen=True)
class Translated:
    """The package, or a copy of it, and its page in a language.

    Attributes:
        tree: the folder of the repository, or of the copy.
        url: the URL of its server.
        tag: the language.
    """

    tree: Path
    url: str
    tag: str

    def name(self, key: str) -> str:
        """Return a text of the page without holes."""
        part, _, name = key.partition(".")
        file = self.tree / "web" / "src" / "texts" / self.tag / f"{part}.json"
        texts: dict[str, str] = json.loads(file.read_text(encoding="utf-8"))
        return texts[name]


def build(tree: Path) -> None:
    """Copy the package, write its texts in the pseudo-language, and build its page, or raise `RuntimeError`."""
    package = Path(kingdoms.__file__).parent
    shutil.copytree(package, tree / "src" / "kingdoms", ignore=shutil.ignore_patterns("__pycache__", "static"))
    for source in hatch_build.web_sources(ROOT):
        if source.is_relative_to(ROOT / "web"):
            copy = tree / source.relative_to(ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, copy)
    pseudo.write(tree)
    hook: Any = hatch_build.KingdomsBuildHook
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KINGDOMS_LANGUAGE", pseudo.TAG)
        if (fault := hook(str(tree), {}, None, None, str(tree / "dist"), "wheel", None).build_client()) is not None:
            raise RuntimeError(fault[-500:])


def escaped(page: Page) -> list[str]:
    """Return the texts of a page with an unaccented letter, except texts that are the same in every language."""
    texts: list[str] = page.evaluate(SHOWN)
    return sorted({text for text in texts if re.search("[A-Za-z]", re.sub("|".join(SAME), "", text))})
