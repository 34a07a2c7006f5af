"""Hooks of the documentation's build: descriptions of pages, llms.txt, links to sources, and versions."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

SENTENCE = re.compile(r"(?<=[a-z0-9)`*][.?!:])\s")
pages: list[Any] = []
"""The pages in the order of the navigation."""


def on_config(config: Any) -> Any:
    """Set what depends on where the site is built: the links to sources need a repository, the choice of versions mike."""
    pages.clear()
    if config.repo_url:
        config.edit_uri = os.environ.get("KINGDOMS_EDIT_URI", "edit/main/docs/")
    if os.environ.get("MIKE_DOCS_VERSION"):
        config.extra["version"] = {"provider": "mike"}
    return config


def on_nav(nav: Any, **_: Any) -> None:
    """Note the order of the pages."""
    pages.extend(nav.pages)


def on_page_markdown(markdown: str, page: Any, **_: Any) -> None:
    """Describe a page without a description by its first sentence; link "edit this page" to the source of a generated one."""
    page.meta.setdefault("description", describe(markdown))
    if page.edit_url and Path(f"{page.file.abs_src_path}.in").is_file():
        page.edit_url += ".in"


def on_post_build(config: Any) -> None:
    """Write llms.txt, the list of all pages for language models, and llms-full.txt with their texts."""
    head = f"# {config.site_name}\n\n> {config.site_description}"
    lines, last = [head], ""
    for page in pages:
        *groups, section = [each.title for each in page.ancestors] or ["Start"]
        if section != last:
            lines.append(f"\n## {section}\n")
            last = section
        title = ": ".join([*reversed(groups), page.title])
        lines.append(f"- [{title}]({page.file.dest_uri}): {page.meta['description']}")
    site = Path(config.site_dir)
    (site / "llms.txt").write_text("\n".join(lines) + "\n")
    (site / "llms-full.txt").write_text("\n\n".join([head.rstrip(), *(page.markdown.strip() for page in pages)]) + "\n")


def describe(markdown: str) -> str:
    r"""Return the first sentence of a page as plain text.

    Examples:
        >>> describe("# Rules\n\n![A board](board.svg)\n\nThe [rules](rules.md) of a *game*. More.")
        'The rules of a game.'
    """
    kept = re.sub(r"^```.*?^```$", "", markdown, flags=re.MULTILINE | re.DOTALL)
    for paragraph in re.split(r"\n\s*\n", kept):
        text = re.sub(r"^\*\*[^*]*\.\*\*\s", "", " ".join(paragraph.split()))  # a label such as "**Decision.**"
        if not text or text.startswith(("#", "|", "!", "<", ":::", "-", ">", "[![")):
            continue
        text = re.sub(r"!?\[([^]]*)\]\([^)]*\)(?:\{[^}]*\})?", r"\1", text)
        text = re.sub(r"[*`]", "", text)
        sentence = SENTENCE.split(text)[0].rstrip(":")
        return sentence if sentence.endswith((".", "?", "!")) else f"{sentence}."
    return ""
