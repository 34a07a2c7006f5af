"""Hooks of the documentation's build: descriptions of pages, llms.txt, links to sources, versions, the API, and the look."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

SENTENCE = re.compile(r"(?<=[a-z0-9)`*][.?!:])\s")
ROOT = Path(__file__).parent.parent
FONTS = {
    "serif": "@fontsource/crimson-pro/files/crimson-pro-latin-600-normal.woff2",
    "sans": "@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2",
}
"""The fonts of the browser client. Without its packages, the site has fonts of the reader's system."""
ENTRY = re.compile(r"^::: (\S+)((?:\n {4}.*)*)$", re.MULTILINE)
FORWARD = """<script>
for (let id = location.hash.slice(1), name = id; name; name = name.replace(/\\.?[^.]*$/, "")) {
  const link = document.getElementById(name);
  if (link && link.href) { location.replace(link.href.replace(/#.*/, "") + "#" + id); break; }
}
</script>"""
"""Sends a reader from an address such as api.html#kingdoms.Game to the page of the module."""
PLAY = Path(os.environ.get("KINGDOMS_PLAY") or ROOT / "build/site")
"""The page that plays on the visitor's device, as `make site` writes it: the site has it as play/ if it is there."""
CARD = """
[Play now, on this page](play/index.html){ .md-button .md-button--primary }

Both games, against bots or around one screen, without a server: [Anywhere](anywhere.md).
"""
pages: list[Any] = []
"""The pages in the order of the navigation."""


def on_config(config: Any) -> Any:
    """Set what depends on the place of the build (links to sources, versions, fonts), and what follows from the code."""
    pages.clear()
    version = re.search(r'^__version__ = "(.+)"', (ROOT / "src/kingdoms/__init__.py").read_text(), re.MULTILINE)
    config.copyright = f"kingdoms {version[1]}" if version else None
    if _fonts():
        config.extra_css.insert(0, "fonts/fonts.css")
    _with_modules(config.nav)
    if config.repo_url:
        config.edit_uri = os.environ.get("KINGDOMS_EDIT_URI", "edit/main/docs/")
    if os.environ.get("MIKE_DOCS_VERSION"):
        config.extra["version"] = {"provider": "mike"}
    return config


def on_files(files: Any, config: Any) -> None:
    """Add the pages of modules, the icon of the client, and its fonts."""
    from mkdocs.structure.files import File  # noqa: PLC0415  the examples here run without mkdocs

    for module, entries in _modules().items():
        files.append(File.generated(config, f"api/{module}.md", content=_module_page(module, entries)))
    files.append(File.generated(config, "images/favicon.svg", abs_src_path=str(ROOT / "web/public/favicon.svg")))
    for name, path in _fonts().items():
        files.append(File.generated(config, f"fonts/{name}.woff2", abs_src_path=str(path)))
    for path in sorted(PLAY.rglob("*") if (PLAY / "index.html").is_file() else ()):
        if path.is_file():
            files.append(File.generated(config, f"play/{path.relative_to(PLAY)}", abs_src_path=str(path)))
    faces = [
        f'@font-face {{ font-family: "Kingdoms {name}"; src: url({name}.woff2); font-weight: 200 900; }}' for name in _fonts()
    ]
    if faces:
        files.append(File.generated(config, "fonts/fonts.css", content="\n".join(faces)))


def on_nav(nav: Any, **_: Any) -> None:
    """Note the order of the pages."""
    pages.extend(nav.pages)


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str | None:
    """Describe a page without a description by its first sentence; link "edit this page" to the source of a generated one."""
    page.meta.setdefault("description", describe(markdown))
    if page.file.src_uri == "index.md" and (PLAY / "index.html").is_file():
        return markdown.replace("Choose where to begin:", f"{CARD}\nChoose where to begin:", 1)
    if page.edit_url and Path(f"{page.file.abs_src_path}.in").is_file():
        page.edit_url += ".in"
    return _contents_of_api(markdown) if page.file.src_uri == "api.md" else None


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


def _fonts() -> dict[str, Path]:
    """Return the files of the fonts that are there."""
    paths = {name: ROOT / "web/node_modules" / path for name, path in FONTS.items()}
    return {name: path for name, path in paths.items() if path.is_file()}


# -- the API: api.md lists its entries, and each module has a page -----------------------------------------------------------


def _module_of(name: str) -> str:
    """Return the module of a name: itself, or the module that holds it."""
    path = ROOT.joinpath("src", *name.split("."))
    return name if path.is_dir() or path.with_suffix(".py").is_file() else name.rpartition(".")[0]


def _sections() -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Yield the sections of api.md: headings, and entries with their options."""
    for section in (ROOT / "docs/api.md").read_text().split("\n## ")[1:]:
        yield section.partition("\n")[0], ENTRY.findall(section)


def _modules() -> dict[str, list[tuple[str, str]]]:
    """Return the entries of each module."""
    modules: dict[str, list[tuple[str, str]]] = {}
    for _, entries in _sections():
        for name, options in entries:
            modules.setdefault(_module_of(name), []).append((name, options))
    return modules


def _module_page(module: str, entries: list[tuple[str, str]]) -> str:
    """Return the page of a module."""
    path = ROOT.joinpath("src", *module.split("."))
    source = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    about = (ast.get_docstring(ast.parse(source.read_text())) or "").partition("\n")[0]
    alone = "\n    options:\n      show_root_heading: false\n      heading_level: 1"
    blocks = [f"::: {name}{alone if name == module else options}" for name, options in entries]
    opening = "" if any(name == module for name, _ in entries) else f"{about}\n\n"
    description = f"API of {module}: {about}".replace('"', "'")
    front = f'---\ndescription: "{description}"\nsearch:\n  boost: 0.5\n---\n'
    return f"{front}\n# {module}\n\n{opening}" + "\n\n".join(blocks) + "\n"


def _with_modules(nav: Any) -> None:
    """Put the pages of modules below the entry of api.md, by section; a module is in the section of its first entry."""
    for item in nav:
        (title, target), *_ = item.items()
        if isinstance(target, list):
            _with_modules(target)
        elif target == "api.md":
            seen: set[str] = set()
            item[title] = [target]
            for heading, entries in _sections():
                modules = [module for module in dict.fromkeys(_module_of(name) for name, _ in entries) if module not in seen]
                seen.update(modules)
                item[title] += [{heading: [{module: f"api/{module}.md"} for module in modules]}] if modules else []


def _contents_of_api(markdown: str) -> str:
    """Return the page api.md with a link in place of each entry, at which older addresses end."""

    def link(entry: re.Match[str]) -> str:
        module = _module_of(entry[1])
        return f"- [`{entry[1]}`](api/{module}.md#{entry[1]}){{ #{entry[1]} }}"

    return ENTRY.sub(link, markdown) + f"\n{FORWARD}\n"


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
